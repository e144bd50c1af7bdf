import { expect, it } from 'vitest'
import { Spline } from './spline.ts'

const times = [0, 0.7, 1, 2.2, 3]
const values = [1, -2, 0.5, 4, 3]
const spline = new Spline(times, values)

it('passes through its values, from rest to rest', () => {
  for (const [i, time] of times.entries())
    expect(spline.at(time)[0]).toBeCloseTo(values[i] ?? 0, 12)
  expect(spline.at(0)[1]).toBeCloseTo(0, 12)
  expect(spline.at(3)[1]).toBeCloseTo(0, 12)
})

it('has rates and accelerations that are its derivatives, without a jump', () => {
  const h = 1e-5
  for (let time = 0.01; time < 2.99; time += 0.0137) {
    const [before, now, after] = [-h, 0, h].map((by) => spline.at(time + by))
    const rate = (of: 0 | 1) => ((after?.[of] ?? 0) - (before?.[of] ?? 0)) / (2 * h)
    expect(now?.[1]).toBeCloseTo(rate(0), 5)
    expect(now?.[2]).toBeCloseTo(rate(1), 2)
  }
})

it('is one cubic between two poses', () => {
  const two = new Spline([0, 2], [0, 1])
  expect(two.at(1)).toEqual([0.5, 0.75, 0])
  expect(two.at(0.5)[0]).toBeCloseTo(0.15625, 12)
})

import { expect, it } from 'vitest'
import type { Vector3 } from '../../../model/stage.ts'
import { turnedOut } from '../../understand/recursion/spatial.ts'
import { FreePath, type Moment } from './free-path.ts'
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

it('a free path turns and moves as fast as it says', () => {
  const unit = (...parts: number[]) => parts.map((part) => part / Math.hypot(...parts))
  const poses = [
    [0, 0, 0, 0, 0, 0, 1],
    [0.3, -0.1, 0.5, ...unit(0.4, 0.1, -0.2, 0.8)],
    [0.1, 0.4, 0.2, ...unit(-0.1, 0.5, 0.3, -0.6)],
    [0, 0.2, 0.1, ...unit(0.3, -0.2, 0.1, 0.9)]
  ]
  const path = new FreePath([0, 1, 1.7, 3], poses)
  const h = 1e-5
  for (const time of [0.4, 1.3, 2.2]) {
    const [before, { q, v, a }, after] = [time - h, time, time + h].map((each) =>
      path.at(each)
    ) as [Moment, Moment, Moment]
    const slope = (one: readonly number[], other: readonly number[]) =>
      one.map((value, i) => ((other[i] ?? 0) - value) / (2 * h))
    const turned = (at: Moment, point: readonly number[]) =>
      turnedOut(Float64Array.from(at.q), 0, point as Vector3)
    // d(R u)/dt = R (ω × u), ṗ = R v, and the rates of ω and v are what they change by.
    const [x = 0, y = 0, z = 0] = v
    const u = [0.2, -0.7, 0.4]
    const across = [y * 0.4 + z * 0.7, z * 0.2 - x * 0.4, -x * 0.7 - y * 0.2]
    const pairs = [
      [slope(turned(before, u), turned(after, u)), turned(path.at(time), across)],
      [slope(before.q.slice(0, 3), after.q.slice(0, 3)), turned(path.at(time), v.slice(3))],
      [slope(before.v, after.v), a]
    ]
    for (const [found = [], said = []] of pairs)
      expect([...found]).toEqual([...said].map((value) => expect.closeTo(value, 6)))
    expect(Math.hypot(...q.slice(3))).toBeCloseTo(1, 12)
  }
})

import { chain, load } from 'linkwork'
import { describe, expect, it } from 'vitest'
import { solveByCholesky } from './dense.ts'
import { fitPower, ladder, mostDense, Timings } from './timings.ts'

describe('timings', () => {
  it('finds the exponent of a power, and none of too few points', () => {
    const points = [100, 300, 1000, 9000].map((links) => ({ links, time: 0.25 * links ** 1.5 }))
    expect(fitPower(points)).toMatchObject({
      exponent: expect.closeTo(1.5, 10),
      factor: expect.closeTo(0.25, 10)
    })
    expect(fitPower(points.slice(0, 2))).toBeUndefined()
  })

  it('keeps the latest time of a length, by length, and fits long chains alone', () => {
    const timings = new Timings()
    timings.set('recursion', 2, 1e6)
    for (const links of [1000, 100, 10_000]) timings.set('recursion', links, 7)
    for (const links of [100, 1000, 10_000]) timings.set('recursion', links, 2 * links)
    expect(timings.points('recursion').map(({ links }) => links)).toEqual([2, 100, 1000, 10_000])
    expect(timings.power('recursion')?.exponent).toBeCloseTo(1, 10)
    expect(timings.power('dense')).toBeUndefined()
    timings.clear()
    expect(timings.points('recursion')).toEqual([])
  })

  it('measures from 2 to 100 000 links, and enough dense ones to fit', () => {
    expect([ladder[0], ladder.at(-1)]).toEqual([2, 100_000])
    expect(ladder.filter((links) => links >= 50 && links <= mostDense).length).toBeGreaterThan(2)
  })
})

it('the dense solve gives the accelerations of the recursion', async () => {
  const model = (await load()).model(chain({ links: 20, length: 0.1, startAngle: -0.6 }))
  const desired = model.forwardDynamics().slice()
  const bias = model.inverseDynamics().map((force) => -force)
  const found = solveByCholesky(model.massMatrix().matrix, bias)
  // Rounding grows with the conditioning of the mass matrix, 10⁷ here.
  for (const [i, value] of found.entries()) expect(value).toBeCloseTo(desired[i] ?? 0, 6)
  expect(() => solveByCholesky(new Float64Array([1, 2, 2, 1]), new Float64Array(2))).toThrow(
    'pivot'
  )
})

import { load, miniCheetah } from 'linkwork'
import { expect, it } from 'vitest'
import { QuantityReader } from '../../worker/quantity-reader.ts'
import { partOffers } from './quantities.ts'

const linkwork = await load()

it('a body that moves freely offers where it is, and how it turns and moves', () => {
  using simulation = linkwork.simulate(miniCheetah({ base: 'floating' }))
  simulation.step(50)
  using model = linkwork.model(simulation.mechanism)
  const reader = new QuantityReader(simulation, model)
  const [joint] = partOffers(simulation.mechanism, 0)
  const values = new Map(
    joint?.offers.map(({ label, quantity }) => [label, reader.valueOf(quantity)])
  )
  const of = (label: string, axes: string) =>
    Array.from(axes, (axis) => values.get(`${label} ${axis}`))
  expect([...of('Position', 'xyz'), ...of('Quaternion', 'xyzw')]).toEqual([
    ...simulation.poses.subarray(0, 7)
  ])
  expect([...of('Angular velocity', 'xyz'), ...of('Velocity', 'xyz')]).toEqual([
    ...model.twists({ q: simulation.q, v: simulation.v }).subarray(0, 6)
  ])
  // Nothing holds it: its center of mass falls, and it is not far off.
  expect(Math.hypot(...of('Acceleration', 'xyz').map(Number))).toBeCloseTo(9.81, 0)
})

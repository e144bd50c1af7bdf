import { load } from 'linkwork'
import { expect, it } from 'vitest'
import { EnergyBound } from '../../worker/energy-bound.ts'
import { rateOfSpring } from '../../worker/fastest-rate.ts'
import { initialOptions } from './entry.ts'
import { barsTo, footAt, type Leg } from './gaits.ts'
import { mechanisms } from './index.ts'

const linkwork = await load()
const leg: Leg = { upper: 0.3, lower: 0.25, knee: 1 }

it('the bars of a leg reach the foot, the knee on its side', () => {
  for (const knee of [1, -1] as const) {
    for (const foot of [
      [0, -0.5],
      [0.1, -0.4],
      [-0.2, -0.3]
    ] as const) {
      const [upper, lower] = barsTo({ ...leg, knee }, foot)
      const [x, z] = [
        leg.upper * Math.sin(upper) + leg.lower * Math.sin(lower),
        -leg.upper * Math.cos(upper) - leg.lower * Math.cos(lower)
      ]
      expect(x).toBeCloseTo(foot[0], 12)
      expect(z).toBeCloseTo(foot[1], 12)
      expect(Math.sign(upper - lower)).toBe(knee)
    }
  }
})

it('a foot comes round, on the ground most of the time', () => {
  const step = { period: 1, stride: 0.2, lift: 0.05, height: 0.5 }
  expect(footAt(step, 0)).toEqual([0.1, -0.5])
  const [x, z] = footAt(step, 1 - 1e-9)
  expect(x).toBeCloseTo(0.1, 6)
  expect(z).toBeCloseTo(-0.5, 6)
  expect(footAt(step, 0.8)[1]).toBeCloseTo(-0.45, 6)
  expect(footAt(step, 0.3)).toEqual([expect.closeTo(0, 12), -0.5])
})

for (const entry of mechanisms) {
  const { id, motors } = entry
  if (!motors) continue
  it(`${id}: its motors follow their trajectory, and its energy balance holds`, () => {
    using simulation = linkwork.simulate(entry.source(initialOptions(entry)), {
      step: 1e-3,
      ...(entry.firstMethod && { solver: { method: entry.firstMethod } })
    })
    simulation.tracking.start(motors)
    const energy = () =>
      simulation.energy.kinetic + simulation.energy.potential - simulation.energy.work
    const before = energy()
    simulation.step(1500)
    const mass = simulation.mechanism.bodies.reduce((sum, { mass = 0 }) => sum + mass, 0)
    // The page's tolerance, of mass times gravity times a reach of at least 0.5 m.
    const { stepSize } = simulation
    const { integrator } = simulation.solver
    const impacts = simulation.mechanism.contact !== undefined
    // The initial error decays to a few percent. Legs on the floor have a larger error: the control law
    // of the motors does not include their load.
    expect(simulation.tracking.error).toBeLessThan(impacts ? 0.12 : 0.03)
    const bound = new EnergyBound(integrator, impacts)
    bound.pass(1500, stepSize, rateOfSpring(motors))
    expect(Math.abs(energy() - before)).toBeLessThan(bound.tolerance * mass * 9.81 * 0.5)
    expect(simulation.constraints.loopError).toBeLessThan(1e-12)
  })
}

import { fourBar, load, type Simulation } from 'linkwork'
import { expect, it } from 'vitest'
import { motionOf } from '../model/mechanisms/entry.ts'
import { findMechanism } from '../model/mechanisms/index.ts'
import { firstSolverOf } from '../model/settings.ts'
import { optionsFrom } from '../model/solver.ts'
import { angular, turnedOut } from '../modes/understand/recursion/spatial.ts'
import { AppliedForces } from './applied-forces.ts'
import { forcesOn } from './forces.ts'

const linkwork = await load()

/** The accelerations of the simulation are the model's, and those in which the recursion ends. */
function expectTheSame(simulation: Simulation, applied: AppliedForces) {
  using model = linkwork.model(simulation.mechanism)
  const forces = forcesOn(simulation, applied.actuation)
  const a = simulation.dynamics.forwardDynamics().slice()
  // Two factorisations of the same matrices.
  const close = 1e-8 * Math.max(1, ...a.map(Math.abs))
  for (const [i, value] of model.forwardDynamics(forces).entries())
    expect(Math.abs(value - (a[i] ?? 0))).toBeLessThan(close)
  const { q, v } = forces
  const reference = model.accelerations({ q, v, a }).slice()
  for (const [i, { acceleration }] of model.recursion(forces).bodies.entries()) {
    const turning = turnedOut(simulation.poses, i, angular(acceleration))
    for (const [k, value] of turning.entries())
      expect(Math.abs(value - (reference[6 * i + k] ?? 0))).toBeLessThan(close)
  }
}

/** A mechanism of the page with its motors on, so many steps after its start. */
function driven(id: string, steps: number) {
  const entry = findMechanism(id)
  const motors = entry && motionOf(entry, {})
  if (!entry || !motors) throw new Error(`${id} has no motors`)
  const simulation = linkwork.simulate(entry.source({}), optionsFrom(firstSolverOf(entry)))
  const applied = new AppliedForces(linkwork, simulation)
  applied.setMotors(motors)
  for (let step = 0; step < steps; step++) {
    applied.act(step)
    simulation.step()
  }
  return { simulation, applied }
}

it.each(['geared-chain', 'acrobot'])(
  'what the motors of %s do is in the recursion: its accelerations are the true ones',
  (id) => {
    const { simulation, applied } = driven(id, 60)
    const { tau } = forcesOn(simulation, applied.actuation)
    expect(Math.max(...tau.map(Math.abs))).toBeGreaterThan(0.1)
    expectTheSame(simulation, applied)
  }
)

it('so is what a hand does', () => {
  const simulation = linkwork.simulate(fourBar({ startSpeed: 3 }))
  const applied = new AppliedForces(linkwork, simulation)
  applied.pull(1, [0.2, 0, 0.1], [1, 0.2, 1])
  simulation.step(20)
  expectTheSame(simulation, applied)
  applied.release()
  applied.push({ body: 2, force: [4, 0, 10] })
  simulation.step(20)
  expectTheSame(simulation, applied)
})

it('and what the floor does', () => {
  const { simulation, applied } = driven('humanoid-drop', 100)
  expect(simulation.contacts.forces.length).toBeGreaterThan(0)
  expectTheSame(simulation, applied)
})

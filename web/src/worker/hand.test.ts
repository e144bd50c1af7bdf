import { load, type Simulation, type Vector3 } from 'linkwork'
import { expect, it } from 'vitest'
import { initialOptions } from '../model/mechanisms/entry.ts'
import { findMechanism } from '../model/mechanisms/index.ts'
import { Hand } from './hand.ts'

const linkwork = await load()

/** An entry of the gallery as the page starts it, its motors on. */
function started(id: string): Simulation {
  const entry = findMechanism(id)
  if (!entry) throw new Error(`no mechanism ${id}`)
  const simulation = linkwork.simulate(entry.source(initialOptions(entry)))
  if (entry.motors) simulation.tracking.start(entry.motors)
  return simulation
}

const weightOf = ({ mechanism }: Simulation): number =>
  9.81 * mechanism.bodies.reduce((sum, { mass = 0 }) => sum + mass, 0)

// The first three stopped within 0.1 s under a spring of any force.
it.each([
  ['tello', 'leftElbow', [0, 0, -0.2]],
  ['tello', 'leftAnkleCrank', [0.02, 0, 0]],
  ['tello', 'rightHipYawRotor', [0, 0, 0]],
  ['jvrc-1', 'rightElbowRotor', [0, 0, 0]],
  ['mit-humanoid', 'torso', [0, 0, 0.3]]
] as const)('a far hand drags %s by its %s and no step fails', (id, part, point) => {
  using simulation = started(id)
  const body = simulation.mechanism.bodies.findIndex(({ name }) => name === part)
  const base = simulation.poses.slice(0, 3)
  const hand = new Hand(simulation)
  hand.take(body, point, [8, -3, 5])
  for (let i = 0; i < 250; i++) {
    simulation.step(4)
    hand.aim()
  }
  // The spring that supports it deflects by 0.1 m under its weight.
  expect(
    Math.hypot(...simulation.poses.slice(0, 3).map((x, i) => x - (base[i] as number)))
  ).toBeLessThan(0.3)
})

it('pulls with at most the weight of the mechanism, and releases', () => {
  using simulation = started('mit-humanoid')
  const hand = new Hand(simulation)
  const target: Vector3 = [50, 0, 0]
  hand.take(0, [0, 0, 0], target)
  expect(Math.hypot(...simulation.forces.pullForce)).toBeCloseTo(weightOf(simulation), 6)
  expect(hand.isHolding).toBe(true)
  hand.release()
  expect(hand.isHolding).toBe(false)
  hand.aim()
  expect(Math.hypot(...simulation.forces.pullForce)).toBe(0)
})

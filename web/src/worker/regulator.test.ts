import { load, type Simulation } from 'linkwork'
import { expect, it } from 'vitest'
import { cartPole } from '../model/mechanisms/cart-pole.ts'
import {
  initialOptions,
  type MechanismEntry,
  type OptionValues
} from '../model/mechanisms/entry.ts'
import { standingLeg } from '../model/mechanisms/standing-leg.ts'
import type { Regulation } from '../model/messages.ts'
import { firstSolverOf, type SolverSettings } from '../model/settings.ts'
import { optionsFrom } from '../model/solver.ts'
import { Regulator } from './regulator.ts'

const linkwork = await load()

/** A mechanism of the gallery under its regulator. */
class Trial {
  readonly simulation: Simulation
  readonly regulator: Regulator
  readonly #stance: Regulation['stance']
  #count = 0

  constructor(entry: MechanismEntry, options: OptionValues, solver: Partial<SolverSettings> = {}) {
    const all = { ...initialOptions(entry), ...options }
    const regulation = entry.control?.(all) as Regulation
    this.simulation = linkwork.simulate(
      entry.source(all),
      optionsFrom({ ...firstSolverOf(entry), ...solver })
    )
    this.regulator = new Regulator(linkwork, regulation)
    this.#stance = regulation.stance
  }

  move(seconds: number): this {
    for (let left = Math.round(seconds / this.simulation.stepSize); left > 0; ) {
      const steps = Math.min(left, this.regulator.act(this.simulation, this.#count))
      this.simulation.step(steps)
      this.#count += steps
      left -= steps
    }
    return this
  }

  /** Steps while a force acts at a point of a body. */
  push(
    body: string,
    point: readonly [number, number, number],
    newtons: number,
    seconds = 0.1
  ): this {
    this.simulation.forces.applyPointForce(body, point, [newtons, 0, 0])
    this.move(seconds)
    this.simulation.forces.clear()
    return this
  }

  /** How far the joint that is farthest off is from where it is to rest [rad, m]. */
  get off(): number {
    const { q = {} } = this.simulation.state
    const each = Object.entries(this.#stance).map(([joint, rest]) => (q[joint]?.[0] ?? NaN) - rest)
    return Math.max(...each.map(Math.abs))
  }

  get standing(): boolean {
    return this.regulator.state === 'holds' && this.off < 1e-3
  }
}

it.each([cartPole, standingLeg])('$id: balances for a minute with a disturbance', (entry) => {
  const trial = new Trial(entry, {})
  expect(trial.off).toBeGreaterThan(0.04)
  expect(trial.move(20).standing).toBe(true)
  const [body, newtons] = entry === cartPole ? ['cart', 10] : ['thigh', 20]
  trial.push(body, [0, 0, 0], newtons)
  expect(trial.off).toBeGreaterThan(0.01)
  expect(trial.regulator.state).toBe('holds')
  expect(trial.move(40).standing).toBe(true)
})

// The pole weighs 4.9 N: pulled by half of that, it leans by 45° where it keeps its balance.
it.each([
  [2.5, 3],
  [10, 0.1]
])('the pole bears %f N at its tip for %f s', (newtons, seconds) => {
  const trial = new Trial(cartPole, {}).move(8)
  trial.push('pole', [0, 0, -1], newtons, seconds)
  expect(trial.off).toBeGreaterThan(0.05)
  expect(trial.move(12).standing).toBe(true)
})

it.each([cartPole, standingLeg])('$id: balances at both ends of each of its sliders', (entry) => {
  for (const { option, min, max, drives } of entry.sliders) {
    for (const value of drives || option === 'gravity' ? [] : [min, max]) {
      const trial = new Trial(entry, { [option]: value }).move(20)
      expect(trial.standing, `${option} ${value}: ${trial.off}`).toBe(true)
    }
  }
})

it.each([
  ['articulated-body', 'semi-implicit-euler', 1e-3],
  ['articulated-body', 'rk4', 2e-4],
  ['articulated-body', 'rk4', 1e-2],
  ['variational', 'second-order', 5e-3],
  ['variational-maximal', 'second-order', 2e-3],
  ['multipliers', 'rattle', 2e-3]
] as const)('balances with %s, %s at steps of %f s', (method, integrator, step) => {
  for (const entry of [cartPole, standingLeg]) {
    const trial = new Trial(entry, {}, { method, integrator, step }).move(8)
    expect(trial.standing, `${entry.id}: ${trial.off}`).toBe(true)
  }
})

it('is computed again when the step changes', () => {
  const trial = new Trial(cartPole, {}).move(1)
  trial.simulation.stepSize = 1e-2
  expect(trial.move(9).standing).toBe(true)
})

// A rotor at 100:1 reflects N² I = 3.2 kg m², about the inertia of all that the ankle supports.
it('without rotors in its model it holds at low gear ratios and falls at high ones', () => {
  for (const ratio of [9, 50]) {
    const held = new Trial(standingLeg, { ratio, rotors: 1 })
    expect(held.move(20).standing, `${ratio}:1`).toBe(true)
  }
  for (const ratio of [100, 160]) {
    const fallen = new Trial(standingLeg, { ratio, rotors: 1 })
    fallen.move(5)
    expect(fallen.regulator.state, `${ratio}:1`).toBe('out of reach')
    expect(fallen.off).toBeGreaterThan(1)
  }
})

it('releases a mechanism that is out of reach, and holds it again later', () => {
  const trial = new Trial(cartPole, { damping: 0 })
  trial.simulation.setState([0, 0.1], [0, 0])
  trial.move(2)
  expect(trial.regulator.state).toBe('out of reach')
  expect(trial.regulator.torques).toEqual([0])
  trial.simulation.setState([0, 3 * Math.PI + 0.2], [0, 0]) // a turn farther
  trial.move(10)
  expect(trial.regulator.state).toBe('holds')
  expect(trial.simulation.q[1]).toBeCloseTo(3 * Math.PI, 3)
})

it('does nothing where no feedback serves', () => {
  const weightless = new Trial(cartPole, { gravity: 0 }).move(0.1)
  expect(weightless.regulator.state).toBe('no feedback')
  expect(weightless.regulator.torques).toEqual([0])
})

it('holds its torques to the end of an interval, counted from the start', () => {
  const { simulation, regulator } = new Trial(cartPole, {})
  expect(regulator.act(simulation, 0)).toBe(10)
  const first = regulator.torques
  simulation.step(3)
  expect(regulator.act(simulation, 3)).toBe(7)
  expect(regulator.torques).toBe(first)
  regulator.forget()
  expect(regulator.act(simulation, 3)).toBe(7)
  expect(regulator.torques).not.toEqual(first)
})

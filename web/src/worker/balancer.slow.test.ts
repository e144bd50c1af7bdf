import { load, type Simulation } from 'linkwork'
import { expect, it } from 'vitest'
import type { Control } from '../../../examples/node/sampling-controller.js'
import { acrobot } from '../model/mechanisms/acrobot.ts'
import { initialOptions } from '../model/mechanisms/entry.ts'
import { Balancer } from './balancer.ts'

const linkwork = await load()
const options = initialOptions(acrobot)
const control = acrobot.control?.(options) as Control

/** Moves for so many seconds; how far from upright a link was at most over the last of them [rad]. */
function balanced(simulation: Simulation, balancer: Balancer, seconds: number): number {
  const end = simulation.time + seconds
  let most = 0
  while (simulation.time < end - simulation.stepSize / 2) {
    simulation.step(balancer.act(simulation))
    const [first = Number.NaN, second = Number.NaN] = simulation.q
    const leans = [first, first + second].map((angle) => Math.acos(-Math.cos(angle)))
    if (simulation.time > end - 1) most = Math.max(most, ...leans)
  }
  return most
}

for (const step of [5e-4, 1e-2]) {
  it(`swings up and balances, and again after a push, at steps of ${step} s`, () => {
    using simulation = linkwork.simulate(acrobot.source(options), { step })
    const balancer = new Balancer(linkwork, simulation, control)
    expect(balanced(simulation, balancer, 6)).toBeLessThan(0.05)
    simulation.setState(simulation.q.slice(), [4, -10])
    balancer.restart()
    expect(balanced(simulation, balancer, 6)).toBeLessThan(0.05)
    const paths = balancer.takePaths()
    expect(paths?.length).toBe(12 * 10 * 14)
    expect(paths?.every(Number.isFinite)).toBe(true)
    expect(balancer.takePaths()).toBeUndefined()
    balancer.dispose()
  })
}

it('predicts until it is near the goal, then holds by feedback alone', () => {
  using simulation = linkwork.simulate(acrobot.source(options), { step: 5e-4 })
  const regulated = acrobot.control?.({ ...options, hold: 1 }) as Control
  const balancer = new Balancer(linkwork, simulation, regulated)
  balanced(simulation, balancer, 0.5)
  expect(balancer.state).toBe('tries ahead')
  expect(balancer.takePaths()?.length).toBeGreaterThan(0)
  expect(balanced(simulation, balancer, 7)).toBeLessThan(0.01)
  expect(balancer.state).toBe('holds')
  expect(balancer.takePaths()).toHaveLength(0)
  simulation.setState(simulation.q.slice(), [4, -10])
  balancer.restart()
  balanced(simulation, balancer, 0.1)
  expect(balancer.state).toBe('tries ahead')
  expect(balanced(simulation, balancer, 52)).toBeLessThan(0.01)
  expect(balancer.state).toBe('holds')
  balancer.dispose()
})

it('finds the same torques again', () => {
  const run = () => {
    using simulation = linkwork.simulate(acrobot.source(options), { step: 2e-3 })
    const balancer = new Balancer(linkwork, simulation, control)
    balanced(simulation, balancer, 2)
    balancer.dispose()
    return [...simulation.q, ...simulation.v]
  }
  expect(run()).toEqual(run())
})

it('holds a torque to the end of its interval, also where steps do not fill it', () => {
  using simulation = linkwork.simulate(acrobot.source(options), { step: 1e-2 })
  const balancer = new Balancer(linkwork, simulation, control)
  expect(balancer.act(simulation)).toBe(4)
  simulation.step(3)
  expect(balancer.act(simulation)).toBe(1)
  simulation.stepSize = 0.1
  expect(balancer.act(simulation)).toBe(1)
  balancer.dispose()
})

import { load, type Mechanism } from 'linkwork'
import { expect, it } from 'vitest'
import { Impacts } from './impacts.ts'

const linkwork = await load()

/** A ball that falls from a height [m]. */
const ball = (height: number, restitution: number): Mechanism => ({
  linkwork: 1,
  name: 'ball',
  bodies: [{ name: 'ball', mass: 0.3, inertia: [1e-4, 1e-4, 1e-4] }],
  joints: [{ name: 'float', type: 'free', parent: 'world', child: 'ball' }],
  initialState: { q: { float: [0, 0, 0.05 + height, 0, 0, 0, 1] } },
  contact: {
    colliders: [
      { body: 'world', type: 'plane' },
      { body: 'ball', type: 'sphere', radius: 0.05, restitution }
    ]
  }
})

for (const restitution of [0, 0.5])
  it(`a ball that lands with restitution ${restitution} is heard by (1 + e) of its speed`, () => {
    const height = 0.2
    using simulation = linkwork.simulate(ball(height, restitution), { step: 1e-3 })
    const impacts = new Impacts(simulation)
    impacts.listen(true, simulation)
    const speed = Math.sqrt(2 * 9.81 * height)
    const untilLanding = Math.floor(speed / 9.81 / simulation.stepSize) - 1
    const fall = (steps: number) => {
      for (let i = 0; i < steps; i++) {
        simulation.step()
        impacts.pass(simulation)
      }
      return impacts.take()
    }
    expect(fall(untilLanding)).toBe(0)
    const heard = fall(4)
    // Of a step's length it is not known when in it the ball hits, and it weighs as long: g h each.
    expect(Math.abs(heard - (1 + restitution) * speed)).toBeLessThan(4 * 9.81 * 1e-3)
    if (restitution > 0) return
    fall(200)
    expect(fall(200)).toBeLessThan(1e-9)
  })

it('says nothing where nobody listens', () => {
  using simulation = linkwork.simulate(ball(0.2, 0), { step: 1e-3 })
  expect(new Impacts(simulation).isHeard).toBe(false)
})

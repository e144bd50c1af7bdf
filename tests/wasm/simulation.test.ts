import { chain, load, type Simulation } from 'linkwork'
import { expect, it } from 'vitest'

const linkwork = await load()
const origin = [0, 0, 0]

const stateOf = ({ q, v, time }: Simulation) => [time, ...q, ...v]

it('load gives the same library every time', async () => {
  expect(await load()).toBe(linkwork)
  expect(linkwork.version).toMatch(/^\d+\.\d+\.\d+$/)
})

it('advance takes whole steps and keeps the remainder', () => {
  using simulation = linkwork.simulate(chain(), { step: 0.01 })
  expect(simulation.advance(0.025)).toBe(2)
  expect(simulation.advance(0.006)).toBe(1) // 0.5 + 0.6 steps
  expect(simulation.advance(0)).toBe(0)
  expect(simulation.advance(-1)).toBe(0)
  expect(simulation.time).toBeCloseTo(0.03, 12)
  let steps = 0
  for (let frame = 0; frame < 60; frame++) steps += simulation.advance(1 / 60)
  expect(steps).toBeGreaterThanOrEqual(99)
  expect(steps).toBeLessThanOrEqual(101)
})

it('comes back to a snapshot bit for bit, and to its start', () => {
  using simulation = linkwork.simulate(chain({ links: 4 }))
  const start = stateOf(simulation)
  simulation.step(20)
  const snapshot = simulation.snapshot()
  simulation.step(30)
  const later = stateOf(simulation)
  simulation.restore(snapshot)
  expect(simulation.snapshot(new Float64Array(snapshot.length))).toEqual(snapshot)
  simulation.step(30)
  expect(stateOf(simulation)).toEqual(later)
  simulation.reset()
  expect(stateOf(simulation)).toEqual(start)
})

it('starts from a state, as an object or as text', () => {
  const state = { q: { joint1: [0.5], joint2: [-0.25] }, v: { joint1: [1], joint2: [2] } }
  for (const given of [state, JSON.stringify(state)]) {
    using simulation = linkwork.simulate(chain({ links: 2 }), { state: given })
    expect([...simulation.q]).toEqual([0.5, -0.25])
    expect([...simulation.v]).toEqual([1, 2])
  }
})

it('a torque that holds against gravity holds the chain still', () => {
  using simulation = linkwork.simulate(chain({ links: 3, startAngle: 1.2 }))
  const torque = simulation.dynamics.inverseDynamics([0, 0, 0]).slice()
  for (let joint = 0; joint < 3; joint++) simulation.forces.setTorque(joint, torque[joint] ?? 0)
  expect(Math.max(...simulation.dynamics.forwardDynamics().map(Math.abs))).toBeLessThan(1e-9)
  simulation.forces.clear()
  expect(Math.max(...simulation.dynamics.forwardDynamics().map(Math.abs))).toBeGreaterThan(1)
})

it('a wrench and a point force that are the same push the same way', () => {
  const force = [3, 0, 5]
  const accelerations = (push: (simulation: Simulation) => void) => {
    using simulation = linkwork.simulate(chain({ links: 2 }))
    push(simulation)
    return [...simulation.dynamics.forwardDynamics()]
  }
  const atOrigin = accelerations((simulation) => {
    simulation.forces.applyPointForce('link2', origin, force)
  })
  const asWrench = accelerations((simulation) => {
    const [x = 0, y = 0, z = 0] = simulation.poses.subarray(7)
    const [fx = 0, fy = 0, fz = 0] = force
    const moment = [y * fz - z * fy, z * fx - x * fz, x * fy - y * fx]
    simulation.forces.setWrench('link2', [...moment, ...force])
  })
  for (const [i, value] of atOrigin.entries()) expect(value).toBeCloseTo(asWrench[i] ?? 0, 9)
})

it('a pull moves a body towards its target, with the force of its spring', () => {
  using simulation = linkwork.simulate(chain({ links: 3, startAngle: 0, damping: 1 }))
  const target = [0.3, 0, -0.4]
  const distance = () => {
    const [x = 0, , z = 0] = simulation.poses.subarray(14)
    return Math.hypot(x - 0.3, z + 0.4)
  }
  const before = distance()
  simulation.forces.pull('link3', origin, target, { stiffness: 200, damping: 5 })
  simulation.step(30_000)
  expect(distance()).toBeLessThan(0.5 * before)
  // Its swings have died out, to a third every 1.5 s: the spring balances the weight.
  expect(Math.hypot(...simulation.forces.pullForce)).toBeCloseTo(200 * distance(), 6)
  expect(Math.hypot(...simulation.dynamics.forwardDynamics())).toBeLessThan(1e-6)
  simulation.forces.release()
  expect([...simulation.forces.pullForce]).toEqual([0, 0, 0])
})

it('methods, integrators and step sizes change under way and keep the state', () => {
  using simulation = linkwork.simulate(chain({ links: 3 }))
  simulation.step(5)
  const state = stateOf(simulation)
  simulation.solver = { method: 'articulated-body', integrator: 'semi-implicit-euler' }
  simulation.solver = { method: 'articulated-body' }
  simulation.stepSize = 1e-4
  expect(stateOf(simulation)).toEqual(state)
  expect(simulation.solver.integrator).toBe('semi-implicit-euler')
  simulation.step()
  expect(simulation.time).toBeCloseTo(0.0051, 12)
})

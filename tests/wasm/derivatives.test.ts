import { chain, fourBar, load, miniCheetah, type Solver, velocitySize } from 'linkwork'
import { expect, it } from 'vitest'

const linkwork = await load()

it('derivatives by position and velocity are those of differences', () => {
  using simulation = linkwork.simulate(chain({ links: 3, startAngle: 0.7 }))
  simulation.step(50)
  const found = simulation.dynamics.forwardDynamicsDerivatives()
  expect(found.coordinates).toEqual([
    ['joint1', 0],
    ['joint2', 0],
    ['joint3', 0]
  ])
  const q = Array.from(simulation.q)
  const v = Array.from(simulation.v)
  const h = 1e-5 // errors of h² and of rounding over h, some 1e-10 of the accelerations' size
  const moved = (of: number[], by: number, j: number) => of.map((x, i) => (i === j ? x + by : x))
  const at = (position: number[], velocity: number[]) => {
    simulation.setState(position, velocity)
    return Array.from(simulation.dynamics.forwardDynamics())
  }
  for (let j = 0; j < 3; ++j) {
    const byPosition = [at(moved(q, h, j), v), at(moved(q, -h, j), v)] as const
    const byVelocity = [at(q, moved(v, h, j)), at(q, moved(v, -h, j))] as const
    for (let i = 0; i < 3; ++i) {
      const slope = ([up, down]: readonly [number[], number[]]) =>
        ((up[i] ?? Number.NaN) - (down[i] ?? Number.NaN)) / (2 * h)
      expect(found.position[3 * i + j]).toBeCloseTo(slope(byPosition), 4)
      expect(found.velocity[3 * i + j]).toBeCloseTo(slope(byVelocity), 4)
    }
  }
})

it.each([
  ['a four-bar', fourBar()],
  ['a geared robot', miniCheetah()]
])('accelerations by torques invert the mass matrix of %s', (_, mechanism) => {
  using simulation = linkwork.simulate(mechanism)
  const forward = simulation.dynamics.forwardDynamicsDerivatives()
  const { coordinates, acceleration } = simulation.dynamics.inverseDynamicsDerivatives(
    simulation.dynamics.forwardDynamics()
  )
  expect(coordinates).toEqual(forward.coordinates)
  const first = new Map<string, number>()
  let size = 0
  for (const joint of simulation.mechanism.joints) {
    first.set(joint.name, size)
    size += velocitySize(joint)
  }
  const places = coordinates.map(([joint, k]) => (first.get(joint) ?? Number.NaN) + k)
  const m = places.length
  for (let i = 0; i < m; ++i) {
    for (let j = 0; j < m; ++j) {
      const sum = places.reduce(
        (total, place, k) =>
          total +
          (acceleration[i * m + k] ?? Number.NaN) *
            (forward.torque[place * size + (places[j] ?? Number.NaN)] ?? Number.NaN),
        0
      )
      expect(sum).toBeCloseTo(i === j ? 1 : 0, 9)
    }
  }
})

it.each([
  ['variational', 'second-order'],
  ['multipliers', 'rattle'],
  ['multipliers', 'rk4'],
  ['multipliers', 'baumgarte'],
  ['multipliers', 'first-order']
] as const)(
  'the map of a step is the slope of steps, forces included: %s %s',
  (method, integrator) => {
    using simulation = linkwork.simulate(chain({ links: 2, startAngle: 0.7 }), {
      solver: { method, integrator } as Solver,
      step: 5e-3
    })
    const held = [0.3, 0.2]
    simulation.forces.setTorque('joint1', held.slice(0, 1))
    simulation.forces.setTorque('joint2', held.slice(1))
    simulation.step(20)
    const q = Array.from(simulation.q)
    const v = Array.from(simulation.v)
    const map = simulation.dynamics.stepMap()
    expect(Array.from(simulation.q)).toEqual(q)
    expect(map.coordinates).toEqual([
      ['joint1', 0],
      ['joint2', 0]
    ])
    expect(map.endCoordinates).toEqual(map.coordinates)
    const after = (state: number[], torque: number[]) => {
      simulation.setState(state.slice(0, 2), state.slice(2))
      simulation.forces.setTorque('joint1', torque.slice(0, 1))
      simulation.forces.setTorque('joint2', torque.slice(1))
      simulation.step()
      return [...simulation.q, ...simulation.v]
    }
    const h = 1e-4 // errors of h², and of the roots' tolerance over h
    const columns = [
      ...[0, 1, 2, 3].map((j) => [map.state, 4, j] as const),
      ...[0, 1].map((j) => [map.torque, 2, j] as const)
    ]
    for (const [matrix, width, j] of columns) {
      const moved = (by: number) => {
        const state = [...q, ...v]
        const torque = [...held]
        const numbers = width === 4 ? state : torque
        numbers[j] = (numbers[j] ?? Number.NaN) + by
        return after(state, torque)
      }
      const up = moved(h)
      const down = moved(-h)
      for (let i = 0; i < 4; ++i)
        expect(matrix[width * i + j]).toBeCloseTo(
          ((up[i] ?? Number.NaN) - (down[i] ?? Number.NaN)) / (2 * h),
          5
        )
    }
  }
)

import {
  load,
  type Mechanism,
  MechanismError,
  positionSize,
  SimulationError,
  velocitySize
} from 'linkwork'
import { expect, it } from 'vitest'

const linkwork = await load()

/** A bead of 1 kg on a wire: x = s, z = s²/2. */
const bead: Mechanism = {
  linkwork: 1,
  name: 'bead on a wire',
  bodies: [{ name: 'bead', mass: 1, inertia: [0.001, 0.001, 0.001] }],
  joints: [
    {
      name: 'wire',
      type: 'custom',
      coordinates: ['s'],
      pose: [{ translate: ['s', 0, 's^2/2'] }],
      parent: 'world',
      child: 'bead'
    }
  ],
  initialState: { q: { wire: [1] } }
}

/** A ball of three angles and a chart that holds a lamp. */
const lamp: Mechanism = {
  linkwork: 1,
  name: 'lamp',
  bodies: [{ name: 'lamp', mass: 1, centerOfMass: [0, 0, -0.2], inertia: [0.01, 0.01, 0.01] }],
  joints: [{ name: 'ball', type: 'eulerBall', parent: 'world', child: 'lamp' }],
  initialState: { q: { ball: [0, 0.5, 0, 0] }, v: { ball: [0, 9, 0] } }
}

it('a bead on a wire of expressions falls as the equation of motion says', () => {
  using simulation = linkwork.simulate(bead)
  // (1 + s²) s̈ + s ṡ² + g s = 0 at s = 1, ṡ = 0.
  expect(simulation.dynamics.forwardDynamics()[0]).toBeCloseTo(-9.81 / 2, 12)
  const before = simulation.energy.potential + simulation.energy.kinetic
  simulation.step(1000)
  // RK4 at 1 ms.
  expect(simulation.energy.potential + simulation.energy.kinetic).toBeCloseTo(before, 9)
  expect(simulation.poses[2]).toBeCloseTo((simulation.q[0] ?? Number.NaN) ** 2 / 2, 12)
  expect(simulation.mechanism.joints[0]?.pose).toEqual([{ translate: ['s', '0', 's^2/2'] }])
})

it('sizes of joints are those of q and v', () => {
  for (const mechanism of [bead, lamp]) {
    using simulation = linkwork.simulate(mechanism)
    const [joint] = simulation.mechanism.joints
    expect(joint && positionSize(joint)).toBe(simulation.q.length)
    expect(joint && velocitySize(joint)).toBe(simulation.v.length)
  }
})

it('charts change where angles would lock, without a jump', () => {
  using simulation = linkwork.simulate(lamp)
  const charts = new Set<number>()
  let height = simulation.poses[4] ?? Number.NaN
  for (let step = 0; step < 400; ++step) {
    simulation.step()
    charts.add(simulation.q[3] ?? Number.NaN)
    const next = simulation.poses[4] ?? Number.NaN
    // A millisecond at 10 rad/s turns a quaternion by 0.005.
    expect(Math.abs(next - height)).toBeLessThan(0.01)
    height = next
  }
  expect([...charts]).toEqual([0, 1])
})

it('says where a joint that is a function is wrong, and where it ends', () => {
  const [wire] = bead.joints
  if (!wire) throw new Error('the bead has a joint')
  expect(() =>
    linkwork.simulate({ ...bead, joints: [{ ...wire, pose: [{ translate: ['s', 0, 'sin(t)'] }] }] })
  ).toThrow(MechanismError)
  const rail = {
    kind: 'bezier',
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, -1]
    ]
  } as const
  using simulation = linkwork.simulate({
    ...bead,
    joints: [{ name: 'wire', type: 'curve', curve: rail, parent: 'world', child: 'bead' }],
    initialState: { q: { wire: [0.9] }, v: { wire: [1] } }
  })
  expect(() => simulation.step(1000)).toThrow(SimulationError)
  expect(simulation.q[0]).toBeLessThanOrEqual(1)
})

/** A rod whose ends ride on the x and the z axis: Archimedes' trammel. */
const trammel: Mechanism = {
  linkwork: 1,
  name: 'trammel',
  bodies: [
    { name: 'low', mass: 0.1 },
    { name: 'rod', mass: 1, centerOfMass: [0.5, 0, 0], inertia: [0.01, 0.1, 0.1] },
    { name: 'high', mass: 0.1 }
  ],
  joints: [
    { name: 'x', type: 'prismatic', axis: [1, 0, 0], parent: 'world', child: 'low' },
    { name: 'pin', type: 'revolute', axis: [0, 1, 0], parent: 'low', child: 'rod' },
    {
      name: 'end',
      type: 'revolute',
      axis: [0, 1, 0],
      parent: 'rod',
      child: 'high',
      parentFrame: { position: [1, 0, 0] }
    }
  ],
  loops: [
    {
      name: 'wall',
      type: 'curve',
      curve: {
        kind: 'bezier',
        points: [
          [0, 0, -2],
          [0, 0, 2]
        ]
      },
      parent: 'world',
      child: 'high'
    }
  ],
  initialState: { q: { pin: [-2], end: [2], wall: [0.6] } }
}

it('a loop that is a curve has its coordinate in the state, and stays closed', () => {
  using simulation = linkwork.simulate(linkwork.assemble(trammel), {
    solver: { method: 'variational-maximal' }
  })
  expect(simulation.mechanism.joints.map(({ name }) => name)).toEqual(['x', 'pin', 'end', 'wall'])
  simulation.step(1000)
  const [x = Number.NaN, , , u = Number.NaN] = simulation.q
  // The ends stay a meter apart on their rails, z = 4u − 2.
  expect(Math.hypot(x, 4 * u - 2)).toBeCloseTo(1, 12)
  expect(simulation.constraints.loopError).toBeLessThan(1e-12)
})

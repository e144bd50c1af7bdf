import { chain, load, type Mechanism, type Simulation } from 'linkwork'
import { methods } from 'linkwork/tables'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const ball: Mechanism = {
  linkwork: 1,
  name: 'ball on the floor',
  bodies: [{ name: 'ball', mass: 2, inertia: [0.008, 0.008, 0.008] }],
  joints: [{ name: 'free', type: 'free', parent: 'world', child: 'ball' }],
  contact: {
    colliders: [
      { body: 'world', type: 'plane', restitution: 0.5 },
      { body: 'ball', type: 'sphere', radius: 0.1 }
    ]
  },
  initialState: { q: { free: [0, 0, 0.1, 0, 0, 0, 1] } }
}

const slider: Mechanism = {
  linkwork: 1,
  name: 'slider on its stop',
  bodies: [{ name: 'block', mass: 2, inertia: [0.01, 0.01, 0.01] }],
  joints: [
    { name: 'rail', type: 'prismatic', parent: 'world', child: 'block', limits: { lower: -0.2 } }
  ],
  initialState: { q: { rail: [-0.2] } }
}

const energyOf = ({ energy }: Simulation) => energy.kinetic + energy.potential - energy.work

describe.each(methods.map(({ name }) => name))('%s', (method) => {
  it('lets a ball rest with its weight on one point', () => {
    using simulation = linkwork.simulate(ball, { solver: { method } })
    simulation.step(200)
    expect(simulation.contacts.forces).toHaveLength(1)
    expect(simulation.contacts.error).toBeLessThan(1e-12)
    const [contact] = simulation.contacts.forces
    expect(contact?.bodies).toEqual([-1, 0])
    expect(contact?.normal).toEqual([0, 0, 1])
    expect(contact?.force[2]).toBeCloseTo(2 * 9.81, 10)
    expect(contact?.point[2]).toBeCloseTo(0, 10)
    expect(simulation.poses[2]).toBeCloseTo(0.1, 10)
    expect(energyOf(simulation)).toBeCloseTo(2 * 9.81 * 0.1, 10)
  })

  it('lets it bounce to a quarter of its height, with e = 1/2', () => {
    using simulation = linkwork.simulate(ball, {
      solver: { method },
      step: 1e-4,
      state: { q: { free: [0, 0, 1.1, 0, 0, 0, 1] } }
    })
    let fallen = false
    let highest = 0
    while (simulation.time < 0.85) {
      simulation.step()
      fallen ||= simulation.contacts.forces.length > 0
      if (fallen) highest = Math.max(highest, (simulation.poses[2] ?? 0) - 0.1)
    }
    expect(highest).toBeCloseTo(0.25, 2) // the impact's time is known to a step
  })

  it('holds a slider on its stop, and has the forces of the stop and the joint', () => {
    using simulation = linkwork.simulate(slider, { solver: { method } })
    simulation.step(100)
    expect(simulation.q[0]).toBeCloseTo(-0.2, 7)
    expect(simulation.contacts.limits).toHaveLength(1)
    expect(simulation.contacts.limits[0]?.joint).toBe(0)
    expect(simulation.contacts.limits[0]?.force).toBeCloseTo(2 * 9.81, 9)
    expect(simulation.dynamics.reactions()[5]).toBeCloseTo(2 * 9.81, 9)
    expect(simulation.dynamics.forwardDynamics()[0]).toBeCloseTo(0, 12)
  })

  it('says what it cannot solve, or by how much it did not', () => {
    const ceiling = { position: [0, 0, 0.19], rotation: [1, 0, 0, 0] } as const
    const jammed: Mechanism = {
      ...ball,
      contact: {
        colliders: [
          ...(ball.contact?.colliders ?? []),
          { body: 'world', type: 'plane', frame: ceiling }
        ]
      },
      initialState: { q: { free: [0, 0, 0.095, 0, 0, 0, 1] } }
    }
    using strict = linkwork.simulate(jammed, { solver: { method }, contact: { allow: 0 } })
    expect(() => strict.step()).toThrow(/laws of contact are broken by .* contact\.allow is 0/)
    using lenient = linkwork.simulate(jammed, { solver: { method } })
    lenient.step(10)
    expect(lenient.contacts.error).toBeGreaterThan(0.5)
    expect(lenient.retries).toBe(10)
    expect(() => linkwork.simulate(ball, { contact: { allow: -1 } })).toThrow(/contact\.allow/)
  })
})

describe('multipliers', () => {
  it('have the forces of joints, in either axes', () => {
    using simulation = linkwork.simulate(chain({ links: 3, startAngle: 0 }))
    const weight = [3, 2, 1].map(
      (links) => links * (simulation.mechanism.bodies[0]?.mass ?? 0) * 9.81
    )
    const world = simulation.dynamics.reactions().slice()
    expect(world).toHaveLength(18)
    for (const [joint, carried] of weight.entries())
      expect(world[6 * joint + 5]).toBeCloseTo(carried, 9)
    const local = simulation.dynamics.reactions('joint')
    for (let joint = 0; joint < 3; joint++)
      for (const first of [6 * joint, 6 * joint + 3])
        expect(Math.hypot(...local.subarray(first, first + 3))).toBeCloseTo(
          Math.hypot(...world.subarray(first, first + 3)),
          9
        )
    expect(() => simulation.dynamics.reactions('body' as 'joint')).toThrow(/'world' or 'joint'/)
  })

  it('drag a mechanism in first order, and leave it there', () => {
    using simulation = linkwork.simulate(chain({ links: 5 }), {
      solver: { method: 'multipliers', integrator: 'first-order' }
    })
    const start = simulation.q.slice()
    simulation.step(50)
    expect(simulation.q).toEqual(start)
    // The chain can follow with two links to spare: it ends where the spring has no length.
    const place = () => simulation.poses.subarray(28, 31)
    const target = [place()[0] ?? 0, 0, (place()[2] ?? 0) + 0.1] as const
    simulation.forces.pull(4, [0, 0, 0], target, { stiffness: 200 })
    simulation.step(2000)
    for (const [i, value] of place().entries()) expect(value).toBeCloseTo(target[i] ?? 0, 6)
    simulation.forces.release()
    simulation.step()
    const dragged = simulation.q.slice()
    simulation.step(100)
    expect(simulation.q).toEqual(dragged)
  })
})

import { chain, fourBar, load, type Mechanism, MechanismError, SimulationError } from 'linkwork'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const box: Mechanism = {
  linkwork: 1,
  name: 'box',
  gravity: [0, 0, 0],
  bodies: [{ name: 'box', mass: 2, inertia: [0.1, 0.2, 0.3], centerOfMass: [0.1, 0, 0] }],
  joints: [{ name: 'flight', type: 'free', parent: 'world', child: 'box' }],
  initialState: {
    q: { flight: [1, 2, 3, 0, 0, Math.SQRT1_2, Math.SQRT1_2] },
    v: { flight: [1, 2, 3, 4, 5, 6] }
  }
}

describe('a body', () => {
  it('has pose and velocity in the world', () => {
    const body = linkwork.simulate(box).body('box')
    expect([body.name, body.index]).toEqual(['box', 0])
    expect([...body.position]).toEqual([1, 2, 3])
    for (const [i, part] of [0, 0, Math.SQRT1_2, Math.SQRT1_2].entries())
      expect(body.quaternion[i]).toBeCloseTo(part, 14)
    // x of the body is y of the world, and its y −x.
    for (const [i, rate] of [-2, 1, 3].entries()) expect(body.angularVelocity[i]).toBeCloseTo(rate)
    for (const [i, speed] of [-5, 4, 6].entries()) expect(body.velocity[i]).toBeCloseTo(speed)
  })

  it('has the velocity of its points, in loops too', () => {
    const simulation = linkwork.simulate(fourBar({ startSpeed: 10 }), {
      solver: { method: 'articulated-body', integrator: 'rk4' },
      step: 1e-5
    })
    const bodies = simulation.info.bodies.map((name) => simulation.body(name))
    const before = bodies.map(({ position }) => [...position])
    const velocities = bodies.map(({ velocity }) => [...velocity])
    simulation.step()
    for (const [i, { position }] of bodies.entries())
      for (const k of [0, 1, 2]) {
        const mean = ((position[k] ?? 0) - (before[i]?.[k] ?? 0)) / 1e-5
        expect(velocities[i]?.[k]).toBeCloseTo(mean, 2) // acceleration · step / 2
      }
  })

  it('is one object, whose arrays are the same', () => {
    const simulation = linkwork.simulate(chain({ links: 3 }))
    const last = simulation.body(2)
    expect(simulation.body(last.name)).toBe(last)
    const { position, quaternion, velocity } = last
    simulation.step(50)
    expect(last.position).toBe(position)
    expect(last.quaternion).toBe(quaternion)
    expect(last.velocity).toBe(velocity)
    expect([...position]).toEqual([...simulation.poses.subarray(14, 17)])
  })

  it('takes forces and impulses at its center of mass', () => {
    const forced = linkwork.simulate(box, { step: 1e-3 })
    forced.setState([...forced.q], [0, 0, 0, 0, 0, 0])
    forced.body('box').applyForce([3, 0, 0])
    forced.step(1000)
    const pushed = linkwork.simulate(box, { step: 1e-3 })
    pushed.setState([...pushed.q], [0, 0, 0, 0, 0, 0])
    pushed.body('box').applyImpulse([3, 0, 0])
    for (const simulation of [forced, pushed]) {
      const { velocity, angularVelocity } = simulation.body('box')
      expect(velocity[0]).toBeCloseTo(1.5, 9)
      expect(Math.hypot(...angularVelocity)).toBeLessThan(1e-9)
    }
    pushed.body('box').applyImpulse([0, 0, 1], [0.1, 0.5, 0])
    expect(Math.hypot(...pushed.body('box').angularVelocity)).toBeGreaterThan(1)
  })
})

describe('a joint', () => {
  it('has its position, velocity and torque', () => {
    const simulation = linkwork.simulate(chain({ links: 3 }))
    simulation.setState([0.1, 0.2, 0.3], [1, 2, 3])
    const joint = simulation.joint(1)
    expect(simulation.joint(joint.name)).toBe(joint)
    expect([joint.angle, joint.position, joint.velocity, joint.torque]).toEqual([0.2, 0.2, 2, 0])
    joint.torque = 0.5
    expect(joint.torque).toBe(0.5)
    expect([...simulation.forces.torques]).toEqual([0, 0.5, 0])
    simulation.forces.clear()
    expect(joint.torque).toBe(0)
  })

  it('of several coordinates has arrays', () => {
    const { q, v, index } = linkwork.simulate(box).joint('flight')
    expect(index).toBe(0)
    expect([...q]).toEqual(box.initialState?.q?.flight)
    expect([...v]).toEqual([1, 2, 3, 4, 5, 6])
    const joint = linkwork.simulate(box).joint('flight')
    expect(() => joint.position).toThrow(
      'position: joint "flight" has 7 numbers; expected a joint with one: use q'
    )
    expect(() => {
      joint.torque = 1
    }).toThrow('simulation.forces.setTorque')
  })
})

describe('a motor', () => {
  const swing = () => {
    const simulation = linkwork.simulate(chain({ links: 1, joint: 'revolute' }), { step: 1e-3 })
    return { simulation, joint: simulation.joint(0) }
  }

  it('keeps a velocity with the force that it needs', () => {
    const { simulation, joint } = swing()
    joint.motor({ velocity: 2, maxForce: 1e3 })
    for (let i = 0; i < 5; i++) {
      simulation.advance(0.1)
      expect(joint.velocity).toBeCloseTo(2, 9)
    }
    expect(joint.motorForce).not.toBe(0)
    joint.motor(null)
    expect(joint.motorForce).toBe(0)
  })

  it('has at most its largest force', () => {
    const { simulation, joint } = swing()
    simulation.setState([0], [0])
    joint.motor({ velocity: 1000, maxForce: 0.5 })
    simulation.step()
    expect(joint.motorForce).toBeCloseTo(0.5, 12)
    joint.motor({ velocity: 1000, maxForce: 0 })
    simulation.step()
    expect(joint.motorForce).toBe(0)
  })

  it('pulls to a position, implicitly where its gains are stiff', () => {
    const { simulation, joint } = swing()
    joint.motor({ position: 1, stiffness: 1e7, damping: 1e5 })
    simulation.advance(1)
    expect(joint.angle).toBeCloseTo(1, 4)
    joint.motor({ position: -0.5, velocity: 0, stiffness: 1e7, damping: 1e5, maxForce: 1e4 })
    simulation.advance(1)
    expect(joint.angle).toBeCloseTo(-0.5, 4)
  })

  it('is the same in a clone, and ends with a reset', () => {
    const { simulation, joint } = swing()
    joint.motor({ velocity: 3 })
    const clone = simulation.clone()
    for (const each of [simulation, clone]) each.step(20)
    expect(clone.q).toEqual(simulation.q)
    simulation.reset()
    expect(joint.motorForce).toBe(0)
    simulation.setState([0], [0])
    simulation.step()
    expect(Math.abs(joint.velocity)).toBeLessThan(1)
  })

  it('that is invalid is an error and changes nothing', () => {
    const { simulation, joint } = swing()
    const set = (motor: object) => () => joint.motor(motor as never)
    expect(set({})).toThrow('motor: expected a velocity, or a position and stiffness')
    expect(set({ position: 1 })).toThrow('motor.stiffness: expected with position, found none')
    expect(set({ stiffness: 1 })).toThrow('motor.position: expected with stiffness, found none')
    expect(set({ velocity: Number.NaN })).toThrow('motor.velocity')
    expect(set({ velocity: 1, maxForce: -1 })).toThrow('motor.maxForce: found -1')
    expect(set({ velocity: 1, damping: -1 })).toThrow('motor.damping: found -1')
    expect(set({ velocity: 1, maxforce: 1 })).toThrow('did you mean "maxForce"')
    expect(set([])).toThrow('motor: expected an object')
    expect(() => linkwork.simulate(box).joint('flight').motor({ velocity: 1 })).toThrow(
      'a free joint cannot be driven'
    )
    simulation.step()
    expect(joint.motorForce).toBe(0)
  })
})

describe('what does not exist', () => {
  it('is an error with what does', () => {
    const simulation = linkwork.simulate(fourBar())
    expect(() => simulation.body('crnak')).toThrow('did you mean "crank"? (bodies: crank')
    expect(() => simulation.joint('crnak')).toThrow('did you mean "crank"?')
    expect(() => simulation.body(7)).toThrow('body 7: expected an index from 0 to 2')
    expect(() => simulation.body(undefined as never)).toThrow(MechanismError)
  })

  it('cannot be set on a simulation, model or ensemble', () => {
    const owners = [
      linkwork.simulate(fourBar()),
      linkwork.model(fourBar()),
      linkwork.ensemble(chain({ links: 2 }), { count: 2 }),
      linkwork.simulate(fourBar()).body('crank'),
      linkwork.simulate(fourBar()).joint('crank'),
      linkwork.simulate(fourBar()).contacts
    ]
    for (const owner of owners)
      expect(() => {
        ;(owner as { stepsize?: number }).stepsize = 5
      }).toThrow(TypeError)
  })

  it('is a simulation after dispose', () => {
    const simulation = linkwork.simulate(fourBar())
    const body = simulation.body('crank')
    const joint = simulation.joint('crank')
    simulation.dispose()
    expect(() => body.position).toThrow(SimulationError)
    expect(() => joint.angle).toThrow(SimulationError)
    expect(() => simulation.contacts.forces).toThrow(SimulationError)
    expect(() => joint.motor({ velocity: 1 })).toThrow(SimulationError)
    expect(() => joint.motorForce).toThrow(SimulationError)
    expect(() => simulation.body('crank')).toThrow(SimulationError)
  })
})

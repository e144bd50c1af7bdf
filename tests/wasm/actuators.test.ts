import {
  fourBar,
  type Linkwork,
  load,
  type Mechanism,
  MechanismError,
  type PositionActuator
} from 'linkwork'
import { mechanismFromMjcf, mechanismToMjcf } from 'linkwork/mjcf'
import { beforeAll, describe, expect, it } from 'vitest'

let linkwork: Linkwork
beforeAll(async () => {
  linkwork = await load()
})

const servo: PositionActuator = {
  name: 'servo',
  type: 'position',
  terms: [{ joint: 'axle', coefficient: 2 }],
  stiffness: 10,
  damping: 1,
  controlRange: { lower: -1, upper: 1 },
  forceRange: { lower: -5, upper: 5 }
}
const wheel: Mechanism = {
  linkwork: 1,
  name: 'wheel',
  gravity: [0, 0, 0],
  bodies: [{ name: 'wheel', mass: 1, inertia: [0.5, 0.5, 0.5] }],
  joints: [{ name: 'axle', type: 'revolute', parent: 'world', child: 'wheel' }],
  actuators: [
    servo,
    {
      name: 'pump',
      type: 'torque',
      terms: [{ joint: 'axle', coefficient: 1 }],
      gain: 3,
      activation: 'filter',
      timeConstant: 0.1
    }
  ]
}

describe('actuators', () => {
  it('follow controls by name, by place and all at once', () => {
    const simulation = linkwork.simulate(wheel, { solver: { method: 'articulated-body' } })
    simulation.actuators.setControl('servo', 0.25)
    simulation.actuators.setControl(1, -1)
    expect([...simulation.actuators.controls]).toEqual([0.25, -1])
    expect([...simulation.actuators.activations]).toEqual([0.25, 0])
    expect(simulation.actuators.forces[0]).toBeCloseTo(2.5, 12)
    simulation.actuators.controls = [7, 0]
    expect(simulation.actuators.forces[0]).toBe(5) // 7 acts as 1, and 10 N·m are limited to 5
    expect(simulation.dynamics.forwardDynamics()[0]).toBeCloseTo((2 * 5) / 0.5, 12)
    simulation.actuators.controls = [0, 1]
    simulation.advance(0.1)
    expect(simulation.actuators.activations[1]).toBeCloseTo(1 - Math.exp(-1), 12)
    simulation.actuators.activations = [0, 0.5]
    expect(simulation.actuators.activations[1]).toBe(0.5)
    simulation.reset()
    expect([...simulation.actuators.controls, ...simulation.actuators.activations]).toEqual([
      0, 0, 0, 0
    ])
    simulation.dispose()
  })

  it('are part of snapshots and clones', () => {
    const simulation = linkwork.simulate(wheel)
    simulation.actuators.controls = [0.5, 1]
    simulation.advance(0.05)
    const snapshot = simulation.snapshot()
    const clone = simulation.clone()
    simulation.advance(0.1)
    clone.advance(0.1)
    const after = [...simulation.q, ...simulation.v]
    expect([...clone.q, ...clone.v]).toEqual(after)
    simulation.actuators.controls = [0, 0]
    simulation.restore(snapshot)
    simulation.advance(0.1)
    expect([...simulation.q, ...simulation.v]).toEqual(after)
    simulation.dispose()
    clone.dispose()
  })

  it('and errors name what is wrong', () => {
    const simulation = linkwork.simulate(wheel)
    expect(() => simulation.actuators.setControl('serve', 1)).toThrow('"servo"')
    expect(() => simulation.actuators.setControl('servo', Number.NaN)).toThrow(MechanismError)
    expect(() => {
      simulation.actuators.controls = [1]
    }).toThrow(MechanismError)
    const wrong = { ...wheel, actuators: [{ ...servo, gain: 3 }] } as unknown as Mechanism
    expect(() => linkwork.simulate(wrong)).toThrow('gain')
    simulation.dispose()
  })

  it('act in functions of a state, without controls', () => {
    const tendons = [
      {
        name: 'line',
        points: [{ body: 'world' }, { body: 'cart' }],
        stiffness: 10,
        damping: 3,
        restLength: 0
      }
    ]
    const cart: Mechanism = {
      linkwork: 1,
      name: 'cart',
      gravity: [0, 0, 0],
      bodies: [{ name: 'cart', mass: 1, inertia: [1, 1, 1] }],
      joints: [
        { name: 'rail', type: 'prismatic', axis: [1, 0, 0], parent: 'world', child: 'cart' }
      ],
      tendons
    }
    const state = { q: { rail: [0.5] }, v: { rail: [2] }, a: { rail: [0] } }
    expect(linkwork.forwardDynamics(cart, state).a['rail']![0]).toBeCloseTo(-11, 12)
    expect(linkwork.inverseDynamics(cart, state).tau['rail']![0]).toBeCloseTo(11, 12)
    expect(linkwork.energy(cart, state).potential).toBeCloseTo(1.25, 12)
  })

  it('pull on ropes that limit how far a body goes', () => {
    const weight: Mechanism = {
      linkwork: 1,
      name: 'weight',
      bodies: [{ name: 'weight', mass: 2, inertia: [1, 1, 1] }],
      joints: [{ name: 'flight', type: 'free', parent: 'world', child: 'weight' }],
      tendons: [
        {
          name: 'rope',
          points: [{ body: 'world', point: [0, 0, 3] }, { body: 'weight' }],
          limits: { upper: 4 }
        }
      ]
    }
    const simulation = linkwork.simulate(weight, { step: 1e-3 })
    expect(simulation.tendons.limitForces).toEqual(Float64Array.of(0))
    simulation.advance(1)
    expect(simulation.tendons.lengths[0]).toBeCloseTo(4, 6)
    expect(simulation.tendons.limitForces[0]).toBeCloseTo(-2 * 9.81, 6)
    expect(simulation.contacts.limits).toEqual([])
    simulation.dispose()
    expect(() =>
      linkwork.simulate({
        ...weight,
        tendons: [{ ...weight.tendons![0]!, limits: { lower: 2, upper: 1 } }]
      })
    ).toThrow('tendons[0].limits')
  })

  it('survive MJCF', () => {
    const { text, warnings } = mechanismToMjcf(linkwork, wheel)
    expect(warnings).toEqual([])
    expect(mechanismFromMjcf(linkwork, text).mechanism.actuators).toEqual(wheel.actuators)
    const hung: Mechanism = {
      ...wheel,
      tendons: [
        {
          name: 'cable',
          points: [
            { body: 'world', point: [0, 0, 1] },
            { body: 'wheel', point: [0.5, 0, 0] }
          ],
          stiffness: 3,
          restLength: 0.5,
          onlyPulls: true,
          limits: { lower: 0.1, upper: 2 }
        },
        {
          name: 'sum',
          terms: [{ joint: 'axle', coefficient: 2 }],
          stiffness: 4,
          damping: 1,
          restLength: -0.4
        },
        {
          name: 'range',
          terms: [{ joint: 'axle', coefficient: -1 }],
          limits: { upper: 1 }
        }
      ],
      actuators: [{ name: 'winch', type: 'torque', gain: 2, tendon: 'cable' }]
    }
    const { mechanism } = mechanismFromMjcf(linkwork, mechanismToMjcf(linkwork, hung).text)
    expect(mechanism.tendons).toEqual([
      {
        ...hung.tendons![0],
        points: [
          { body: 'world', point: [0, 0, 1] },
          { body: 'wheel', point: [0.5, 0, 0] }
        ]
      },
      hung.tendons![1],
      hung.tendons![2]
    ])
    expect(mechanism.actuators).toEqual(hung.actuators)
  })
})

describe('prescribed motions', () => {
  it('turn the crank of a four-bar exactly', () => {
    const simulation = linkwork.simulate(fourBar(), { step: 1e-3 })
    const [start] = simulation.q
    simulation.constraints.prescribe({ crank: { center: start!, velocity: 3 } })
    simulation.advance(0.7)
    expect(simulation.q[0]! - start!).toBeCloseTo(3 * 0.7, 11)
    expect(simulation.constraints.loopError).toBeLessThan(1e-9)
    expect(simulation.constraints.prescribedForces[0]).not.toBe(0)
    expect(simulation.dynamics.forwardDynamics()[0]).toBeCloseTo(0, 8)
    simulation.constraints.prescribe({})
    simulation.advance(0.1)
    expect(simulation.constraints.prescribedForces[0]).toBe(0)
    simulation.dispose()
  })

  it('are functions of time', () => {
    const simulation = linkwork.simulate(fourBar(), { step: 1e-3 })
    const [start] = simulation.q
    const turn = (time: number) => start! + Math.tanh(4 * time) ** 3
    simulation.constraints.prescribe({ crank: turn })
    const other = simulation.clone()
    simulation.advance(0.7)
    expect(simulation.q[0]).toBeCloseTo(turn(simulation.time), 12)
    expect(simulation.constraints.loopError).toBeLessThan(1e-9)
    other.advance(0.7)
    expect([...other.q]).toEqual([...simulation.q])
    other.dispose()
    simulation.dispose()
  })

  it('name what goes wrong in their functions', () => {
    const simulation = linkwork.simulate(wheel)
    const failing = (motion: unknown) => {
      simulation.reset()
      simulation.constraints.prescribe({ axle: motion as () => number })
      return () => simulation.advance(1)
    }
    const late = (value: () => unknown) => (time: number) => (time < 0.5 ? 0 : value())
    expect(failing(late(() => Number.NaN))).toThrow(/motions\.axle.*NaN/)
    expect(failing(late(() => '1'))).toThrow(/motions\.axle.*expected a finite number.*"1"/)
    const broken = () => {
      throw new RangeError('out of wood')
    }
    expect(failing(late(broken))).toThrow(/motions\.axle.*RangeError: out of wood/)
    const withoutText = () => {
      throw Object.create(null)
    }
    expect(failing(late(withoutText))).toThrow(/motions\.axle.*object/)
    expect(failing(late(() => simulation.time))).toThrow(/motions\.axle.*cannot use simulations/)
    expect(failing(late(() => simulation.dispose()))).toThrow(/cannot use simulations/)
    expect(simulation.time).toBeLessThan(0.5)
    simulation.constraints.prescribe({})
    simulation.advance(1)
    simulation.dispose()
  })

  it('start where the joint is', () => {
    const simulation = linkwork.simulate(wheel)
    expect(() => simulation.constraints.prescribe({ axle: 1 })).toThrow('motions.axle')
    expect(() => simulation.constraints.prescribe({ axel: 1 })).toThrow('"axle"')
    simulation.dispose()
  })
})

describe('prescribed motions against what stops them', () => {
  it('are errors that say so', () => {
    const [axle] = wheel.joints
    const stopped = { ...wheel, joints: [{ ...axle!, limits: { lower: -1, upper: 0.2 } }] }
    for (const motion of [{ velocity: 1 }, (time: number) => time]) {
      const simulation = linkwork.simulate({ ...stopped, actuators: [] }, { step: 1e-3 })
      simulation.constraints.prescribe({ axle: motion })
      expect(() => simulation.advance(1)).toThrow('contradict each other')
      expect(simulation.q[0]).toBeLessThan(0.2 + 1e-6)
      simulation.dispose()
    }
  })
})

describe('tracking', () => {
  it('follows functions with kinks and jumps without spikes of torque', () => {
    const plain = { ...wheel, actuators: [] }
    const bounded = (path: (time: number) => number, most: number, near = 1e-3) => {
      const simulation = linkwork.simulate(plain, { step: 1e-3 })
      simulation.tracking.start({ joints: { axle: path } })
      let torque = 0
      for (let i = 0; i < 2000; i++) {
        simulation.step()
        torque = Math.max(torque, Math.abs(simulation.tracking.torques[0]!))
      }
      expect(torque).toBeLessThan(0.5 * most) // inertia times acceleration
      expect(Math.abs(simulation.q[0]! - path(simulation.time))).toBeLessThan(near)
      simulation.dispose()
    }
    // K_d times the jump of the speed, or K_p times that of the position, and what follows
    bounded((time) => Math.max(0, time - 0.5001), 25)
    bounded((time) => (time > 0.5001 ? 0.1 : 0), 12)
    // Held positions, of speed 0, lag by K_d / K_p times 1 rad/s.
    bounded((time) => 0.001 * Math.floor(1000 * time + 0.3), 30, 0.21)
  })

  it('follows functions of time', () => {
    const simulation = linkwork.simulate({ ...wheel, actuators: [] }, { step: 1e-3 })
    simulation.tracking.start({ joints: { axle: (time) => Math.sin(3 * time) } })
    simulation.advance(3)
    expect(simulation.q[0]).toBeCloseTo(Math.sin(3 * simulation.time), 3)
    simulation.dispose()
  })

  it('has limits of forces, and may be PD control alone', () => {
    const simulation = linkwork.simulate(wheel, { solver: { method: 'articulated-body' } })
    simulation.tracking.start({
      stiffness: 10,
      damping: 1,
      joints: { axle: 2 },
      feedForward: false
    })
    expect(simulation.tracking.torques[0]).toBeCloseTo(20, 12)
    simulation.tracking.start({ joints: { axle: 2 }, maxForces: { axle: 3 } })
    expect(simulation.tracking.torques[0]).toBe(3)
    expect(simulation.dynamics.forwardDynamics()[0]).toBeCloseTo(6, 12)
    expect(() =>
      simulation.tracking.start({ joints: { axle: 2 }, maxForces: { axel: 3 } })
    ).toThrow('maxForces')
    simulation.dispose()
  })
})

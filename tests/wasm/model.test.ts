import {
  boxStack,
  chain,
  fourBar,
  load,
  MechanismError,
  miniCheetah,
  SimulationError,
  telloHumanoid
} from 'linkwork'
import { describe, expect, it } from 'vitest'

const linkwork = await load()
const sources = {
  chain: chain({ links: 5 }),
  fourBar: fourBar(),
  miniCheetah: miniCheetah(),
  telloHumanoid: telloHumanoid()
}

describe('a model answers as the library and simulations do', () => {
  it.each(Object.entries(sources))('%s', (_, source) => {
    using model = linkwork.model(source)
    using simulation = model.simulate()
    simulation.step(20)
    const { q, v } = { q: simulation.q.slice(), v: simulation.v.slice() }
    simulation.setState(q, v) // closes loops to rounding, as a model does
    const named = model.named({ q, v })
    const tau = Float64Array.from(v, (_, i) => 0.1 * (i % 3))
    simulation.forces.setTorques(tau)
    const expected = simulation.dynamics.forwardDynamics().slice()
    expect(model.forwardDynamics({ q, v, tau })).toEqual(expected)
    expect(model.forwardDynamics({ ...named, tau })).toEqual(expected)
    const ofLibrary = linkwork.forwardDynamics(source, { ...named, tau: model.named({ v: tau }).v })
    for (const { name, v: first, velocities } of model.joints)
      for (let i = 0; i < velocities; i++)
        expect(expected[first + i]).toBeCloseTo(ofLibrary.a[name]?.[i] as number, 6)
    simulation.forces.setTorques(new Float64Array(tau.length))
    expect(model.inverseDynamics({ q, v, a: expected })).toEqual(
      simulation.dynamics.inverseDynamics(expected)
    )
    expect(model.massMatrix({ q })).toEqual(simulation.dynamics.massMatrix())
    expect(model.poses({ q })).toEqual(simulation.poses)
    expect(model.energy({ q, v })).toEqual({
      kinetic: simulation.energy.kinetic,
      potential: simulation.energy.potential
    })
    // Forces of one question do not act in the next.
    expect(model.forwardDynamics({ q, v })).toEqual(simulation.dynamics.forwardDynamics())
  })

  it('with the number alone of a joint that has one', () => {
    using model = linkwork.model(fourBar())
    using simulation = model.simulate()
    const listed = model.assemble({ q: { crank: [1.1] }, v: { crank: [2] } })
    expect(model.assemble({ q: { crank: 1.1 }, v: { crank: 2 } })).toEqual(listed)
    simulation.assemble({ q: { crank: 1.1 }, v: { crank: 2 } })
    expect(simulation.q).toEqual(listed.q)
    using arm = linkwork.model(chain({ links: 1 }))
    const [name] = arm.joints.map(({ name }) => name) as [string]
    const asked = arm.forwardDynamics({ q: { [name]: 0.5 }, tau: { [name]: 2 } }).slice()
    expect(arm.forwardDynamics({ q: [0.5], tau: [2] })).toEqual(asked)
    const state = { q: { [name]: 0.5 }, tau: { [name]: 2 } }
    const ofLibrary = linkwork.forwardDynamics(chain({ links: 1 }), state)
    expect(ofLibrary.a[name]).toEqual([...asked])
    using ball = linkwork.model(chain({ links: 1, joint: 'spherical' }))
    const q = Object.fromEntries(ball.joints.map(({ name }) => [name, 1]))
    expect(() => ball.forwardDynamics({ q })).toThrow(/expected 4 numbers, found 1$/)
    expect(() => ball.assemble({ q })).toThrow(/expected 4 numbers.*, found 1$/)
  })

  it('with wrenches by name or in a row, and with what touches', () => {
    using model = linkwork.model(chain({ links: 3 }))
    const last = model.bodies.at(-1) as string
    const wrenches = new Float64Array(18)
    wrenches.set([1, 2, 3, 4, 5, 6], 12)
    const pushed = model.forwardDynamics({ wrenches }).slice()
    expect(model.forwardDynamics({ wrenches: { [last]: [1, 2, 3, 4, 5, 6] } })).toEqual(pushed)
    expect(model.forwardDynamics()).not.toEqual(pushed)
    // A stack at rest on the floor stays there.
    using stack = linkwork.model(boxStack())
    for (const a of stack.forwardDynamics()) expect(Math.abs(a)).toBeLessThan(1e-9)
  })
})

describe('places and names', () => {
  it('have the places of all numbers of a joint', () => {
    using model = linkwork.model(miniCheetah())
    const { joints, bodies } = model.mechanism
    expect(model.joints.map(({ name }) => name)).toEqual(joints.map(({ name }) => name))
    expect(model.bodies).toEqual(bodies.map(({ name }) => name))
    expect(model.joint(0)).toMatchObject({ index: 0, q: 0, positions: 7, v: 0, velocities: 6 })
    const second = model.joint(1)
    expect(second).toMatchObject({ q: 7, positions: 1, v: 6, velocities: 1 })
    expect(model.joint(second.name)).toBe(second)
    expect(model.body(bodies[3]?.name as string)).toBe(3)
    const { positionSize, velocitySize, degreesOfFreedom } = model
    using simulation = model.simulate()
    expect([positionSize, velocitySize]).toEqual([simulation.q.length, simulation.v.length])
    expect(degreesOfFreedom).toBe(model.info.degreesOfFreedom)
    expect(model.start.q).toEqual(simulation.q)
  })

  it('that are not there are errors that list those that are', () => {
    using model = linkwork.model(fourBar())
    expect(() => model.joint('crnk')).toThrow(/no joint is named "crnk"; did you mean "crank"/)
    expect(() => model.joint(9)).toThrow(/joint 9: expected an index from 0 to 2/)
    expect(() => model.body('x')).toThrow(MechanismError)
    expect(() => model.forwardDynamics({ q: { crnk: [1] } })).toThrow(/crnk/)
    expect(() => model.forwardDynamics({ q: { crank: [1, 2] } })).toThrow(/q\.crank: expected 1/)
    expect(() => model.forwardDynamics({ q: [0.1, 0, 0] })).toThrow(/loops or couplings are open/)
    expect(() => model.forwardDynamics({ q: [Number.NaN, 0, 0] })).toThrow(MechanismError)
    expect(() => model.forwardDynamics({ wrenches: [1] })).toThrow(MechanismError)
    expect(() => model.forwardDynamics({ velocity: [] } as object)).toThrow(/no option is named/)
  })
})

describe('assembling', () => {
  it('places what follows the joints that are given', () => {
    using model = linkwork.model(fourBar())
    const { q, v } = model.assemble({ q: { crank: [1.1] }, v: { crank: [2] } })
    expect(q[model.joint('crank').q]).toBe(1.1)
    expect(v[model.joint('crank').v]).toBeCloseTo(2, 12)
    using simulation = model.simulate()
    simulation.setState(q, v)
    expect(simulation.constraints.loopError).toBeLessThan(1e-12)
    simulation.step(5)
    simulation.assemble({ q: { crank: [1.1] }, v: { crank: [2] } })
    expect(simulation.state.q?.['crank']).toEqual([1.1])
    expect(() => model.assemble({ q: { crank: [0.3], rocker: [2.5] } })).toThrow(/loops\[0\]/)
    expect(() => model.assemble({ v: { crank: [1], rocker: [7] } })).toThrow(/a second/)
  })

  it('starts a four-bar that is given by its lengths alone', () => {
    const bar = (name: string, length: number) => ({
      name,
      mass: length,
      centerOfMass: [length / 2, 0, 0],
      inertia: [0.001, 0.001, 0.001]
    })
    const hinge = (name: string, parent: string, child: string, x: number) => ({
      name,
      type: 'revolute',
      parent,
      child,
      axis: [0, 1, 0],
      parentFrame: { position: [x, 0, 0] }
    })
    const open = {
      linkwork: 1,
      name: 'lengths',
      bodies: [bar('crank', 0.3), bar('coupler', 0.8), bar('rocker', 0.7)],
      joints: [
        hinge('crank', 'world', 'crank', 0),
        hinge('coupler', 'crank', 'coupler', 0.3),
        hinge('rocker', 'world', 'rocker', 0.9)
      ],
      loops: [{ ...hinge('pin', 'coupler', 'rocker', 0.8), childFrame: { position: [0.7, 0, 0] } }]
    }
    expect(() => linkwork.simulate(open)).toThrow(/loops\[0\]: does not close/)
    using simulation = linkwork.simulate(open, { assemble: true })
    simulation.step(100)
    expect(simulation.constraints.loopError).toBeLessThan(1e-12)
    using model = linkwork.model(open, { assemble: true })
    expect(model.degreesOfFreedom).toBe(1)
    expect(() => linkwork.model(open, { assemble: 1 as never })).toThrow(/assemble: expected true/)
  })
})

describe('simulations of a model', () => {
  it('move as those that compiled the mechanism for themselves', () => {
    using model = linkwork.model(telloHumanoid())
    using shared = model.simulate({ step: 1e-3 })
    using alone = linkwork.simulate(telloHumanoid(), { step: 1e-3 })
    shared.step(50)
    alone.step(50)
    expect(shared.q).toEqual(alone.q)
    expect(() => model.simulate({ dt: 1 } as object)).toThrow(/no option is named "dt"/)
  })

  it('start in the given state, by names too, and work when the model is gone', () => {
    const model = linkwork.model(fourBar())
    const { q, v } = model.assemble({ q: { crank: [1.3] } })
    const state = model.named({ q, v })
    const simulation = model.simulate({ state })
    model.dispose()
    expect(simulation.state.q?.['crank']?.[0]).toBeCloseTo(1.3, 12)
    simulation.step(10)
    simulation.setState({ ...state, tau: { crank: [2] } })
    expect(simulation.state.tau?.['crank']).toEqual([2])
    expect(simulation.q).toEqual(q)
    expect(() => model.forwardDynamics()).toThrow(SimulationError)
    simulation.dispose()
  })

  it('are cloned at a moment', () => {
    using simulation = linkwork.simulate(miniCheetah())
    simulation.forces.setTorque(3, 1)
    simulation.step(10)
    using clone = simulation.clone()
    clone.step(5)
    simulation.step(5)
    expect(clone.snapshot()).toEqual(simulation.snapshot())
    clone.step()
    expect(clone.time).toBeGreaterThan(simulation.time)
  })

  it('take many steps in one call', () => {
    using rolled = linkwork.simulate(chain({ links: 2 }))
    using stepped = linkwork.simulate(chain({ links: 2 }))
    const controls = Float64Array.from({ length: 6 }, (_, i) => i / 10)
    const trajectory = rolled.rollout(controls, 3, { hold: 4, record: true })
    const expected: number[] = []
    for (let i = 0; i < 3; i++) {
      stepped.forces.setTorques(controls.subarray(2 * i, 2 * i + 2))
      stepped.step(4)
      expected.push(...stepped.q, ...stepped.v)
    }
    expect(Array.from(trajectory as Float64Array)).toEqual(expected)
    expect(rolled.rollout(controls, 3)).toBeUndefined()
    expect(() => rolled.rollout(controls, 4)).toThrow(/controls: expected 8 numbers, found 6/)
  })
})

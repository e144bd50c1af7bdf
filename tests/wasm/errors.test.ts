import { chain, fourBar, load, MechanismError, SimulationError } from 'linkwork'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

/** The error of a call. */
function thrown(call: () => unknown): Error {
  try {
    call()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

describe('an error of the library', () => {
  it('is a MechanismError with the message of C++', () => {
    const mechanism = linkwork.mechanism(chain({ links: 2 }))
    const joints = mechanism.joints.map((joint) => ({ ...joint, parent: 'wrold' }))
    const error = thrown(() => linkwork.info({ ...mechanism, joints }))
    expect(error).toBeInstanceOf(MechanismError)
    expect(error).toBeInstanceOf(Error)
    expect(error.name).toBe('MechanismError')
    expect(error.message).toMatch(/^joints\[0\]\.parent: no body is named "wrold"/)
    expect(error.stack).toContain('errors.test.ts')
  })

  it('names options of the catalogue', () => {
    expect(thrown(() => linkwork.info(chain({ links: 0 }))).message).toMatch(/options\.links/)
    const misspelt = { catalogue: 'chain', options: { lenght: 1 } } as const
    // @ts-expect-error: the types know the options too
    expect(thrown(() => linkwork.info(misspelt)).message).toMatch(/did you mean "length"/)
    // @ts-expect-error: and the names
    expect(thrown(() => linkwork.info({ catalogue: 'chian' })).message).toMatch(/"chian".*chain/)
  })

  it('suggests ours for words of other libraries', () => {
    const simulate = (options: object) => () => linkwork.simulate(fourBar(), options)
    expect(simulate({ dt: 0.01 })).toThrow('did you mean "step"?')
    expect(simulate({ timestep: 0.01 })).toThrow('did you mean "step"?')
    const simulation = linkwork.simulate(fourBar())
    expect(() => simulation.forces.setTorques(1 as never)).toThrow(
      'expected an array of 3 numbers, found 1'
    )
    expect(() => {
      simulation.joint('crank').torque = '1' as never
    }).toThrow('torque: expected a finite number, found "1"')
  })

  it('reports where text is no JSON', () => {
    expect(thrown(() => linkwork.info('{ "linkwork": 1,\n oops')).message).toMatch(/line 2/)
  })

  it('finds numbers that JSON cannot hold', () => {
    const state = { q: { joint1: [Number.NaN] } }
    const error = thrown(() => linkwork.energy(chain(), state))
    expect(error).toBeInstanceOf(MechanismError)
    expect(error.message).toBe('state.q.joint1[0]: expected a finite number, found NaN')
  })

  it('finds whole numbers that are too large', () => {
    const mechanism = linkwork.mechanism(chain({ links: 1 }))
    const { name: body } = mechanism.bodies[0]!
    const found = (group: number) =>
      thrown(() =>
        linkwork.info({
          ...mechanism,
          contact: { colliders: [{ type: 'sphere', body, radius: 1, group }] }
        })
      ).message
    expect(found(3e9)).toBe(
      'contact.colliders[0].group: expected a whole number of at most 2147483647 in size, found the number 3e+9'
    )
    expect(found(1.5)).toBe(
      'contact.colliders[0].group: expected a whole number, found the number 1.5'
    )
  })

  it('names a loop that does not close', () => {
    const joint = linkwork.mechanism(fourBar()).joints[0]?.name ?? ''
    const error = thrown(() => linkwork.energy(fourBar(), { q: { [joint]: [0.123] } }))
    expect(error).toBeInstanceOf(MechanismError)
    expect(error.message).toMatch(/loop/)
  })
})

describe('a simulation', () => {
  it('checks names, sizes and numbers', () => {
    using simulation = linkwork.simulate(chain({ links: 2 }))
    const message = (call: () => unknown) => {
      const error = thrown(call)
      expect(error).toBeInstanceOf(MechanismError)
      return error.message
    }
    const origin = [0, 0, 0]
    expect(message(() => simulation.forces.pull('link3', origin, origin))).toMatch(
      /no body is named "link3"; did you mean "link[12]"\? \(bodies: link1, link2\)/
    )
    expect(message(() => simulation.forces.pull(2, origin, origin))).toBe(
      'body 2: expected an index from 0 to 1'
    )
    expect(message(() => simulation.forces.setTorque('knee', 1))).toMatch(
      /no joint is named "knee" \(/
    )
    expect(message(() => simulation.forces.setTorque(0, [1, 2]))).toMatch(/2.*1/)
    expect(message(() => simulation.forces.pull(0, origin, [0, Number.NaN, 0]))).toBe(
      'target[1]: expected a finite number, found NaN'
    )
    expect(message(() => simulation.forces.setTorque(0, Number.NaN))).toMatch(/finite/)
    expect(message(() => simulation.forces.setWrench(0, [1, 2, 3]))).toMatch(/3.*6|6.*3/)
    expect(message(() => simulation.setState([0], [0, 0]))).toMatch(/q: expected 2/)
    expect(message(() => simulation.restore(new Float64Array(1)))).toMatch(/1/)
    for (const count of [-1, 0.5, 2 ** 31, 2 ** 32, 2 ** 32 + 5, Number.NaN]) {
      expect(message(() => simulation.step(count))).toMatch(/count: expected a whole number/)
    }
    expect(message(() => simulation.advance(Number.NaN))).toMatch(/seconds/)
  })

  it('refuses methods, integrators and steps that do not exist, and stays as it was', () => {
    using simulation = linkwork.simulate(chain({ links: 2 }))
    expect(() => {
      simulation.solver = { method: 'articulated-body', integrator: 'euler' as never }
    }).toThrow(/rk4/)
    expect(() => {
      simulation.solver = { method: 'magic' as never }
    }).toThrow(/articulated-body/)
    expect(() => {
      simulation.stepSize = -1
    }).toThrow()
    expect(() => {
      simulation.stepSize = Number.POSITIVE_INFINITY
    }).toThrow(MechanismError)
    expect(simulation.solver).toEqual({ method: 'articulated-body', integrator: 'rk4' })
    expect(simulation.stepSize).toBe(1e-3)
    expect(() => linkwork.simulate(chain(), { step: 0 })).toThrow()
  })

  it('comes back from a step that leaves the finite numbers', () => {
    using simulation = linkwork.simulate(chain({ links: 2 }))
    simulation.step(10)
    const { time } = simulation
    const q = simulation.q.slice()
    simulation.forces.setTorque(0, 1e308)
    const error = thrown(() => simulation.step(100)) as SimulationError
    expect(error).toBeInstanceOf(SimulationError)
    expect(error.time).toBeGreaterThanOrEqual(time)
    expect(simulation.q.every(Number.isFinite)).toBe(true)
    simulation.forces.clear()
    simulation.setState(q, [0, 0])
    simulation.step(10)
    expect(simulation.q.every(Number.isFinite)).toBe(true)
  })

  it('says so when it is used after dispose', () => {
    const simulation = linkwork.simulate(chain({ links: 2 }))
    simulation.dispose()
    simulation.dispose()
    for (const use of [() => simulation.q, () => simulation.step(), () => simulation.time]) {
      expect(thrown(use)).toBeInstanceOf(SimulationError)
      expect(thrown(use).message).toMatch(/disposed/)
    }
  })
})

it('fifty thousand errors leave the module as it was', () => {
  // Errors that unwound through WebAssembly would each take some hundred bytes of its 8 MB stack.
  for (let i = 0; i < 50_000; i++) {
    try {
      linkwork.mechanism('{}')
    } catch {}
  }
  expect(linkwork.info(chain()).degreesOfFreedom).toBe(5)
})

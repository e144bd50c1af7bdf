import { type CouplingTerm, chain, load, type Mechanism, MechanismError } from 'linkwork'
import { mechanismFromMjcf, mechanismToMjcf } from 'linkwork/mjcf'
import { describe, expect, it } from 'vitest'
import { expectSameMotion, inexpressible } from './same-motion.js'

const linkwork = await load()

const names = linkwork.catalogue.map(({ name }) => name)

describe('MJCF of the catalogue', () => {
  it.each(names.filter((name) => !inexpressible.includes(name)))('%s comes back', (catalogue) => {
    const mechanism = linkwork.mechanism({ catalogue } as never)
    const { text } = mechanismToMjcf(linkwork, mechanism)
    const back = mechanismFromMjcf(linkwork, text).mechanism
    expectSameMotion(linkwork, mechanism, back)
    for (const [joint, values] of Object.entries(mechanism.initialState?.q ?? {})) {
      const found = back.initialState?.q?.[joint] ?? [0]
      for (const [i, value] of values.entries()) expect(found[i]).toBeCloseTo(value, 9)
    }
  })

  it.each(inexpressible)('%s has what is refused', (catalogue) => {
    const mechanism = linkwork.mechanism({ catalogue } as never)
    expect(() => mechanismToMjcf(linkwork, mechanism)).toThrow(MechanismError)
    expect(() => mechanismToMjcf(linkwork, mechanism)).toThrow(/MJCF has no \w+; expected one of/)
  })
})

it('a chain that is too long to be nested is refused', () => {
  expect(() => mechanismToMjcf(linkwork, chain({ links: 500 }))).not.toThrow()
  expect(
    mechanismFromMjcf(linkwork, mechanismToMjcf(linkwork, chain({ links: 500 })).text).mechanism
      .bodies
  ).toHaveLength(500)
  expect(() => mechanismToMjcf(linkwork, chain({ links: 600 }))).toThrow(
    /at most 504 bodies in a chain/
  )
})

describe('joints of several coordinates', () => {
  const frame = { position: [0.1, -0.2, 0.3], rotation: [0.5, 0.5, -0.5, 0.5] } as const
  const body = (name: string) => ({
    name,
    mass: 2,
    centerOfMass: [0.1, 0.2, 0.3] as const,
    inertia: [0.3, 0.4, 0.5, 0.01, -0.02, 0.03] as const
  })
  const types = ['free', 'universal', 'planar', 'cylindrical', 'helical', 'spherical'] as const
  const mechanism: Mechanism = {
    linkwork: 1,
    name: 'joints',
    gravity: [1, 2, -9],
    bodies: types.map(body),
    joints: types.map((type, i) => ({
      name: type,
      type,
      parent: i === 0 ? 'world' : types[i - 1]!,
      child: type,
      childFrame: frame,
      ...(i > 0 ? { parentFrame: frame } : {}),
      ...(i === 0 || type === 'planar' || type === 'spherical' ? {} : { axis: [1, 0, 0] as const }),
      ...(type === 'universal' ? { axis2: [0, 0, 1] as const, stiffness: 3, rest: 0.2 } : {}),
      ...(type === 'helical' ? { pitch: 0.4, stiffness: 2, rest: 0.1 } : {}),
      ...(type === 'spherical' ? { stiffness: 1.5 } : {})
    }))
  }
  const state = {
    q: {
      free: [1, 2, 3, 0.5, 0.5, 0.5, 0.5],
      universal: [0.3, -0.4],
      planar: [0.1, 0.2, 0.3],
      cylindrical: [0.5, -0.1],
      helical: [0.7],
      spherical: [0.6, 0, 0, 0.8]
    },
    v: {
      free: [1, 2, 3, 4, 5, 6],
      universal: [1, -1],
      planar: [1, 2, 3],
      cylindrical: [-2, 1],
      helical: [1.5],
      spherical: [1, 2, -3]
    }
  }

  it('become one for each, and move the same', () => {
    const { text, warnings } = mechanismToMjcf(linkwork, { ...mechanism, initialState: state })
    expect(warnings).toEqual([])
    const back = mechanismFromMjcf(linkwork, text).mechanism
    const [one, other] = [{ ...mechanism, initialState: state }, back].map((each) =>
      linkwork.energy(each)
    )
    expect(other!.kinetic).toBeCloseTo(one!.kinetic, 9)
    expect(other!.potential).toBeCloseTo(one!.potential, 9)
    expect(linkwork.info(back).degreesOfFreedom).toBe(linkwork.info(mechanism).degreesOfFreedom)
  })
})

it('ranges with one bound have one when they come back', () => {
  const body = (name: string) => ({ name, mass: 1, inertia: [1, 1, 1, 0, 0, 0] as const })
  const mechanism: Mechanism = {
    linkwork: 1,
    name: 'stops',
    bodies: [body('arm'), body('slide')],
    joints: [
      {
        name: 'elbow',
        type: 'revolute',
        parent: 'world',
        child: 'arm',
        limits: { lower: -1 },
        actuatorForceRange: { upper: 5 }
      },
      { name: 'rail', type: 'prismatic', parent: 'arm', child: 'slide', limits: { upper: 2 } }
    ],
    actuators: [
      {
        name: 'motor',
        type: 'torque',
        terms: [{ joint: 'elbow', coefficient: 1 }],
        controlRange: { upper: 3 },
        forceRange: { lower: -4 }
      },
      { name: 'winch', type: 'torque', tendon: 'rope', forceRange: { upper: 6 } }
    ],
    tendons: [
      { name: 'rope', points: [{ body: 'world' }, { body: 'slide' }], limits: { upper: 4 } },
      { name: 'sum', terms: [{ joint: 'elbow', coefficient: 2 }], limits: { lower: -3 } }
    ]
  }
  const back = mechanismFromMjcf(linkwork, mechanismToMjcf(linkwork, mechanism).text)
  const { joints, actuators, tendons } = back.mechanism
  expect(joints.map(({ limits }) => limits)).toEqual([{ lower: -1 }, { upper: 2 }])
  expect(joints[0]!.actuatorForceRange).toEqual({ upper: 5 })
  expect(actuators?.map(({ controlRange, forceRange }) => [controlRange, forceRange])).toEqual([
    [{ upper: 3 }, { lower: -4 }],
    [undefined, { upper: 6 }]
  ])
  expect(tendons?.map(({ limits }) => limits)).toEqual([{ upper: 4 }, { lower: -3 }])
  // A range with one bound bounds no effort.
  expect(back.limits).toEqual({})
})

// MuJoCo 3.14.0 takes two equal bounds for no range, and holds the joint by these.
it('ranges with equal bounds hold what they held', () => {
  const mechanism: Mechanism = {
    linkwork: 1,
    name: 'lock',
    bodies: [{ name: 'arm', mass: 1, centerOfMass: [1, 0, 0], inertia: [0.1, 0.1, 0.1] }],
    joints: [
      {
        ...({ name: 'elbow', type: 'revolute', parent: 'world', child: 'arm' } as const),
        ...{ axis: [0, 1, 0], limits: { lower: -0.3, upper: -0.3 } }
      }
    ],
    tendons: [
      {
        ...{ name: 'sum', terms: [{ joint: 'elbow', coefficient: 10 }] },
        limits: { lower: -3, upper: -3 }
      }
    ],
    initialState: { q: { elbow: [-0.3] } }
  }
  const { text } = mechanismToMjcf(linkwork, mechanism)
  const ranges = [...text.matchAll(/range="(\S+) (\S+)"/g)].map(([, ...bounds]) =>
    bounds.map(Number)
  )
  expect(ranges.map(([lower]) => lower)).toEqual([-0.3, -3])
  for (const [lower, upper] of ranges) {
    expect(upper! - lower!).toBeGreaterThan(0)
    expect(upper! - lower!).toBeLessThan(1e-11)
  }
  using simulation = linkwork.simulate(mechanismFromMjcf(linkwork, text).mechanism)
  simulation.advance(1)
  expect(simulation.q[0]).toBeCloseTo(-0.3, 8)
})

it('the motor of a screw turns it when it comes back', () => {
  const mechanism: Mechanism = {
    linkwork: 1,
    name: 'jack',
    gravity: [0, 0, 0],
    bodies: [{ name: 'plate', mass: 2, inertia: [1, 1, 1, 0, 0, 0] }],
    joints: [{ name: 'screw', type: 'helical', parent: 'world', child: 'plate', pitch: 0.5 }],
    actuators: [{ name: 'motor', type: 'torque', terms: [{ joint: 'screw', coefficient: 2 }] }]
  }
  const back = mechanismFromMjcf(linkwork, mechanismToMjcf(linkwork, mechanism).text).mechanism
  using simulation = linkwork.simulate(back)
  simulation.actuators.setControl('motor', 3)
  simulation.advance(1)
  // The control 3 by the gear 2, on 1 kg·m² and 2 kg · (0.5 m)².
  expect(simulation.state.v?.screw).toEqual([expect.closeTo(6 / 1.5, 9)])
})

describe('a coupling with a function', () => {
  const names = ['a', 'b', 'c'] as const
  const coupled = (...terms: readonly CouplingTerm[]): Mechanism => ({
    linkwork: 1,
    name: 'cams',
    bodies: names.map((name) => ({ name, mass: 1, inertia: [1, 1, 1] })),
    joints: names.map((name) => ({ name, type: 'revolute', parent: 'world', child: name })),
    couplings: [{ name: 'cam', terms, offset: 0.5 }]
  })
  const term = (joint: string, coefficient: number, polynomial?: readonly number[]) => ({
    ...{ joint, coefficient },
    ...(polynomial ? { function: { polynomial } } : {})
  })

  it('of several joints comes back', () => {
    const mechanism = coupled(term('a', 2), term('c', 4, [0.25, 1, 0.5]), term('b', -1))
    const { text, warnings } = mechanismToMjcf(linkwork, mechanism)
    expect(warnings).toEqual([])
    expect(mechanismFromMjcf(linkwork, text).mechanism.couplings).toEqual([
      // 2a − b = 0.5 − 4 (0.25 + c + 0.5 c²). The residual of MuJoCo 3.14.0 is the same.
      { name: 'cam', terms: [term('a', 2), term('b', -1), term('c', -1, [-0.5, -4, -2, 0, 0])] }
    ])
  })

  const through = { function: { positions: [0, 1, 2], values: [0, 1, 0] } }
  it.each([
    [[term('a', 1), term('b', 1, [0, 1]), term('c', 1, [0, 1])], '2 functions'],
    [[term('a', 1, [0, 1, 1])], 'no linear term'],
    [[term('a', 1), { ...term('b', 1), ...through }], 'a function through points'],
    [[term('a', 1), term('b', 1, [0, 0, 0, 0, 0, 1])], 'a polynomial of degree 5']
  ])('that MJCF lacks is refused: %j', (terms, found) => {
    expect(() => mechanismToMjcf(linkwork, coupled(...terms))).toThrow(
      'couplings[0].terms of "cam": MJCF needs linear terms and one polynomial of degree 4 or less, found ' +
        found
    )
  })
})

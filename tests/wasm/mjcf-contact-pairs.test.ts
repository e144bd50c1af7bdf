import { type Collider, type ContactPair, load, type Mechanism } from 'linkwork'
import { mechanismFromMjcf, mechanismToMjcf } from 'linkwork/mjcf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const floor = '<geom name="floor" type="plane" size="1 1 1"/>'
const free = 'contype="0" conaffinity="0"'
const ball = (name: string, x: number, bits = '') =>
  `<body name="${name}" pos="${x} 0 0.5"><freejoint/><geom name="${name}G" size="0.1" ${bits}/></body>`
/** A chain of three links, of which the first is fixed by a joint to the world. */
const arm = `<body name="one" pos="0 0 1"><joint axis="0 1 0"/><geom name="oneG" size="0.1"/>
  <body name="two" pos="1 0 0"><joint axis="0 1 0"/><geom name="twoG" size="0.1"/>
  <body name="three" pos="1 0 0"><joint axis="0 1 0"/><geom name="threeG" size="0.1"/></body></body></body>`

const read = (bodies: string, contact: string, head = '') =>
  mechanismFromMjcf(
    linkwork,
    `<mujoco>${head}<worldbody>${floor}${bodies}</worldbody><contact>${contact}</contact></mujoco>`
  )

const everyGroup = 2 ** 31 - 1

/** Which pairs of the names touch by groups. */
function touchingIn({ contact }: Mechanism, names: readonly string[]): string[] {
  const of = (name: string) => contact!.colliders.find((each) => each.name === name)!
  const has = ({ mask = everyGroup }: Collider, { group = 1 }: Collider) => (mask & group) !== 0
  return names.flatMap((a, i) =>
    names.slice(i + 1).flatMap((b) => {
      return has(of(a), of(b)) && has(of(b), of(a)) ? [`${a} ${b}`] : []
    })
  )
}

describe('a pair of geoms', () => {
  it('touches without bits, with its own friction', () => {
    const { mechanism, warnings } = read(
      ball('a', 0, free) + ball('b', 1) + ball('c', 2, free),
      '<pair geom1="aG" geom2="floor" friction="0.4 0.4"/><pair geom1="cG" geom2="bG"/>'
    )
    expect(warnings).toEqual([])
    expect(mechanism.contact?.pairs).toEqual([
      { colliders: ['aG', 'floor'], friction: 0.4 },
      { colliders: ['cG', 'bG'], friction: 1 }
    ])
    expect(mechanism.contact?.selfCollision).toBe(true)
    expect(touchingIn(mechanism, ['floor', 'aG', 'bG', 'cG'])).toEqual([
      'floor aG',
      'floor bG',
      'bG cG'
    ])
    using simulation = linkwork.simulate(mechanism)
    simulation.advance(1)
    const heights = [0, 1, 2].map((i) => simulation.q[7 * i + 2]!)
    expect(heights[0]).toBeCloseTo(0.1, 6)
    expect(heights[1]).toBeCloseTo(0.1, 6)
    expect(heights[2]).toBeCloseTo(0.5 - 9.81 / 2, 2)
  })

  it('touches in a robot whose other bodies touch the ground alone', () => {
    const { mechanism, warnings } = read(arm, '<pair geom1="oneG" geom2="threeG" friction="0 0"/>')
    expect(warnings).toEqual([
      'line 2: body "two": bodies of a robot touch the ground and other objects, and each other in pairs alone'
    ])
    expect(mechanism.contact?.selfCollision).toBe(true)
    expect(touchingIn(mechanism, ['floor', 'oneG', 'twoG', 'threeG'])).toEqual([
      'floor oneG',
      'floor twoG',
      'floor threeG',
      'oneG threeG'
    ])
  })

  it('of connected bodies is left out with a warning', () => {
    const { mechanism, warnings } = read(arm, '<pair geom1="oneG" geom2="twoG"/>')
    expect(mechanism.contact?.pairs).toBeUndefined()
    expect(mechanism.contact?.selfCollision).toBe(false)
    expect(warnings).toContain(
      'line 3: contact, pair: bodies "one" and "two" are connected and never touch each other; it is left out'
    )
  })

  it('of a geom without a collider is left out with a warning', () => {
    const egg = ball('a', 0).replace('size="0.1"', 'type="ellipsoid" size="0.1 0.1 0.2"')
    const { mechanism, warnings } = read(egg + ball('b', 1), '<pair geom1="aG" geom2="bG"/>')
    expect(mechanism.contact?.pairs).toBeUndefined()
    expect(warnings).toEqual([
      'line 1: body "a", geom "aG": a ellipsoid touches nothing here: no collider is made',
      'line 1: contact, pair: geom "aG" has no collider; it is left out'
    ])
  })

  it('has the attributes of its class', () => {
    const head = '<default><default class="ice"><pair friction="0.1 0.1"/></default></default>'
    const { mechanism } = read(ball('a', 0), '<pair class="ice" geom1="floor" geom2="aG"/>', head)
    expect(mechanism.contact?.pairs).toEqual([{ colliders: ['floor', 'aG'], friction: 0.1 }])
  })

  // By MuJoCo 3.14.0 the second number is 1 where there is none.
  it.each([
    [
      'friction="0.4"',
      { friction: 0.4 },
      'friction: expected the same in both directions, found 0.4 and 1'
    ],
    ['condim="1" friction="0.4 0.4"', { friction: 0 }, undefined],
    ['condim="4"', { friction: 1, torsionalFriction: 0.005 }, undefined],
    ['condim="6"', { friction: 1, torsionalFriction: 0.005, rollingFriction: 0.0001 }, undefined],
    [
      'condim="6" friction="1 1 0.02 0.003 0.004"',
      { friction: 1, torsionalFriction: 0.02, rollingFriction: 0.003 },
      'friction: expected the same in both directions, found 0.003 and 0.004; 0.003 counts'
    ],
    ['friction="1 1 0.02 0.003 0.004"', { friction: 1 }, undefined],
    ['margin="0.01"', { friction: 1 }, 'margin, the distance at which it acts, is left out'],
    ['solref="0.01 1"', { friction: 1 }, 'solref is left out']
  ])('with %s', (attributes, friction, warning) => {
    const pair = `<pair geom1="floor" geom2="aG" ${attributes}/>`
    const { mechanism, warnings } = read(ball('a', 0), pair)
    expect(mechanism.contact?.pairs).toEqual([{ colliders: ['floor', 'aG'], ...friction }])
    expect(warnings).toHaveLength(warning ? 1 : 0)
    if (warning) expect(warnings[0]).toContain(warning)
  })

  it('names geoms, by a friction of at least 0', () => {
    expect(() => read(ball('a', 0), '<pair geom1="floor" geom2="aH"/>')).toThrow(
      'line 1: contact, pair geom2: no geom is named "aH"; did you mean "aG"? (geoms: floor, aG)'
    )
    expect(() => read(ball('a', 0), '<pair geom1="floor" geom2="aG" friction="-1"/>')).toThrow(
      'contact, pair friction: expected at least 0, found -1'
    )
  })

  it('of more kinds than there are groups is a warning', () => {
    const places = Array.from({ length: 40 }, (_, i) => i)
    const { mechanism, warnings } = read(
      places.map((i) => ball(`a${i}`, i, free) + ball(`b${i}`, i, free)).join(''),
      places.map((i) => `<pair geom1="a${i}G" geom2="b${i}G"/>`).join('')
    )
    expect(warnings).toEqual([
      'line 1: mujoco: contype, conaffinity and pairs: too many kinds of geoms; all touch all'
    ])
    expect(mechanism.contact?.selfCollision).toBe(true)
    expect(mechanism.contact?.pairs).toHaveLength(40)
  })
})

describe('excluded bodies', () => {
  const two = (name: string, x: number) =>
    `<body name="${name}" pos="${x} 0 0.5"><freejoint/><geom size="0.1"/><geom size="0.1" pos="0 0 0.1"/></body>`

  it('pass through each other, and touch all else', () => {
    const { mechanism, warnings } = read(
      two('a', 0) + ball('b', 0.05) + ball('c', 1),
      '<exclude body1="a" body2="b"/>'
    )
    expect(warnings).toEqual([])
    expect(mechanism.contact?.selfCollision).toBe(true)
    expect(mechanism.contact?.pairs).toEqual([{ colliders: ['a', 'bG'], touches: false }])
    expect(mechanism.contact?.colliders.map(({ name }) => name)).toEqual([
      ...['floor', 'a', 'a', 'bG', 'cG']
    ])
    using simulation = linkwork.simulate(mechanism)
    simulation.advance(1)
    const bodies = simulation.contacts.forces.map((each) => each.bodies.join(' ')).sort()
    expect(new Set(bodies)).toEqual(new Set(['-1 0', '-1 1', '-1 2']))
  })

  it('touch in pairs', () => {
    const { mechanism } = read(
      ball('a', 0) + ball('b', 1),
      '<pair geom1="aG" geom2="bG" friction="0.5 0.5"/><exclude body1="a" body2="b"/>'
    )
    expect(mechanism.contact?.pairs).toEqual([
      { colliders: ['aG', 'bG'], touches: false },
      { colliders: ['aG', 'bG'], friction: 0.5 }
    ])
  })

  it('may be the world, and copies', () => {
    const copies = `<replicate count="2" offset="1 0 0">${ball('a', 0)}</replicate>`
    const { mechanism } = read(copies, '<exclude body1="world" body2="a"/>')
    expect(mechanism.contact?.pairs).toEqual([
      { colliders: ['floor', 'aG0'], touches: false },
      { colliders: ['floor', 'aG1'], touches: false }
    ])
  })

  it('are still excluded where a robot gets contact.selfCollision', () => {
    const { mechanism, warnings } = read(arm, '<exclude body1="one" body2="three"/>')
    expect(warnings).toEqual([
      'line 2: body "two": bodies touch the ground alone; to change this, set contact.selfCollision'
    ])
    expect(mechanism.contact?.selfCollision).toBe(false)
    expect(mechanism.contact?.pairs).toEqual([{ colliders: ['oneG', 'threeG'], touches: false }])
  })

  it('without names of geoms have one that no other geom has', () => {
    const named = ball('c', 2).replace('cG', 'a')
    const { mechanism } = read(two('a', 0) + two('b', 1) + named, '<exclude body1="a" body2="b"/>')
    expect(mechanism.contact?.pairs).toEqual([{ colliders: ['a_', 'b'], touches: false }])
  })

  it('are bodies of the document', () => {
    expect(() => read(arm, '<exclude body1="one" body2="tree"/>')).toThrow(
      'contact, exclude body2: no body is named "tree"; did you mean "three"?'
    )
    expect(() => read(arm, '<exclude body1="one"/>')).toThrow('expected an attribute body2')
  })
})

describe('copies of geoms', () => {
  const copies = `<replicate count="2" offset="1 0 0">${ball('a', 0)}</replicate>`
  const contactOf = (pair: string) => read(copies, pair).mechanism.contact

  it('have names, as their colliders', () => {
    const contact = contactOf('<pair geom1="aG1" geom2="floor"/>')
    expect(contact?.colliders.map(({ name }) => name)).toEqual(['floor', 'aG0', 'aG1'])
    expect(contact?.pairs?.map(({ colliders }) => colliders)).toEqual([['aG1', 'floor']])
  })

  // As by MuJoCo 3.14.0.
  it('have copies of pairs', () => {
    const contact = contactOf('<pair geom1="floor" geom2="aG"/>')
    expect(contact?.pairs?.map(({ colliders }) => colliders)).toEqual([
      ['floor', 'aG0'],
      ['floor', 'aG1']
    ])
  })
})

describe('rules of contact in an export', () => {
  const free = (name: string) => ({ name, type: 'free', parent: 'world', child: name }) as const
  const names = ['a', 'b', 'c'] as const
  /** Three balls, of which a has two colliders, over a plane. */
  const balls = (pairs: readonly ContactPair[], label = (name: string) => name): Mechanism => ({
    linkwork: 1,
    name: 'balls',
    bodies: names.map((name) => ({ name, mass: 1, inertia: [1, 1, 1] })),
    joints: names.map(free),
    contact: {
      colliders: [
        { type: 'plane', body: 'world', name: 'floor', friction: 1 },
        ...['a', 'a2', 'b', 'c'].map((name) => ({
          ...({ type: 'sphere', body: name.charAt(0), radius: 0.1, friction: 1 } as const),
          name: label(name)
        }))
      ],
      selfCollision: true,
      pairs
    }
  })

  it('come back as they were', () => {
    const mechanism = balls([
      { colliders: ['a', 'b'], touches: false },
      { colliders: ['a2', 'b'], touches: false },
      { colliders: ['floor', 'c'], touches: false },
      { colliders: ['a2', 'c'], friction: 0.3 }
    ])
    const { text, warnings } = mechanismToMjcf(linkwork, mechanism)
    expect(warnings).toEqual([])
    expect(text.match(/<(exclude|pair) .*>/g)).toEqual([
      '<exclude body1="a" body2="b"/>',
      '<exclude body1="world" body2="c"/>',
      '<pair geom1="a2" geom2="c" friction="0.3 0.3"/>'
    ])
    const { contact } = mechanismFromMjcf(linkwork, text).mechanism
    expect(contact?.pairs).toEqual(mechanism.contact?.pairs)
    expect(contact?.colliders).toEqual(mechanism.contact?.colliders)
  })

  it('become groups where they keep apart some colliders of two bodies', () => {
    const { text, warnings } = mechanismToMjcf(
      linkwork,
      balls([{ colliders: ['a', 'b'], touches: false }])
    )
    expect(warnings).toEqual([])
    expect(text).not.toContain('<exclude')
    expect(touchingIn(mechanismFromMjcf(linkwork, text).mechanism, ['a', 'a2', 'b', 'c'])).toEqual([
      ...['a a2', 'a c', 'a2 b', 'a2 c', 'b c']
    ])
  })

  it('become groups and pairs where several bodies have a name', () => {
    const { text, warnings } = mechanismToMjcf(
      linkwork,
      balls(
        [
          { colliders: ['ball', 'ball'], touches: false },
          { colliders: ['ball', 'floor'], friction: 0.2 }
        ],
        (name) => (name === 'a2' ? 'other' : 'ball')
      )
    )
    expect(warnings).toEqual([])
    const { mechanism } = mechanismFromMjcf(linkwork, text)
    expect(mechanism.contact?.pairs).toEqual(
      ['ball_1', 'ball_2', 'ball_3'].map((name) => ({ colliders: [name, 'floor'], friction: 0.2 }))
    )
    expect(touchingIn(mechanism, ['floor', 'ball_1', 'ball_2', 'ball_3', 'other'])).toEqual([
      ...['floor ball_1', 'floor ball_2', 'floor ball_3', 'floor other'],
      ...['ball_1 other', 'ball_2 other', 'ball_3 other']
    ])
  })

  it('exclude bodies that a loop connects, which MuJoCo lets touch', () => {
    const mechanism = balls([])
    const plate = { name: 'plate', type: 'fixed', parent: 'c', child: 'plate' } as const
    const { text } = mechanismToMjcf(linkwork, {
      ...mechanism,
      bodies: [...mechanism.bodies, { name: 'plate', mass: 1, inertia: [1, 1, 1] }],
      joints: [...mechanism.joints, plate],
      loops: [
        { name: 'pin', type: 'spherical', parent: 'a', child: 'plate' },
        { name: 'foot', type: 'spherical', parent: 'world', child: 'b' }
      ]
    })
    expect(text.match(/<exclude .*>/g)).toEqual(['<exclude body1="a" body2="c"/>'])
    expect(mechanismFromMjcf(linkwork, text).mechanism.contact?.pairs).toBeUndefined()
  })

  it('warn of restitution', () => {
    const { warnings } = mechanismToMjcf(
      linkwork,
      balls([{ colliders: ['a', 'b'], restitution: 0.5 }])
    )
    expect(warnings).toEqual(['contact: restitution is left out'])
  })

  it('keep surface velocities', () => {
    const { contact, ...rest } = balls([])
    const colliders = contact!.colliders.map((solid) => ({
      ...solid,
      surfaceVelocity: [1, 0, 0] as const
    }))
    const { text, warnings } = mechanismToMjcf(linkwork, { ...rest, contact: { colliders } })
    expect(warnings).toEqual([])
    for (const { surfaceVelocity } of mechanismFromMjcf(linkwork, text).mechanism.contact
      ?.colliders ?? [])
      expect(surfaceVelocity).toEqual([1, 0, 0])
  })

  // MuJoCo 3.14.0 moves a box by [0, 1, 0] m/s on a plane with surfacevel="1 0 0" that is turned by 90°.
  it('read surface velocities, along the axes of the geom', () => {
    const { mechanism, warnings } = mechanismFromMjcf(
      linkwork,
      `<mujoco><worldbody>
      <geom type="plane" size="5 5 1" surfacevel="1 0 0 0 0 0" euler="0 0 90"/>
      <body pos="0 0 0.05"><freejoint/><geom type="box" size="0.1 0.1 0.05"
        surfacevel="0 0 0 0 0 1"/></body></worldbody></mujoco>`
    )
    expect(warnings).toEqual([
      expect.stringContaining('surfacevel: the part that turns is left out')
    ])
    const simulation = linkwork.simulate(mechanism, { step: 1e-3 })
    simulation.advance(1)
    expect(simulation.v[4]).toBeCloseTo(1, 6)
  })

  it('of bodies that never touch are no pairs, which would touch in MuJoCo', () => {
    const { bodies, joints, contact } = balls([{ colliders: ['a', 'b'], friction: 0.5 }])
    const [first, second, third] = joints
    const joined = { ...second!, type: 'revolute', parent: 'a' } as const
    const mechanism = {
      linkwork: 1,
      name: 'arm',
      bodies,
      joints: [first!, joined, third!],
      contact
    }
    expect(mechanismToMjcf(linkwork, mechanism as Mechanism).text).not.toContain('<pair')
    expect(
      mechanismToMjcf(linkwork, {
        ...balls([{ colliders: ['a', 'b'], friction: 0.5 }]),
        contact: { ...contact!, selfCollision: false }
      }).text
    ).not.toContain('<pair')
  })
})

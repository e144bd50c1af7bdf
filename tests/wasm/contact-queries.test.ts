import { load, type Mechanism, MechanismError } from 'linkwork'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const ball: Mechanism = {
  linkwork: 1,
  name: 'ball',
  bodies: [{ name: 'ball', mass: 2, inertia: [0.008, 0.008, 0.008] }],
  joints: [{ name: 'flight', type: 'free', parent: 'world', child: 'ball' }],
  contact: {
    colliders: [
      { type: 'plane', body: 'world' },
      { type: 'sphere', body: 'ball', radius: 0.1, name: 'surface', group: 2 },
      {
        ...{ type: 'box', body: 'world', size: [1, 1, 0.2], sensor: true },
        frame: { position: [0, 0, 0.6], rotation: [0, 0, 0, 1] }
      }
    ]
  },
  initialState: { q: { flight: [0, 0, 1, 0, 0, 0, 1] } }
}

describe('contact events', () => {
  it('come in their order, each once', () => {
    using simulation = linkwork.simulate(ball)
    expect(simulation.contacts.events()).toEqual([])
    simulation.advance(1)
    const events = simulation.contacts.events()
    expect(events.map(({ type, colliders }) => [type, ...colliders])).toEqual([
      ['began', 1, 2],
      ['ended', 1, 2],
      ['began', 0, 1]
    ])
    expect(events[0]!.time).toBeCloseTo(Math.sqrt((2 * 0.2) / 9.81), 2)
    const fall = Math.sqrt(2 * 9.81 * 0.9)
    expect(events[2]!.impulse).toBeCloseTo(2 * fall, 1)
    expect(simulation.contacts.events()).toEqual([])
    expect(simulation.contacts.forces).toMatchObject([{ bodies: [-1, 0], colliders: [0, 1] }])
  })
})

describe('a ray', () => {
  it('meets the first collider of its groups', () => {
    using simulation = linkwork.simulate(ball)
    const hit = simulation.contacts.castRay([0, 0, 3], [0, 0, -2])
    expect(hit).toMatchObject({ collider: 1, body: 0 })
    expect(hit?.normal[2]).toBeCloseTo(1, 14)
    expect(hit?.distance).toBeCloseTo(1.9, 14)
    expect(hit?.point[2]).toBeCloseTo(1.1, 14)
    const floor = simulation.contacts.castRay(Float64Array.of(0, 0, 3), [0, 0, -1], { mask: 1 })
    expect(floor).toMatchObject({ collider: 0, body: -1, distance: 3 })
    expect(simulation.contacts.castRay([0, 0, 3], [0, 0, -1], { distance: 1.8 })).toBeUndefined()
    expect(simulation.contacts.castRay([0, 0, 3], [0, 0, 1])).toBeUndefined()
  })

  it.each([
    [[0, 0], [0, 0, 1], {}, 'origin: expected 3 numbers, found 2'],
    [[0, 0, 0], [0, 0, 0], {}, 'direction: found zero; expected a vector of any other length'],
    [
      [0, 0, 0],
      [0, 0, 1],
      { mask: -1 },
      'mask: expected a whole number from 0 to 2147483647, found -1'
    ],
    [[0, 0, 0], [0, 0, 1], { distance: 'far' }, 'distance: expected a finite number, found "far"'],
    [
      [0, 0, 0],
      [0, 0, 1],
      { length: 1 },
      'options: no option is named "length" (options: distance, mask)'
    ]
  ])('refuses %j, %j, %j', (origin, direction, options, message) => {
    using simulation = linkwork.simulate(ball)
    const cast = () => simulation.contacts.castRay(origin, direction, options as never)
    expect(cast).toThrow(MechanismError)
    expect(cast).toThrow(message)
  })
})

describe('closest points', () => {
  const two: Mechanism = {
    ...ball,
    bodies: [...ball.bodies, { name: 'block', mass: 1, inertia: [1, 1, 1] }],
    joints: [
      ...ball.joints,
      { name: 'slide', type: 'free', parent: 'world', child: 'block' } as const
    ],
    contact: {
      colliders: [
        ...ball.contact!.colliders,
        { type: 'box', body: 'block', size: [0.4, 0.4, 0.4] },
        { type: 'cylinder', body: 'block', radius: 0.1, length: 1 }
      ]
    },
    initialState: { q: { ...ball.initialState!.q, slide: [1, 0, 1, 0, 0, 0, 1] } }
  }

  it('are those of the closest pair of colliders', () => {
    using simulation = linkwork.simulate(two)
    const found = simulation.contacts.closestPoints('ball', 'block')
    expect(found).toMatchObject({ bodies: [0, 1], colliders: [1, 3] })
    expect(found?.distance).toBeCloseTo(0.7, 14)
    expect(found?.points[0][0]).toBeCloseTo(0.1, 14)
    expect(found?.points[1][0]).toBeCloseTo(0.8, 14)
    expect(found?.normal[0]).toBeCloseTo(1, 14)
    const stick = simulation.contacts.closestPoints(0, { collider: 4 })
    expect(stick).toMatchObject({ bodies: [0, 1], colliders: [1, 4] })
    expect(stick?.distance).toBeCloseTo(0.8, 12)
    expect(simulation.contacts.closestPoints(0, 1, { distance: 0.6 })).toBeUndefined()
    const floor = simulation.contacts.closestPoints('world', 'block')
    expect(floor).toMatchObject({ bodies: [-1, 1], colliders: [0, 4], normal: [0, 0, 1] })
    expect(floor?.distance).toBeCloseTo(0.5, 14)
    expect(simulation.contacts.closestPoints(-1, 1)).toEqual(floor)
    const sensor = simulation.contacts.closestPoints({ collider: 1 }, { collider: 2 })
    expect(sensor?.distance).toBeCloseTo(0.2, 14)
  })

  it('have a distance below 0 in bodies that overlap', () => {
    using simulation = linkwork.simulate(two)
    simulation.setState({ q: { flight: [0.8, 0, 1, 0, 0, 0, 1], slide: [1, 0, 1, 0, 0, 0, 1] } })
    const found = simulation.contacts.closestPoints('ball', 'block', { distance: 0 })
    expect(found?.distance).toBeCloseTo(-0.1, 14)
    expect(found?.points[0][0]).toBeCloseTo(0.9, 14)
    expect(found?.points[1][0]).toBeCloseTo(0.8, 14)
  })

  it.each([
    ['ball', 'bal', {}, 'no body is named "bal"'],
    ['ball', 7, {}, 'body 7: expected an index from 0 to 1'],
    ['ball', { collider: 9 }, {}, 'second: found collider 9; expected 0 to 4'],
    ['ball', { collider: -1 }, {}, 'second.collider: expected a whole number from 0'],
    ['ball', { body: 1 }, {}, 'second: no option is named "body"'],
    ['ball', null, {}, 'second: expected an object, found null'],
    ['ball', 'ball', {}, 'second: found "ball", the body of the first; expected another body'],
    ['ball', 'block', { distance: -1 }, 'distance: found -1; expected a distance, 0 or more [m]'],
    ['ball', 'block', { mask: 1 }, 'options: no option is named "mask"']
  ])('refuse %j, %j, %j', (first, second, options, message) => {
    using simulation = linkwork.simulate(two)
    const query = () => simulation.contacts.closestPoints(first, second as never, options as never)
    expect(query).toThrow(MechanismError)
    expect(query).toThrow(message)
  })
})

describe('overlaps', () => {
  const frame = { position: [0, 0, 1], rotation: [0, 0, 0, 1] } as const

  it('are the colliders that a shape reaches', () => {
    using simulation = linkwork.simulate(ball)
    const found = (radius: number, mask?: number) =>
      simulation.contacts.overlaps({ type: 'sphere', radius, frame }, { mask })
    expect(found(0.5)).toEqual([{ collider: 1, body: 0 }])
    const both = [
      { collider: 0, body: -1 },
      { collider: 1, body: 0 }
    ]
    expect(found(1.5)).toEqual(both)
    expect(found(1.5, 1)).toEqual([both[0]])
    expect(simulation.contacts.overlaps({ type: 'plane' })).toEqual([both[0]])
    const around = { type: 'box', size: [0.1, 0.1, 4] } as const
    expect(simulation.contacts.overlaps(around)).toEqual(both)
    expect(simulation.contacts.overlaps({ type: 'capsule', radius: 0.1, length: 2.5 })).toEqual(
      both
    )
    expect(simulation.contacts.overlaps({ type: 'cylinder', radius: 0.1, length: 1.5 })).toEqual([
      both[0]
    ])
    const points = [
      [0, 0, 0.95],
      [1, 0, 0.95],
      [0, 1, 0.95],
      [0, 0, 3]
    ] as const
    expect(simulation.contacts.overlaps({ type: 'hull', points })).toEqual([both[1]])
    simulation.advance(1)
    expect(found(0.5)).toEqual([])
  })

  it.each([
    [undefined, {}, 'shape'],
    [{ type: 'ball' }, {}, 'shape.type'],
    [{ type: 'sphere' }, {}, 'shape'],
    [{ type: 'sphere', radius: 0 }, {}, 'shape.radius: expected above 0, found 0'],
    [{ type: 'sphere', radius: 1, mask: 2 }, {}, 'shape: no option is named "mask"'],
    [{ type: 'sphere', radius: 1 }, { mask: 1.5 }, 'mask: expected a whole number'],
    [{ type: 'sphere', radius: 1, frame: { position: [0, 0] } }, {}, 'shape.frame.position']
  ])('refuse %j, %j', (shape, options, message) => {
    using simulation = linkwork.simulate(ball)
    const query = () => simulation.contacts.overlaps(shape as never, options)
    expect(query).toThrow(MechanismError)
    expect(query).toThrow(message)
  })
})

describe('pairs of colliders', () => {
  const withPairs = (colliders: string[], touches: boolean): Mechanism => {
    const contact = structuredClone(ball.contact!)
    const list = contact.colliders.map((collider, i) => ({ ...collider, name: `part${i}` }))
    return { ...ball, contact: { colliders: list, pairs: [{ colliders, touches }] } }
  }

  it('pass through each other where one says so', () => {
    using simulation = linkwork.simulate(withPairs(['part1', 'part0'], false))
    simulation.advance(1)
    expect(simulation.q[2]).toBeCloseTo(1 - 9.81 / 2, 6)
    expect(linkwork.mechanism(withPairs(['part1', 'part0'], false)).contact?.pairs).toEqual([
      { colliders: ['part1', 'part0'], touches: false }
    ])
  })

  it('have names of colliders', () => {
    expect(() => linkwork.simulate(withPairs(['part0', 'part9'], true))).toThrow(
      'contact.pairs[0].colliders[1]: no collider has the name "part9"'
    )
    expect(() => linkwork.simulate(withPairs(['part0'], true))).toThrow(
      'contact.pairs[0].colliders'
    )
  })
})

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
    expect(simulation.takeContactEvents()).toEqual([])
    simulation.advance(1)
    const events = simulation.takeContactEvents()
    expect(events.map(({ type, colliders }) => [type, ...colliders])).toEqual([
      ['began', 1, 2],
      ['ended', 1, 2],
      ['began', 0, 1]
    ])
    expect(events[0]!.time).toBeCloseTo(Math.sqrt((2 * 0.2) / 9.81), 2)
    const fall = Math.sqrt(2 * 9.81 * 0.9)
    expect(events[2]!.impulse).toBeCloseTo(2 * fall, 1)
    expect(simulation.takeContactEvents()).toEqual([])
    expect(simulation.contactForces).toMatchObject([{ bodies: [-1, 0], colliders: [0, 1] }])
  })
})

describe('a ray', () => {
  it('meets the first collider of its groups', () => {
    using simulation = linkwork.simulate(ball)
    const hit = simulation.castRay([0, 0, 3], [0, 0, -2])
    expect(hit).toMatchObject({ collider: 1, body: 0 })
    expect(hit?.normal[2]).toBeCloseTo(1, 14)
    expect(hit?.distance).toBeCloseTo(1.9, 14)
    expect(hit?.point[2]).toBeCloseTo(1.1, 14)
    const floor = simulation.castRay(Float64Array.of(0, 0, 3), [0, 0, -1], { mask: 1 })
    expect(floor).toMatchObject({ collider: 0, body: -1, distance: 3 })
    expect(simulation.castRay([0, 0, 3], [0, 0, -1], { distance: 1.8 })).toBeUndefined()
    expect(simulation.castRay([0, 0, 3], [0, 0, 1])).toBeUndefined()
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
    const cast = () => simulation.castRay(origin, direction, options as never)
    expect(cast).toThrow(MechanismError)
    expect(cast).toThrow(message)
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

import { type Contact, load, type Mechanism } from 'linkwork'
import { mechanismFromMjcf, mechanismToMjcf } from 'linkwork/mjcf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const ball = (name: string, x: number, surface: string) =>
  `<body name="${name}" pos="${x} 0 0.1"><freejoint/><geom name="${name}G" size="0.1" ${surface}/></body>`
const read = (bodies: string, head = '') =>
  mechanismFromMjcf(linkwork, `<mujoco>${head}<worldbody>${bodies}</worldbody></mujoco>`)

/** The friction of two names: of a rule, or the geometric mean. */
function frictionOf({ colliders, pairs = [] }: Contact, names: readonly string[]): number {
  const rule = pairs.find((pair) => names.every((name) => pair.colliders.includes(name)))
  const [a, b] = names.map((each) => colliders.find(({ name }) => name === each)!.friction!)
  return rule?.friction ?? Math.sqrt(a! * b!)
}

// As by MuJoCo 3.14.0.
describe('friction of two geoms', () => {
  it.each([
    ['friction="0.3"', 'friction="0.2"', 0.3],
    ['friction="0"', '', 1],
    ['condim="1"', '', 1],
    ['condim="1"', 'condim="1"', 0],
    ['condim="1" friction="3"', 'friction="0.5"', 3],
    ['condim="1" priority="1" friction="0.3"', '', 0],
    ['friction="0.3" priority="2"', 'friction="0.9" priority="1"', 0.3],
    ['condim="3" friction="0.2" priority="2"', 'condim="1"', 0.2]
  ])('%s and %s', (one, other, friction) => {
    const { mechanism, warnings } = read(ball('a', 0, one) + ball('b', 0.2, other))
    expect(warnings).toEqual([])
    expect(frictionOf(mechanism.contact!, ['aG', 'bG'])).toBe(friction)
  })

  it('by their classes', () => {
    const head = '<default><default class="ice"><geom condim="1" priority="1"/></default></default>'
    const { mechanism } = read(ball('a', 0, 'class="ice"') + ball('b', 0.2, ''), head)
    expect(frictionOf(mechanism.contact!, ['aG', 'bG'])).toBe(0)
  })

  it('slides on a floor without friction, and slows down by the larger one', () => {
    const floor = '<geom name="floor" type="plane" size="1 1 1" condim="1" friction="0.4"/>'
    const box = (name: string, y: number, surface: string) =>
      `<body name="${name}" pos="0 ${y} 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" ${surface}/></body>`
    const { mechanism } = read(
      floor + box('a', 0, 'condim="1"') + box('b', 1, 'friction="0.1"'),
      '<option gravity="0 0 -10"/>'
    )
    using simulation = linkwork.simulate(mechanism)
    const [a, b] = mechanism.joints.map(({ name }) => name)
    const moving = [0, 0, 0, 2, 0, 0]
    simulation.setState({ ...simulation.state, v: { [a!]: moving, [b!]: moving } })
    simulation.advance(0.3)
    expect(simulation.state.v?.[a!]?.[3]).toBeCloseTo(2, 6)
    // 2 − 0.4 · 10 · 0.3
    expect(simulation.state.v?.[b!]?.[3]).toBeCloseTo(0.8, 2)
  })

  it('gives geoms without a name one for each surface', () => {
    const plain = (name: string, surface: string) =>
      ball(name, 0, surface).replace(`name="${name}G"`, '')
    const { contact } = read(
      plain('a', '') + plain('b', 'friction="2"') + plain('c', 'friction="2"')
    ).mechanism
    expect(contact?.colliders.map(({ name }) => name)).toEqual(['geom', 'geom_', 'geom_'])
    expect(contact?.pairs).toEqual([{ colliders: ['geom', 'geom_'], friction: 2 }])
  })

  // As by MuJoCo 3.14.0: condim and each coefficient are the larger ones, or those of the priority.
  it.each([
    ['condim="4"', '', [1, 0.005, 0]],
    ['condim="6"', '', [1, 0.005, 0.0001]],
    ['condim="6" friction="0.5 0.01 0.002"', 'condim="4" friction="0.7 0.02"', [0.7, 0.02, 0.002]],
    ['friction="0.5 0.01 0.002"', 'condim="6" friction="0.7 0 0"', [0.7, 0.01, 0.002]],
    ['condim="6" friction="1 0.1 0.2"', 'priority="1"', [1, 0, 0]],
    ['condim="4" friction="1 0.1 0.2" priority="1"', 'condim="6"', [1, 0.1, 0]]
  ])('of spinning and rolling: %s and %s', (one, other, expected) => {
    const { mechanism, warnings } = read(ball('a', 0, one) + ball('b', 0.2, other))
    expect(warnings).toEqual([])
    const { colliders, pairs = [] } = mechanism.contact!
    const [a, b] = colliders
    const of = (field: 'friction' | 'torsionalFriction' | 'rollingFriction') =>
      pairs[0]?.[field] ?? Math.sqrt((a![field] ?? 0) * (b![field] ?? 0))
    expect([of('friction'), of('torsionalFriction'), of('rollingFriction')]).toEqual(expected)
  })

  it('slows a ball that rolls', () => {
    const floor = '<geom type="plane" size="1 1 1" condim="6" friction="1 0.005 0.004"/>'
    const { mechanism } = read(floor + ball('a', 0, ''), '<option gravity="0 0 -10"/>')
    using simulation = linkwork.simulate(mechanism, { step: 1e-3 })
    const { name } = mechanism.joints[0]!
    simulation.setState({ ...simulation.state, v: { [name]: [0, 5, 0, 0.5, 0, 0] } })
    simulation.advance(0.5)
    // 0.5 − 5/7 · 10 · 0.004/0.1 · 0.5
    const [, , , x = 0, , z = 0] = simulation.v
    expect(Math.hypot(x, z)).toBeCloseTo(0.5 - 1 / 7, 5)
  })

  it('is the mean with a warning where there are too many pairs', () => {
    const balls = (count: number, surface: string) =>
      `<replicate count="${count}" offset="0 1 0">${ball(surface.replace(/\W/g, ''), 0, surface)}</replicate>`
    const { mechanism, warnings } = read(
      balls(200, 'friction="0.5"') + balls(200, 'friction="0.6"')
    )
    expect(warnings).toEqual([
      'line 1: mujoco: friction, condim and priority: too many pairs; each has the geometric mean of friction'
    ])
    expect(mechanism.contact?.pairs).toBeUndefined()
  })
})

describe('friction of an export', () => {
  const balls = (frictions: readonly number[], contact: Partial<Contact> = {}): Mechanism => {
    const names = frictions.map((_, i) => `b${i}`)
    return {
      linkwork: 1,
      name: 'balls',
      bodies: names.map((name) => ({ name, mass: 1, inertia: [1, 1, 1] })),
      joints: names.map((name) => ({ name, type: 'free', parent: 'world', child: name })),
      contact: {
        colliders: frictions.map((friction, i) => {
          return { type: 'sphere', body: names[i]!, name: names[i]!, radius: 0.1, friction }
        }),
        selfCollision: true,
        ...contact
      }
    }
  }

  it('is that of pairs where MuJoCo has another', () => {
    const { text, warnings } = mechanismToMjcf(linkwork, balls([0.25, 1, 1]))
    expect(warnings).toEqual([])
    expect(text.match(/<pair .*>/g)).toEqual([
      '<pair geom1="b0" geom2="b1" friction="0.5 0.5"/>',
      '<pair geom1="b0" geom2="b2" friction="0.5 0.5"/>'
    ])
    const { contact } = mechanismFromMjcf(linkwork, text).mechanism
    expect(frictionOf(contact!, ['b0', 'b1'])).toBe(0.5)
    expect(frictionOf(contact!, ['b1', 'b2'])).toBe(1)
  })

  it('needs no pair where a rule says the larger one', () => {
    const pairs = [{ colliders: ['b0', 'b1'] as const, friction: 1 }]
    const { text } = mechanismToMjcf(linkwork, balls([0.25, 1], { pairs }))
    expect(text).not.toContain('<pair')
    expect(mechanismFromMjcf(linkwork, text).mechanism.contact?.pairs).toEqual(pairs)
  })

  it('has the condim of its moments', () => {
    const mechanism = balls([1, 1, 1])
    const [a, b, c] = mechanism.contact!.colliders
    const colliders = [
      { ...a!, torsionalFriction: 0.01 },
      { ...b!, torsionalFriction: 0.04, rollingFriction: 0.002 },
      c!
    ]
    const contact = { ...mechanism.contact!, colliders }
    const { text, warnings } = mechanismToMjcf(linkwork, { ...mechanism, contact })
    expect(warnings).toEqual([])
    expect(text.match(/condim="\d" friction="[^"]*"/g)).toEqual([
      'condim="4" friction="1 0.01 0"',
      'condim="6" friction="1 0.04 0.002"',
      'condim="4" friction="1 1 0.02 0 0"'
    ])
    expect(text).toContain('friction="1 0 0"')
    const again = mechanismFromMjcf(linkwork, text).mechanism.contact!
    expect(again.colliders[1]).toMatchObject({ torsionalFriction: 0.04, rollingFriction: 0.002 })
    expect(again.pairs).toContainEqual({ colliders: ['b0', 'b2'], friction: 1 })
    expect(mechanismToMjcf(linkwork, { ...mechanism, contact: again }).text).toBe(text)
  })

  it('is left out with a warning where there are too many pairs', () => {
    const { text, warnings } = mechanismToMjcf(
      linkwork,
      balls(Array.from({ length: 210 }, (_, i) => i + 1))
    )
    expect(text).not.toContain('<pair')
    expect(warnings).toEqual([
      'contact: friction of pairs is left out: there are too many; MuJoCo takes the larger of both colliders'
    ])
  })
})

import { type Collider, load, type Mechanism } from 'linkwork'
import { mechanismFromMjcf } from 'linkwork/mjcf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const floor = '<geom name="floor" type="plane" size="1 1 1"/>'
/** Three links in a row, with revolute joints. */
const robot = (name: string, bits: readonly string[] = []) => {
  const link = (i: number): string =>
    i === 3
      ? ''
      : `<body name="${name}${i}" pos="${i === 0 ? 0 : 0.5} 0 0"><joint axis="0 1 0"/>
        <geom name="${name}G${i}" size="0.1" ${bits[i] ?? ''}/>${link(i + 1)}</body>`
  return link(0)
}
const ball = (name: string, bits = '') =>
  `<body name="${name}" pos="5 0 0"><freejoint/><geom name="${name}G" size="0.1" ${bits}/></body>`
const read = (bodies: string) =>
  mechanismFromMjcf(linkwork, `<mujoco><worldbody>${bodies}</worldbody></mujoco>`)

const everyGroup = 2 ** 31 - 1

/** Whether two colliders touch, by groups and rules. */
function touch({ contact }: Mechanism, one: string, other: string): boolean {
  const of = (name: string) => contact!.colliders.find((each) => each.name === name)!
  const has = ({ mask = everyGroup }: Collider, { group = 1 }: Collider) => (mask & group) !== 0
  const rule = contact!.pairs?.find((pair) =>
    [one, other].every((name) => pair.colliders.includes(name))
  )
  return (rule?.touches ?? true) && has(of(one), of(other)) && has(of(other), of(one))
}

describe('a robot and other objects', () => {
  it('touch, while its bodies do not touch each other', () => {
    const { mechanism, warnings } = read(floor + robot('r') + ball('a') + ball('b'))
    expect(warnings).toEqual([
      'line 2: body "r1": bodies of a robot touch the ground and other objects, and each other in pairs alone'
    ])
    expect(mechanism.contact?.selfCollision).toBe(true)
    for (const pair of ['rG0 aG', 'rG2 aG', 'aG bG', 'rG0 floor', 'aG floor'])
      expect([pair, touch(mechanism, ...(pair.split(' ') as [string, string]))]).toEqual([
        pair,
        true
      ])
    expect(touch(mechanism, 'rG0', 'rG2')).toBe(false)
    expect(touch(mechanism, 'rG1', 'rG2')).toBe(false)
  })

  it('touch without a ground, as their bits say', () => {
    const two = 'contype="2" conaffinity="2"'
    const { mechanism } = read(robot('r', ['', '', two]) + ball('a', two))
    expect(mechanism.contact?.colliders.map(({ name }) => name)).toEqual(['rG2', 'aG'])
    expect(touch(mechanism, 'rG2', 'aG')).toBe(true)
  })

  it('do not touch where bits forbid it', () => {
    const { mechanism, warnings } = read(
      floor + robot('r') + ball('a', 'contype="0" conaffinity="0"')
    )
    expect(mechanism.contact?.selfCollision).toBe(false)
    expect(warnings[0]).toContain('bodies touch the ground alone; to change this')
  })

  it('are robots, too', () => {
    const { mechanism } = read(floor + robot('r') + robot('s'))
    expect(mechanism.contact?.selfCollision).toBe(true)
    expect(touch(mechanism, 'rG2', 'sG0')).toBe(true)
    expect(touch(mechanism, 'rG0', 'rG2')).toBe(false)
    expect(touch(mechanism, 'sG0', 'sG2')).toBe(false)
  })

  it('push each other', () => {
    const { mechanism } = read(
      `${floor}<body name="arm" pos="0 0 1"><joint name="swing" axis="0 1 0" damping="0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.05" mass="1"/>
        <body name="hand" pos="0 0 -0.5"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05" mass="1"/></body></body>
      <body name="box" pos="0.2 0 0.2"><freejoint name="box"/><geom type="box" size="0.1 0.1 0.2" mass="0.1"/></body>`
    )
    using simulation = linkwork.simulate(mechanism)
    simulation.setState({ ...simulation.state, v: { swing: [-3] } })
    simulation.advance(0.2)
    expect(simulation.state.q?.['box']?.[0]).toBeGreaterThan(0.3)
  })

  it('touch the ground alone where there are too many robots', () => {
    const robots = Array.from({ length: 40 }, (_, i) => robot(`r${i}_`)).join('')
    const { mechanism, warnings } = read(floor + robots)
    expect(mechanism.contact?.selfCollision).toBe(false)
    expect(warnings).toEqual([
      'line 1: mujoco: contype, conaffinity and pairs: too many kinds of geoms; all touch all',
      'line 2: body "r0_1": bodies touch the ground alone; to change this, set contact.selfCollision'
    ])
  })
})

describe('a robot that gets contact.selfCollision', () => {
  const alone = (bodies: string) => {
    const { mechanism, warnings } = read(bodies)
    expect(warnings[0]).toContain('to change this, set contact.selfCollision')
    return { ...mechanism, contact: { ...mechanism.contact!, selfCollision: true } }
  }

  it('touches itself as bits say, with geoms that touch nothing else', () => {
    const [off, self] = ['contype="0" conaffinity="0"', 'contype="2" conaffinity="2"']
    const both = 'contype="3" conaffinity="3"'
    const mechanism = alone(floor + robot('r', [both, off, self]))
    expect(mechanism.contact.colliders.map(({ name }) => name)).toEqual(['floor', 'rG0', 'rG2'])
    expect(touch(mechanism, 'rG0', 'rG2')).toBe(true)
    expect(touch(mechanism, 'rG0', 'floor')).toBe(true)
    expect(touch(mechanism, 'rG2', 'floor')).toBe(false)
    const apart = alone(
      floor + robot('r', ['', 'contype="2" conaffinity="1"', 'contype="2" conaffinity="1"'])
    )
    expect(touch(apart, 'rG1', 'rG2')).toBe(false)
    expect(touch(apart, 'rG0', 'rG2')).toBe(true)
  })

  it('keeps parents and children apart across several joints', () => {
    const shoulder = robot('r').replace(
      '<body name="r1" pos="0.5 0 0"><joint axis="0 1 0"/>',
      '<body name="r1" pos="0.5 0 0"><joint axis="0 1 0"/><joint axis="1 0 0"/>'
    )
    const mechanism = alone(floor + shoulder)
    expect(mechanism.contact.pairs).toEqual([{ colliders: ['rG0', 'rG1'], touches: false }])
    expect(touch(mechanism, 'rG0', 'rG2')).toBe(true)
  })
})

import { load } from 'linkwork'
import { mechanismFromMjcf } from 'linkwork/mjcf'
import { mechanismFromSdf } from 'linkwork/sdf'
import { mechanismFromUrdf, type UrdfOptions } from 'linkwork/urdf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const inertial =
  '<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
const joint = (name: string, type: string, parent: string, child: string, inside = '') =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`
const read = (inside: string, options?: UrdfOptions) =>
  mechanismFromUrdf(linkwork, `<robot name="r">${inside}</robot>`, options)

function expectClose(found: readonly number[] | undefined, expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length)
  for (const [i, value] of expected.entries()) expect(found?.[i]).toBeCloseTo(value, 12)
}

const box = '<geometry><box size="1 2 3"/></geometry>'
const part = (tag: string, inside: string) => `<${tag} name="p">${inside}</${tag}>`

describe('links without inertia below joints that move', () => {
  const looks = part('visual', `<origin xyz="0 0 1"/>${box}`)
  const finger = `<link name="base"/><link name="finger">${looks}</link>
    <link name="tip">${part('collision', '<geometry><mesh filename="tip.stl"/></geometry>')}</link>
    ${joint('knuckle', 'revolute', 'base', 'finger')}${joint('weld', 'fixed', 'finger', 'tip')}`
  const message =
    /joint "knuckle": expected mass or inertia below it, found none: link "finger" has no inertia that it moves; dynamics need inertia: "shapes" or an <inertial>/

  it('are read, with a warning that names the joint', () => {
    const { mechanism, warnings } = read(finger)
    expect(mechanism.joints.map(({ type }) => type)).toEqual(['revolute', 'fixed'])
    expect(warnings.join('\n')).toMatch(message)
    expect(() => linkwork.forwardDynamics(mechanism)).toThrow(/knuckle/)
  })

  it('have kinematics and inverse dynamics; dynamics name the joint', () => {
    const { mechanism } = read(finger)
    const { warnings } = linkwork.info(mechanism)
    expect(warnings.join('\n')).toMatch(/^joints\[0\]: moves the leaf body "finger".*"knuckle"/)
    const state = { q: { knuckle: [0.5] }, a: { knuckle: [1] } }
    expectClose(linkwork.kinematics(mechanism, state).bodies['tip']!.rotation, [
      Math.sin(0.25),
      0,
      0,
      Math.cos(0.25)
    ])
    expect(linkwork.inverseDynamics(mechanism, state).tau['knuckle']).toEqual([0])
    using simulation = linkwork.simulate(mechanism)
    simulation.setState({ q: { knuckle: [0.5] } })
    expectClose([...simulation.poses.slice(3, 7)], [Math.sin(0.25), 0, 0, Math.cos(0.25)])
    for (const act of [() => simulation.step(), () => simulation.dynamics.forwardDynamics()])
      expect(act).toThrow(
        /^joints\[0\]: moves the leaf body "finger".*give the body inertia or fix it.*"knuckle"/
      )
    expect(simulation.time).toBe(0)
    expect(() => linkwork.check(mechanism)).toThrow(/knuckle/)
  })

  it('are read where loops and couplings tie them', () => {
    const pair = `${finger}<link name="thumb"/>${joint(
      'thumb',
      'revolute',
      'base',
      'thumb',
      '<mimic joint="knuckle" multiplier="-1" offset="0.1"/>'
    )}`
    const { mechanism, warnings } = read(pair)
    expectClose(mechanism.initialState?.q?.['thumb'], [0.1])
    expect(warnings.filter((each) => message.test(each))).toHaveLength(1)
  })

  it('need none where a coupling ties them to a joint that moves mass', () => {
    const pair = `<link name="base"/><link name="arm">${inertial}</link><link name="pointer"/>
      ${joint('a', 'continuous', 'base', 'arm')}
      ${joint('b', 'continuous', 'base', 'pointer', '<mimic joint="a"/>')}`
    const { mechanism, warnings } = read(pair)
    expect(warnings).toEqual([])
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(1)
  })

  it('have that of their shapes on request', () => {
    const { mechanism, warnings } = read(finger, { inertia: 'shapes', density: 100 })
    const [link, tip] = mechanism.bodies
    expectClose([link!.mass], [600])
    expectClose(link?.centerOfMass, [0, 0, 1])
    expectClose(link?.inertia, [(600 * 13) / 12, (600 * 10) / 12, (600 * 5) / 12, 0, 0, 0])
    expect(tip?.mass).toBe(0)
    expect(warnings.join('\n')).toContain(
      'link "tip": inertia "shapes": expected a box, sphere, cylinder or capsule, found none; the link has no mass'
    )
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(1)
  })

  it('have that of collision shapes before visual ones, and their own before both', () => {
    const ball = part('collision', '<geometry><sphere radius="1"/></geometry>')
    const { bodies } = read(
      `<link name="base"/><link name="a">${part('visual', box)}${ball}${ball}</link>
       <link name="b">${inertial}${ball}</link>
       ${joint('a', 'continuous', 'base', 'a')}${joint('b', 'continuous', 'base', 'b')}`,
      { inertia: 'shapes', density: 3 }
    ).mechanism
    expectClose([bodies[0]!.mass, bodies[1]!.mass], [8 * Math.PI, 2])
  })

  it('of SDF have 1 kg, or that of their shapes, or what auto computes', () => {
    const cylinder = `<collision name="c"><geometry><cylinder><radius>1</radius><length>2</length></cylinder>
      </geometry><pose>0 0 1 0 0 0</pose></collision>`
    const model = (inside: string) =>
      `<sdf version="1.11"><model name="m"><link name="l">${inside}</link></model></sdf>`
    const massOf = (inside: string, options?: Parameters<typeof mechanismFromSdf>[2]) =>
      mechanismFromSdf(linkwork, model(inside), options).mechanism.bodies[0]!
    expect(massOf(cylinder).mass).toBe(1)
    const found = massOf(cylinder, { inertia: 'shapes', density: 10 })
    expectClose([found.mass], [20 * Math.PI])
    expectClose(found.centerOfMass, [0, 0, 1])
    const across = 20 * Math.PI * (1 / 4 + 4 / 12)
    expectClose(found.inertia, [across, across, 10 * Math.PI, 0, 0, 0])
    const auto = '<inertial auto="true"><density>10</density></inertial>'
    expect(massOf(auto + cylinder)).toEqual(found)
    const heavy = massOf(`<inertial auto="true"><mass>3</mass></inertial>${cylinder}`)
    expectClose([heavy.mass, heavy.inertia![2]], [3, 1.5])
  })

  it('of MJCF are read too', () => {
    const { mechanism, warnings } = mechanismFromMjcf(
      linkwork,
      `<mujoco><worldbody>
      <body name="a"><joint name="a"/><geom type="mesh" mesh="m" contype="0" conaffinity="0"/></body>
      <body name="b"><joint name="b"/><inertial pos="0 0 0" mass="1" diaginertia="0 0 0"/></body></worldbody>
      <asset><mesh name="m" file="a.stl"/></asset></mujoco>`
    )
    expect(mechanism.joints).toHaveLength(2)
    expect(warnings.join('\n')).toContain('body "a", joint "a": expected mass or inertia below it')
  })

  it('of MJCF have that of their geoms on request', () => {
    const text = `<mujoco><worldbody><body name="a"><joint name="a"/>
      <geom type="box" size="0.5 1 1.5" pos="0 0 1" mass="0"/>
      <geom type="sphere" size="9" mass="0" contype="0" conaffinity="0"/></body>
      <body name="b"><joint name="b"/><geom type="sphere" size="1" mass="7"/></body>
      </worldbody></mujoco>`
    const options = { inertia: 'shapes', density: 100 } as const
    const [a, b] = mechanismFromMjcf(linkwork, text, options).mechanism.bodies
    expectClose([a!.mass, b!.mass], [600, 7])
    expectClose(a?.centerOfMass, [0, 0, 1])
    expectClose(a?.inertia, [(600 * 13) / 12, (600 * 10) / 12, (600 * 5) / 12, 0, 0, 0])
    expect(mechanismFromMjcf(linkwork, text).mechanism.bodies[0]?.mass).toBe(0)
  })

  it.each([
    [{ inertia: 'boxes' }, 'inertia: expected "file" or "shapes", found "boxes"'],
    [{ density: 0 }, 'density: expected more than 0, found 0']
  ])('%o is refused', (options, problem) => {
    expect(() => read(finger, options as UrdfOptions)).toThrow(problem)
  })
})

describe('base "floating"', () => {
  const origin = '<origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/>'
  const arm = `<link name="arm">${inertial}</link>${joint('pin', 'continuous', 'body', 'arm')}`
  const floating = (inside: string, options?: UrdfOptions) => {
    const { mechanism, warnings } = read(inside, { base: 'floating', ...options })
    const joints = mechanism.joints.map(({ name, type, parent, child }) =>
      [name, type, parent, child].join(' ')
    )
    return { mechanism, joints, warnings, info: linkwork.info(mechanism) }
  }

  it('lets the first link with mass float where the root is called world', () => {
    const { mechanism, joints, warnings, info } = floating(
      `<link name="world"/><link name="body">${inertial}</link>
       ${joint('weld', 'fixed', 'world', 'body', origin)}${arm}`
    )
    expect(joints).toEqual(['world_to_body free world body', 'pin revolute body arm'])
    expect(info.degreesOfFreedom).toBe(7)
    const { position } = linkwork.kinematics(mechanism).bodies['body']!
    expectClose(position, [0, 0, 1])
    expect(warnings).toEqual([
      'line 1: link "world": has no mass; link "body", the first with mass, floats in its place'
    ])
  })

  it('lets a root without mass float with what is fixed to it', () => {
    const { joints, warnings, info } = floating(
      `<link name="base"/><link name="body">${inertial}</link>
       ${joint('weld', 'fixed', 'base', 'body', origin)}${arm}`
    )
    expect(joints).toEqual([
      'world_to_base free world base',
      'weld fixed base body',
      'pin revolute body arm'
    ])
    expect([info.degreesOfFreedom, warnings]).toEqual([7, []])
  })

  it('leaves a root without mass out whose only joint moves', () => {
    const { joints, warnings, info } = floating(
      `<link name="base"/><link name="frame"/><link name="body">${inertial}</link>
       ${joint('f', 'fixed', 'base', 'frame')}${joint('slide', 'prismatic', 'base', 'body', origin)}${arm}`
    )
    expect(joints).toEqual(['world_to_body free world body', 'pin revolute body arm'])
    expect(info.degreesOfFreedom).toBe(7)
    expect(warnings).toHaveLength(1)
  })

  it('keeps a root without mass that has several children', () => {
    const { joints, info, warnings } = floating(
      `<link name="base"/><link name="body">${inertial}</link><link name="other">${inertial}</link>
       ${joint('a', 'continuous', 'base', 'body', '<axis xyz="1 0 0"/>')}
       ${joint('b', 'continuous', 'base', 'other', '<origin xyz="1 1 1"/><axis xyz="0 1 0"/>')}${arm}`
    )
    expect(joints[0]).toBe('world_to_base free world base')
    expect(info.degreesOfFreedom).toBe(9)
    expect(warnings).toEqual([
      'line 1: link "base": has no mass and floats: what moves on it must resist every motion of it; base "fixed" holds it'
    ])
  })

  const pin = (name: string, child: string, inside = '') =>
    joint(name, 'continuous', 'base', child, `<origin xyz="0 0 1"/><axis xyz="0 1 0"/>${inside}`)

  it('lets a child with mass float and become the parent of a root that could turn without mass', () => {
    const { joints, mechanism, info, warnings } = floating(
      `<link name="base"/><link name="body">${inertial}</link><link name="other">${inertial}</link>
       ${pin('a', 'body')}${pin('b', 'other')}${arm}`
    )
    expect(joints).toEqual([
      'world_to_body free world body',
      'a fixed body base',
      'b revolute base other',
      'pin revolute body arm'
    ])
    expect(info.degreesOfFreedom).toBe(8)
    expect(info.warnings).toEqual([])
    expect(warnings).toEqual([
      'line 1: link "base": has no mass; link "body", the first with mass, floats in its place',
      'line 2: joint "a": is fixed: link "base" can move along it without moving mass; base "fixed" keeps it'
    ])
    const { bodies } = linkwork.kinematics(mechanism)
    for (const name of ['body', 'other']) expectClose(bodies[name]!.position, [0, 0, 1])
    expectClose(bodies['base']!.position, [0, 0, 0])
  })

  it('keeps the coordinate of such a root where a coupling ties it', () => {
    const { joints, mechanism } = floating(
      `<link name="base"/><link name="body">${inertial}</link><link name="rotor">${inertial}</link>
       ${pin('a', 'body')}${pin('b', 'rotor', '<mimic joint="a" multiplier="6"/>')}${arm}`,
      { collisions: true, ground: true }
    )
    expect(joints.slice(0, 3)).toEqual([
      'world_to_body free world body',
      'a revolute body base',
      'b revolute base rotor'
    ])
    const state = { q: { a: [0.1], b: [0.6] } }
    const turnOf = (body: string) => linkwork.kinematics(mechanism, state).bodies[body]!.rotation
    expectClose(turnOf('base'), [0, -Math.sin(0.05), 0, Math.cos(0.05)])
    expectClose(turnOf('rotor'), [0, Math.sin(0.25), 0, Math.cos(0.25)])
    using simulation = linkwork.simulate(mechanism)
    simulation.advance(0.1)
    expect(simulation.poses[2]).toBeCloseTo(-9.81 * 0.005, 3)
  })

  it('lets a root float that is called world and has mass', () => {
    const { joints, mechanism, warnings } = floating(
      `<link name="world">${inertial}</link><link name="body">${inertial}</link>
       ${joint('a', 'continuous', 'world', 'body')}`
    )
    expect(joints).toEqual(['world_to_world free world world_link', 'a revolute world_link body'])
    expect(mechanism.bodies.map(({ name }) => name)).toEqual(['world_link', 'body'])
    expect(warnings.join()).toContain('expected another name than "world"')
  })

  it('is fixed to the ground with its collisions', () => {
    const { mechanism } = floating(
      `<link name="world"/><link name="body">${inertial}${part('collision', box)}</link>
       ${joint('weld', 'fixed', 'world', 'body', '<origin xyz="0 0 1.5"/>')}`,
      { collisions: true, ground: true }
    )
    const simulation = linkwork.simulate(mechanism)
    simulation.advance(0.1)
    expect(simulation.poses[2]).toBeCloseTo(1.5, 6)
    simulation.dispose()
  })

  it('names the options where nothing has mass', () => {
    const text = `<link name="base"/><link name="body"/>${joint('a', 'continuous', 'base', 'body')}`
    expect(() => read(text, { base: 'floating' })).toThrow(
      'line 1: link "base": base "floating": expected a link with mass, found none; base "fixed" holds the root, inertia "shapes" gives links mass'
    )
  })

  it('refuses what ties a joint that it leaves out', () => {
    const text = `<link name="base"/><link name="body">${inertial}</link>
      ${joint('slide', 'prismatic', 'base', 'body')}${arm.replace('</joint>', '<mimic joint="slide"/></joint>')}`
    expect(() => read(text, { base: 'floating' })).toThrow(
      'ties joint "slide", which base "floating" leaves out; base "fixed" keeps it'
    )
  })
})

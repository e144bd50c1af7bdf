import { load, MechanismError } from 'linkwork'
import { mechanismFromSdf } from 'linkwork/sdf'
import { mechanismFromUrdf, type UrdfOptions } from 'linkwork/urdf'
import { expect, it } from 'vitest'

const linkwork = await load()

const inertial =
  '<inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>'
const collision = (geometry: string, origin = '') =>
  `<collision>${origin}<geometry>${geometry}</geometry></collision>`
const link = (name: string, ...collisions: readonly string[]) =>
  `<link name="${name}">${inertial}${collisions.join('')}</link>`
const joint = (name: string, type: string, parent: string, child: string) =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/></joint>`
const read = (inside: string, options?: UrdfOptions) =>
  mechanismFromUrdf(linkwork, `<robot name="test">${inside}</robot>`, options)

const box = collision('<box size="0.2 0.4 0.6"/>')
const ball = collision('<sphere radius="0.1"/>')

it('makes colliders of solids, in the frames of their links', () => {
  const stone = link(
    'stone',
    box,
    collision('<sphere radius="0.3"/>', '<origin xyz="1 2 3"/>'),
    collision('<cylinder radius="0.1" length="2"/>', '<origin rpy="0 1.5707963267948966 0"/>'),
    collision('<capsule radius="0.1" length="2"/>'),
    collision('<sphere radius="0"/>'),
    collision('<mesh filename="stone.stl"/>'),
    '<collision/>'
  )
  const { mechanism } = read(stone, { base: 'floating', collisions: true, ground: true })
  const half = Math.SQRT1_2
  expect(mechanism.contact).toEqual({
    colliders: [
      { type: 'plane', body: 'world' },
      { body: 'stone', type: 'box', size: [0.2, 0.4, 0.6] },
      {
        body: 'stone',
        type: 'sphere',
        radius: 0.3,
        frame: { position: [1, 2, 3], rotation: [0, 0, 0, 1] }
      },
      {
        body: 'stone',
        type: 'cylinder',
        radius: 0.1,
        length: 2,
        frame: {
          position: [0, 0, 0],
          rotation: [0, expect.closeTo(half, 15), 0, expect.closeTo(half, 15)]
        }
      },
      { body: 'stone', type: 'capsule', radius: 0.1, length: 2 }
    ],
    selfCollision: false
  })
})

it('rests on the ground as the same model in SDF does', () => {
  const urdf = read(
    link('stone', collision('<box size="0.2 0.4 0.6"/>', '<origin xyz="0 0 0.1"/>')),
    { base: 'floating', collisions: true, ground: true }
  ).mechanism
  const { mechanism: sdf } = mechanismFromSdf(
    linkwork,
    `<sdf version="1.9"><world name="w">
    <model name="floor"><static>true</static><link name="floor"><collision name="c"><geometry><plane/>
    </geometry></collision></link></model>
    <model name="stone"><link name="stone"><inertial><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy>
    <izz>0.1</izz></inertia></inertial><collision name="c"><pose>0 0 0.1 0 0 0</pose><geometry><box>
    <size>0.2 0.4 0.6</size></box></geometry></collision></link></model></world></sdf>`
  )
  const heights = [urdf, sdf].map((mechanism) => {
    const joint = mechanism.joints.find(({ type }) => type === 'free')!
    using simulation = linkwork.simulate(mechanism, {
      step: 1e-3,
      state: { q: { [joint.name]: [0, 0, 0.25, 0, 0, 0, 1] } }
    })
    simulation.advance(1)
    return simulation.poses.at(-5)
  })
  // Half the box, less what its middle is above the link.
  for (const height of heights) expect(height).toBeCloseTo(0.2, 4)
})

it('leaves them out by default, and says how many', () => {
  const inside = `${link('a', box, ball)}${link('b', ball)}${joint('j', 'revolute', 'a', 'b')}`
  const { mechanism, warnings } = read(inside, { base: 'floating' })
  expect(mechanism).not.toHaveProperty('contact')
  expect(warnings).toEqual([
    'line 1: link "a", collision: and 2 more are left out; collisions makes colliders of them'
  ])
  expect(read(link('a', ball), { base: 'floating' }).warnings).toEqual([
    'line 1: link "a", collision: is left out; collisions makes colliders of them'
  ])
  expect(read(link('a'), { base: 'floating' }).warnings).toEqual([])
})

it('lets links touch the world alone, and says so', () => {
  const inside = `${link('a', box)}${link('b', ball)}${joint('j', 'revolute', 'a', 'b')}`
  const touch = { base: 'floating', collisions: true } as const
  const self = 'collisions: links touch the world alone; to change this, set contact.selfCollision'
  expect(read(inside, { ...touch, ground: true }).warnings).toEqual([self])
  const alone = 'collisions: there is nothing to touch; ground makes a plane of the world'
  expect(read(inside, touch).warnings).toEqual([alone])
  expect(read(inside, touch).mechanism.contact?.colliders).toHaveLength(2)
})

it('takes what stands still for the world, but not what supports the robot', () => {
  const inside =
    link('base', box) +
    link('arm', ball) +
    link('table', box) +
    joint('shoulder', 'revolute', 'base', 'arm') +
    joint('weld', 'fixed', 'base', 'table')
  const { mechanism, warnings } = read(inside, { base: 'fixed', collisions: true })
  expect(mechanism.contact?.colliders.map(({ body }) => body)).toEqual(['arm', 'table'])
  expect(warnings).toEqual([
    'line 1: link "base": stands still and supports a joint: its collisions are left out, because ' +
      'its children overlap them'
  ])
  const floating = read(inside, { base: 'floating', collisions: true }).mechanism
  expect(floating.contact?.colliders.map(({ body }) => body)).toEqual(['base', 'arm', 'table'])
})

it('takes a root without mass for the world', () => {
  const { mechanism } = read(
    `<link name="floor"/><link name="step">${box}</link>${link('ball', ball)}
    ${joint('weld', 'fixed', 'floor', 'step')}${joint('flight', 'floating', 'floor', 'ball')}`,
    { collisions: true }
  )
  expect(mechanism.contact?.colliders.map(({ body }) => body)).toEqual(['step', 'ball'])
  using simulation = linkwork.simulate(mechanism, {
    step: 1e-3,
    state: { q: { flight: [0, 0, 0.5, 0, 0, 0, 1] } }
  })
  simulation.advance(1)
  const place = mechanism.bodies.findIndex(({ name }) => name === 'ball')
  expect(simulation.poses[7 * place + 2]).toBeCloseTo(0.3 + 0.1, 4)
})

it('makes a ground alone', () => {
  expect(read(link('a'), { base: 'floating', ground: true }).mechanism.contact?.colliders).toEqual([
    { type: 'plane', body: 'world' }
  ])
})

it.each([
  [{ collisions: 1 }, 'collisions: expected true or false, found 1'],
  [{ ground: 'flat' }, 'ground: expected true or false, found "flat"'],
  [{ collision: true }, /^options: no option is named "collision"; did you mean "collisions"\?/]
])('refuses %o', (options, message) => {
  const call = () => read(link('a'), options as never)
  expect(call).toThrow(MechanismError)
  expect(call).toThrow(message)
})

it('reports what is wrong with a requested collision', () => {
  const bad = link('a', collision('<box size="1 1"/>'))
  expect(() => read(bad, { collisions: true })).toThrow(
    'line 1: link "a", collision, geometry, box size: expected three numbers, found "1 1"'
  )
})

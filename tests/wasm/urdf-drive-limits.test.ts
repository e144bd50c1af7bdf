import { load, MechanismError } from 'linkwork'
import { mechanismFromUrdf, mechanismToUrdf } from 'linkwork/urdf'
import { expect, it } from 'vitest'

const linkwork = await load()

const inertial =
  '<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'

/** A robot of one joint each, every one after the last. */
const robot = (...joints: readonly (readonly [name: string, type: string, limit: string])[]) =>
  `<robot name="r"><link name="l0"/>${joints
    .map(
      ([name, type, limit], i) =>
        `<link name="l${i + 1}">${inertial}</link><joint name="${name}" type="${type}">` +
        `<parent link="l${i}"/><child link="l${i + 1}"/>${limit}</joint>`
    )
    .join('')}</robot>`

const limb = robot(
  ['hip', 'revolute', '<limit lower="-1" upper="2" effort="30" velocity="4.5"/>'],
  ['wheel', 'continuous', '<limit effort="0" velocity="12"/>'],
  ['slide', 'prismatic', '<limit effort="7"/>'],
  ['ankle', 'revolute', '<limit lower="-1" upper="2"/>'],
  ['weld', 'fixed', '<limit effort="1" velocity="1"/>'],
  ['__proto__', 'continuous', '<limit velocity="3"/>'],
  ['free', 'continuous', '']
)

it('come back by joint, where there are any and the joint moves', () => {
  const { limits } = mechanismFromUrdf(linkwork, limb)
  expect(Object.entries(limits)).toEqual([
    ['hip', { effort: 30, velocity: 4.5 }],
    ['wheel', { effort: 0, velocity: 12 }],
    ['slide', { effort: 7 }],
    ['__proto__', { velocity: 3 }]
  ])
})

it('are written again, and ranges stay what they are', () => {
  const { mechanism, limits } = mechanismFromUrdf(linkwork, limb)
  const back = mechanismFromUrdf(linkwork, mechanismToUrdf(linkwork, mechanism, { limits }).text)
  // URDF has both or none; 1e9 means none.
  expect(Object.entries(back.limits)).toEqual([
    ['hip', { effort: 30, velocity: 4.5 }],
    ['wheel', { effort: 0, velocity: 12 }],
    ['slide', { effort: 7, velocity: 1e9 }],
    ['ankle', { effort: 1e9, velocity: 1e9 }],
    ['__proto__', { effort: 1e9, velocity: 3 }]
  ])
  const ranges = ({ joints }: typeof mechanism) => joints.map((joint) => joint.limits)
  expect(ranges(back.mechanism)).toEqual(ranges(mechanism))
})

it.each([
  ['negative', 'effort="-1"', 'limit effort: expected at least 0, found -1'],
  ['infinite', 'velocity="inf"', 'limit velocity: expected a number, found "inf"'],
  ['empty', 'effort=""', 'limit effort: is empty']
])('are left out with a warning where %s', (_, attributes, message) => {
  const text = robot(['hip', 'revolute', `<limit ${attributes}/>`])
  const { limits, warnings } = mechanismFromUrdf(linkwork, text)
  expect(limits).toEqual({})
  expect(warnings).toContain(`line 1: joint "hip", ${message}; the part is left out`)
})

it.each([
  [{ hipp: { effort: 1 } }, 'limits: no joint is named "hipp"; did you mean "hip"? (joints: hip)'],
  [{ hip: { effort: -1 } }, 'limits["hip"].effort: expected at least 0, found -1'],
  [
    { hip: { velocity: Number.NaN } },
    'limits["hip"].velocity: expected a finite number, found NaN'
  ],
  [{ hip: { speed: 1 } }, 'limits["hip"]: no option is named "speed" (options: effort, velocity)'],
  [4, 'limits: expected an object, found 4']
])('%o cannot be written', (limits, message) => {
  const { mechanism } = mechanismFromUrdf(linkwork, robot(['hip', 'revolute', '']))
  const call = () => mechanismToUrdf(linkwork, mechanism, { limits: limits as never })
  expect(call).toThrow(MechanismError)
  expect(call).toThrow(message)
})

import { type Linkwork, load, type Mechanism } from 'linkwork'
import { mechanismFromMjcf } from 'linkwork/mjcf'
import { mechanismFromSdf } from 'linkwork/sdf'
import { mechanismFromUrdf } from 'linkwork/urdf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

/** The result of reading a document, whose mechanism the library accepts. */
function read(text: string) {
  const reader: (
    library: Linkwork,
    text: string
  ) => { mechanism: Mechanism; warnings: readonly string[] } = text.includes('<mujoco')
    ? mechanismFromMjcf
    : text.includes('<sdf')
      ? mechanismFromSdf
      : mechanismFromUrdf
  const made = reader(linkwork, text)
  linkwork.info(made.mechanism)
  return made
}

/** The only warning about a document, but for those of every robot. */
function warningOf(text: string): string {
  const usual = /floats; base|files of meshes|actuators are not part|nothing to touch/
  const { warnings } = read(text)
  const found = warnings.filter((warning) => !usual.test(warning))
  expect(found).toHaveLength(1)
  return found[0]!
}

const inertial =
  '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
const urdf = (inLink: string, inJoint = '', more = '') => `<robot name="r"><link name="base"/>
  <link name="arm">${inertial}${inLink}</link>
  <joint name="pin" type="revolute"><parent link="base"/><child link="arm"/>${inJoint}</joint>${more}</robot>`
const looks = (geometry: string, more = '') =>
  `<visual><geometry>${geometry}</geometry>${more}</visual>`
const box = '<box size="1 2 3"/>'

const sdf = (inLink: string, inAxis = '', more = '', version = '1.9') => `<sdf version="${version}">
  <model name="m"><link name="arm">${inLink}</link>
  <joint name="pin" type="revolute"><parent>world</parent><child>arm</child>
  <axis><xyz>0 0 1</xyz>${inAxis}</axis></joint>${more}</model></sdf>`
const sphere = (radius: string) =>
  `<visual name="v"><geometry><sphere><radius>${radius}</radius></sphere></geometry></visual>`

const mjcf = (inBody: string, more = '') => `<mujoco>${more}<worldbody><body name="arm">
  <joint name="pin" ${inBody}/><geom type="box" size="1 1 1" mass="1"/></body></worldbody></mujoco>`

describe('faults in parts that no motion needs are warnings', () => {
  it.each([
    [
      'two materials of a URDF visual',
      urdf(looks(box, '<material name="a"><color rgba="1 0 0 1"/></material><material name="b"/>')),
      'line 2: link "arm", visual, material "b": is there twice, first on line 2; the first counts'
    ],
    [
      'a URDF material of a name that another has',
      urdf('', '', '<material name="a"/>\n<material name="a"/>'),
      'line 4: material "a": is there twice; the first counts'
    ],
    [
      'a URDF color of five numbers',
      urdf(looks(box, '<material name="a"><color rgba="1 0 0 1 1"/></material>')),
      'line 2: link "arm", visual, material "a", color: rgba: expected 3 to 4 numbers, found "1 0 0 1 1"; the first 4 count'
    ],
    [
      'a URDF color that is none',
      urdf(
        looks(box, '<material name="a"/>'),
        '',
        '<material name="a"><color rgba="red"/></material>'
      ),
      'line 3: material "a", color rgba: expected 3 to 4 numbers, found "red"; the part is left out'
    ],
    [
      'an SDF color that is none',
      sdf(sphere('1').replace('</visual>', '<material><diffuse>red</diffuse></material></visual>')),
      'line 2: model "m", link "arm", visual "v", material, diffuse: expected 3 to 4 numbers, found "red"; the part is left out'
    ],
    [
      'an MJCF color that is none',
      mjcf('').replace('type="box"', 'type="box" rgba="red"'),
      'line 2: body "arm", geom rgba: expected 3 to 4 numbers, found "red"; the part is left out'
    ],
    [
      'a mesh scale of four numbers in URDF',
      urdf(looks('<mesh filename="a.stl" scale="1 2 3 4"/>')),
      'line 2: link "arm", visual, geometry, mesh: scale: expected three numbers, found "1 2 3 4"; the first 3 count'
    ],
    [
      'a mesh scale of four numbers in SDF',
      sdf(
        '<visual name="v"><geometry><mesh><uri>a.dae</uri><scale>1 2 3 4</scale></mesh></geometry></visual>'
      ),
      'line 2: model "m", link "arm", visual "v", geometry, mesh, scale: expected three numbers, found "1 2 3 4"; the first 3 count'
    ],
    [
      'a mesh scale of four numbers in MJCF',
      mjcf('', '<asset><mesh name="a" file="a.stl" scale="1 2 3 4"/></asset>').replace(
        '</body>',
        '<geom type="mesh" mesh="a" mass="0" contype="0" conaffinity="0"/></body>'
      ),
      'line 1: asset, mesh "a": scale: expected three numbers, found "1 2 3 4"; the first 3 count'
    ],
    [
      'characters behind a velocity in URDF',
      urdf('', '<limit effort="1" velocity="2.5 rad/s"/>').replace('2.5 rad', '2.5rad'),
      'line 3: joint "pin", limit: velocity: expected a number, found "2.5rad/s"; 2.5 counts'
    ],
    [
      'characters behind a velocity in SDF',
      sdf('', '<limit><velocity>2.5"</velocity></limit>'),
      'line 4: model "m", joint "pin", axis, limit, velocity: expected a number, found "2.5""; 2.5 counts'
    ],
    [
      'characters behind a gain in MJCF',
      mjcf('').replace(
        '</mujoco>',
        '<actuator><position joint="pin" kp="20N"/></actuator></mujoco>'
      ),
      'line 2: actuator, position: kp: expected a number, found "20N"; 20 counts'
    ],
    [
      'a visual without size',
      urdf(looks('<sphere/>')),
      'line 2: link "arm", visual, geometry, sphere: expected an attribute radius, found none; the part is left out'
    ],
    [
      'an SDF visual that is no number',
      sdf(sphere('big')),
      'line 2: model "m", link "arm", visual "v", geometry, sphere, radius: expected a number, found "big"; the part is left out'
    ],
    [
      'limits the wrong way round in URDF',
      urdf('', '<limit lower="2" upper="1"/>'),
      'line 3: joint "pin", limit: expected lower at most upper, found lower 2, upper 1; no limits count'
    ],
    [
      'limits the wrong way round in SDF',
      sdf('', '<limit><lower>2</lower><upper>1</upper></limit>'),
      'line 4: model "m", joint "pin", axis, limit: expected lower at most upper, found lower 2, upper 1; no limits count'
    ],
    [
      'limits the wrong way round in MJCF',
      mjcf('type="slide" range="2 1"'),
      'line 2: body "arm", joint "pin": range: expected lower at most upper, found lower 2, upper 1; no limits count'
    ],
    [
      'a control range the wrong way round',
      mjcf('').replace(
        '</mujoco>',
        '<actuator><motor joint="pin" ctrlrange="1 -1"/></actuator></mujoco>'
      ),
      'line 2: actuator, motor: ctrlrange: expected lower at most upper, found lower 1, upper -1; no limits count'
    ],
    [
      'an attribute in place of an element',
      urdf('').replace('type="revolute"', 'type="revolute" axis="0 0 1"'),
      'line 3: joint "pin": attribute axis is not known and left out; expected an element <axis>'
    ],
    [
      'an unknown attribute of URDF',
      urdf('', '<axis xzy="0 0 1"/>'),
      'line 3: joint "pin", axis: attribute xzy is not known and left out; did you mean "xyz"? (attributes: xyz)'
    ],
    [
      'an unknown element of URDF',
      urdf('', '<limits lower="0" upper="1"/>'),
      'line 3: joint "pin", limits: <limits> is not known and left out'
    ],
    [
      'an unknown attribute of SDF',
      sdf('<pose relativ_to="m">0 0 0 0 0 0</pose>'),
      'line 2: model "m", link "arm", pose: attribute relativ_to is not known and left out; did you mean "relative_to"? (attributes: relative_to, frame, rotation_format, degrees)'
    ],
    [
      'an unknown element of SDF',
      sdf('', '', '<limits/>'),
      'line 4: model "m", limits: <limits> is not known and left out'
    ],
    [
      'an attribute twice',
      urdf('').replace('"pin" type', '"pin" name="pen" type'),
      'line 3: joint name: expected the attribute once, found "pin" and "pen"; the first counts'
    ],
    [
      'the same element twice',
      urdf('', '<axis xyz="0 0 1"/><axis xyz="0 0 1"/>'),
      'line 3: joint "pin", axis: is there twice, first on line 3; the first counts'
    ],
    [
      'an XML declaration behind a blank line',
      `\n<!-- made by hand -->\n<?xml version="1.0"?>${urdf('')}`,
      'line 3: XML declaration: expected at the start of line 1, found on line 3; it is read'
    ],
    [
      'an SDF joint of two axes that has one',
      sdf('').replace('"revolute"', '"revolute2"'),
      'line 3: model "m", joint "pin": expected <axis> and <axis2>, found no <axis2>; it turns about <axis> alone'
    ],
    [
      'a gearbox without a reference',
      sdf(
        '',
        '',
        '<link name="a"/><joint name="g" type="gearbox"><parent>arm</parent><child>a</child></joint>'
      ),
      'line 4: model "m", joint "g": expected an element <gearbox_reference_body>, found none; the gearbox is left out'
    ],
    [
      'an MJCF mesh of a name that another has',
      mjcf('', '<asset><mesh name="a" file="a.stl"/><mesh name="a" file="b.stl"/></asset>'),
      'line 1: asset, mesh "a": is there twice; the first counts'
    ],
    [
      'an MJCF material of a name that another has',
      mjcf('', '<asset><material name="a"/><material name="a"/></asset>'),
      'line 1: asset, material "a": is there twice; the first counts'
    ],
    [
      'an MJCF keyframe with fewer numbers',
      mjcf('')
        .replace('</mujoco>', '<keyframe><key qvel=""/></keyframe></mujoco>')
        .replace('<body', '<body name="ball"><joint type="ball"/><geom size="1"/></body><body')
        .replace('qvel=""', 'qvel="1 2"'),
      'line 2: keyframe, key: qvel: expected 4 numbers, found 2; the others are where the model starts'
    ],
    [
      'an unknown attribute of MJCF',
      mjcf('axle="0 0 1"'),
      /^line 2: body "arm", joint "pin": attribute axle is not known and left out; did you mean "axis"\?/
    ]
  ])('%s', (_, text, expected) => {
    if (typeof expected === 'string') expect(warningOf(text)).toBe(expected)
    else expect(warningOf(text)).toMatch(expected)
  })

  it('in many parts of a kind are one warning', () => {
    const text = sdf(sphere('1"') + sphere('2"').replace('"v"', '"w"'))
    expect(warningOf(text)).toMatch(/found "1""; 1 counts \(and 1 more of this kind\)$/)
    expect(read(text).mechanism.bodies[0]?.shapes).toMatchObject([{ radius: 1 }, { radius: 2 }])
  })
})

describe('what motion needs is refused', () => {
  it.each([
    [
      'mass',
      urdf('').replace('mass value="1"', 'mass value="1kg"'),
      /expected a number, found "1kg"/
    ],
    ['a limit', urdf('', '<limit lower="0" upper="1rad"/>'), /upper: expected a number/],
    ['two axes', urdf('', '<axis xyz="0 0 1"/><axis xyz="0 1 0"/>'), /expected one <axis>: remove/],
    [
      'a name of a link and a joint since SDF 1.7',
      sdf('', '', '', '1.7').replace('"pin"', '"arm"'),
      /joint "arm" name: expected a name of its own, found "arm", which another link, joint, frame or model has; rename one/
    ]
  ])('%s', (_, text, message) => expect(() => read(text)).toThrow(message))
})

describe('a <mimic> of a joint that does not move', () => {
  const finger = (type: string, inside: string) => `<link name="tip">${inertial}</link>
    <joint name="tip" type="${type}"><parent link="arm"/><child link="tip"/>${inside}</joint>`

  it.each([
    ['by it', urdf('', '', finger('fixed', '<mimic joint="pin"/>')), 'tip'],
    [
      'of it',
      urdf('', '', finger('fixed', '')).replace(
        '<child link="arm"/>',
        '<child link="arm"/><mimic joint="tip"/>'
      ),
      'tip'
    ],
    [
      'in SDF',
      sdf(
        '',
        '',
        `<link name="tip"/><joint name="tip_joint" type="fixed"><parent>arm</parent><child>tip</child>
        <axis><xyz>0 0 1</xyz><mimic joint="pin"><multiplier>1</multiplier></mimic></axis></joint>`
      ),
      'tip_joint'
    ]
  ])('ties nothing: %s', (_, text, name) => {
    expect(warningOf(text)).toContain(
      `mimic: expected a joint that moves, found joint "${name}", which is fixed; the <mimic> is left out`
    )
    const { mechanism } = read(text)
    expect(mechanism).not.toHaveProperty('couplings')
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(1)
  })
})

describe('names', () => {
  const names = ({ bodies }: Mechanism) => bodies.map(({ name }) => name)

  it('of a link and a joint may be the same before SDF 1.7', () => {
    const text = sdf('', '', '', '1.6').replace('"pin"', '"arm"')
    expect(warningOf(text)).toContain('joint "arm": name: expected a name of its own, found "arm"')
    expect(read(text).mechanism.joints).toMatchObject([{ name: 'arm_joint', child: 'arm' }])
  })

  it.each([
    [
      'URDF',
      urdf(
        '',
        '',
        `<link name="world">${inertial}</link><joint name="j" type="fixed">
        <parent link="arm"/><child link="world"/></joint>`
      ),
      ['arm', 'world_link']
    ],
    [
      'SDF',
      sdf('')
        .replaceAll('>arm<', '>world<')
        .replaceAll('"arm"', '"world"')
        .replace('<parent>world', '<parent>base')
        .replace('<joint', '<link name="base"/><joint'),
      ['world_link', 'base']
    ],
    ['MJCF', mjcf('').replaceAll('"arm"', '"world"'), ['world_body']]
  ])('called world are those of bodies in %s that are not the ground', (_, text, expected) => {
    expect(warningOf(text)).toMatch(
      /expected another name than "world", which is the ground, found it/
    )
    expect(names(read(text).mechanism)).toEqual(expected)
  })
})

describe('parts of MJCF that a mechanism cannot have', () => {
  it('leave the others', () => {
    const { mechanism, actuators, warnings } = mechanismFromMjcf(
      linkwork,
      `<mujoco><worldbody>
      <body name="a"><joint name="a" axis="0 1 0"/><geom size="0.1" mass="1"/></body>
      <body name="b"><joint name="b" type="ball"/><geom size="0.1" mass="1"/></body>
      <body name="c" mocap="true" pos="0 0 1"><geom size="0.1"/></body></worldbody>
      <tendon><fixed name="none" range="0 1"><joint joint="a" coef="0"/></fixed><fixed name="t" range="-1 1"><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed></tendon>
      <equality><tendon tendon1="t"/></equality>
      <actuator><motor tendon="t"/><motor joint="a"/></actuator></mujoco>`
    )
    expect(mechanism.joints.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'a revolute',
      'b spherical',
      'c_fixed fixed'
    ])
    expect(mechanism).not.toHaveProperty('couplings')
    expect(mechanism.tendons ?? []).toEqual([])
    expect(actuators.map(({ gear }) => gear)).toEqual([{ a: 1 }])
    expect(warnings).toContain(
      'line 4: body "c": mocap: no body is moved from outside; it stays where it is'
    )
    expect(warnings).toContain(
      'line 5: tendon, fixed "t": expected hinges and slides, found joint "b", which is spherical; the tendon is left out'
    )
    expect(warnings).toContain('line 6: equality, tendon: is left out, as a tendon of it is')
  })

  it('leaves out velocities that open a loop', () => {
    const { mechanism, warnings } = read(`<mujoco><worldbody>
      <body name="a"><joint name="a" axis="0 1 0"/><geom size="0.1" mass="1" pos="0 0 -1"/></body>
      <body name="b"><joint name="b" axis="0 1 0"/><geom size="0.1" mass="1" pos="0 0 -1"/></body></worldbody>
      <equality><joint joint1="a" joint2="b"/></equality>
      <keyframe><key qvel="1 2"/></keyframe></mujoco>`)
    expect(mechanism.initialState?.v).toBeUndefined()
    expect(warnings.join()).toContain('expected velocities that keep loops and couplings closed')
  })
})

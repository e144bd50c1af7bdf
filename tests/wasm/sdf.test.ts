import { load, type Mechanism, MechanismError, type State } from 'linkwork'
import { mechanismFromSdf } from 'linkwork/sdf'
import { mechanismFromUrdf } from 'linkwork/urdf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const inertial = `<inertial><pose>0.1 -0.2 0.3 0 0 0</pose><mass>2</mass><inertia>
  <ixx>0.3</ixx><iyy>0.4</iyy><izz>0.5</izz><ixy>0.01</ixy><ixz>-0.02</ixz><iyz>0.03</iyz>
  </inertia></inertial>`
const link = (name: string, pose = '', more = '') =>
  `<link name="${name}">${pose && `<pose>${pose}</pose>`}${inertial}${more}</link>`
const joint = (name: string, type: string, parent: string, child: string, inside = '') =>
  `<joint name="${name}" type="${type}"><parent>${parent}</parent><child>${child}</child>${inside}</joint>`
const axis = (xyz: string, inside = '', tag = 'axis') =>
  `<${tag}><xyz>${xyz}</xyz>${inside}</${tag}>`
const sdf = (inside: string) => `<sdf version="1.9"><model name="test">${inside}</model></sdf>`

function imported(text: string): Mechanism {
  const { mechanism, warnings } = mechanismFromSdf(linkwork, text)
  expect(warnings).toEqual([])
  return mechanism
}

function messageOf(text: string): string {
  try {
    mechanismFromSdf(linkwork, text)
  } catch (error) {
    expect(error).toBeInstanceOf(MechanismError)
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}

function expectClose(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length)
  for (const [i, value] of expected.entries()) expect(found[i]).toBeCloseTo(value, 12)
}

describe('the same robot in SDF and URDF', () => {
  const mass = `<inertial><origin xyz="0.1 -0.2 0.3"/><mass value="2"/>
    <inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0.01" ixz="-0.02" iyz="0.03"/></inertial>`
  const urdf = mechanismFromUrdf(
    linkwork,
    `<robot name="test"><link name="ground"/>
    <link name="upper">${mass}</link><link name="lower">${mass}</link>
    <joint name="a" type="revolute"><parent link="ground"/><child link="upper"/>
      <origin xyz="0 0 1" rpy="0.1 0.2 0.3"/><axis xyz="1 2 3"/>
      <dynamics damping="0.5" friction="0.1"/><limit lower="-1" upper="2"/></joint>
    <joint name="b" type="prismatic"><parent link="upper"/><child link="lower"/>
      <origin xyz="0.5 0 0.1" rpy="0.4 0 0"/><axis xyz="0 1 0"/></joint></robot>`
  ).mechanism
  const dynamics = `<dynamics><damping>0.5</damping><friction>0.1</friction></dynamics>`
  const mechanism = imported(
    sdf(
      `${link('upper', '0 0 1 0.1 0.2 0.3')}
      <link name="lower"><pose relative_to="upper">0.5 0 0.1 0.4 0 0</pose>${inertial}</link>` +
        joint(
          'a',
          'revolute',
          'world',
          'upper',
          axis('1 2 3', `${dynamics}<limit><lower>-1</lower><upper>2</upper></limit>`)
        ) +
        joint('b', 'prismatic', 'upper', 'lower', axis('0 1 0'))
    )
  )

  it('has the same dynamics', () => {
    const state: State = { q: { a: [0.7], b: [-0.4] }, v: { a: [1.1], b: [-0.6] }, tau: { b: [3] } }
    const [one, other] = [mechanism, urdf].map((each) => linkwork.forwardDynamics(each, state).a)
    expectClose([...one!['a']!, ...one!['b']!], [...other!['a']!, ...other!['b']!])
    const [e, f] = [mechanism, urdf].map((each) => linkwork.energy(each, state))
    expectClose([e!.kinetic, e!.potential], [f!.kinetic, f!.potential])
    expect(mechanism.joints[0]?.limits).toEqual({ lower: -1, upper: 2 })
  })
})

describe('joints', () => {
  const single = (type: string, inside = '') =>
    imported(sdf(link('arm') + joint('pin', type, 'world', 'arm', inside)))

  it.each([
    ['revolute', axis('0 0 1'), 'revolute', 1],
    ['continuous', axis('0 0 1'), 'revolute', 1],
    ['prismatic', axis('0 0 1'), 'prismatic', 1],
    ['ball', '', 'spherical', 3],
    ['universal', axis('1 0 0') + axis('0 1 0', '', 'axis2'), 'universal', 2],
    ['revolute2', axis('1 0 0') + axis('0 1 0', '', 'axis2'), 'universal', 2],
    ['screw', `${axis('0 0 1')}<screw_thread_pitch>0.5</screw_thread_pitch>`, 'helical', 1],
    ['fixed', '', 'fixed', 0]
  ])('%s', (type, inside, expected, dofs) => {
    const mechanism = single(type, inside)
    expect(mechanism.joints[0]?.type).toBe(expected)
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(dofs)
  })

  it('a screw advances by its pitch a turn', () => {
    const mechanism = single(
      'screw',
      `${axis('0 0 1')}<screw_thread_pitch>0.5</screw_thread_pitch>`
    )
    const at = linkwork.kinematics(mechanism, { q: { pin: [2 * Math.PI] } }).bodies['arm']!
    expectClose(at.position, [0, 0, 0.5])
  })

  it('an axis may be in another frame', () => {
    const turned = '0 0 0 0 0 1.5707963267948966'
    const mechanism = imported(
      sdf(
        link('arm', turned) +
          joint(
            'pin',
            'revolute',
            'world',
            'arm',
            '<axis><xyz expressed_in="__model__">1 0 0</xyz></axis>'
          )
      )
    )
    expectClose(mechanism.joints[0]?.axis ?? [], [0, -1, 0])
  })

  it('to a link that has a parent joint close a loop', () => {
    const bars =
      link('crank') +
      link('coupler', '0 0 1 0 0 0') +
      link('rocker', '2 0 0 0 0 0') +
      joint('a', 'revolute', 'world', 'crank', axis('0 1 0')) +
      joint('b', 'revolute', 'crank', 'coupler', axis('0 1 0')) +
      joint('c', 'revolute', 'world', 'rocker', axis('0 1 0')) +
      joint('d', 'revolute', 'coupler', 'rocker', `<pose>0 0 1 0 0 0</pose>${axis('0 1 0')}`)
    const mechanism = imported(sdf(bars))
    expect(mechanism.loops?.map(({ name }) => name)).toEqual(['d'])
    expect(mechanism.loops?.[0]).toMatchObject({
      parentFrame: { position: [2, 0, 0] },
      childFrame: { position: [0, 0, 1] }
    })
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(1)
  })

  it('a gearbox ties two others to a third link', () => {
    const mechanism = imported(
      sdf(
        link('box') +
          link('in') +
          link('out') +
          joint('hold', 'fixed', 'world', 'box') +
          joint('one', 'revolute', 'box', 'in', axis('0 0 1')) +
          joint('two', 'revolute', 'box', 'out', axis('0 0 -1')) +
          joint(
            'gear',
            'gearbox',
            'in',
            'out',
            `${axis('0 0 1')}${axis('0 0 1', '', 'axis2')}
            <gearbox_ratio>4</gearbox_ratio><gearbox_reference_body>box</gearbox_reference_body>`
          )
      )
    )
    expect(mechanism.couplings).toEqual([
      {
        name: 'gear',
        terms: [
          { joint: 'one', coefficient: 1 },
          { joint: 'two', coefficient: -4 }
        ]
      }
    ])
  })

  it('may mimic each other', () => {
    const mimic =
      '<mimic joint="a"><multiplier>2</multiplier><offset>0.5</offset><reference>0.1</reference></mimic>'
    const { couplings, initialState } = imported(
      sdf(
        link('one') +
          link('two') +
          joint('a', 'revolute', 'world', 'one', axis('0 0 1')) +
          joint('b', 'revolute', 'world', 'two', axis('0 0 1', mimic))
      )
    )
    expect(couplings?.[0]?.offset).toBeCloseTo(0.3, 15)
    expectClose(initialState?.q?.['b'] ?? [], [0.3])
  })
})

describe('models', () => {
  it('nest, their parts named after them', () => {
    const inner = `<model name="hand"><pose>0 0 2 0 0 0</pose>${link('palm', '1 0 0 0 0 0')}</model>`
    const mechanism = imported(
      sdf(
        link('arm') +
          inner +
          joint('pin', 'fixed', 'world', 'arm') +
          joint('wrist', 'revolute', 'arm', 'hand::palm', axis('0 0 1'))
      )
    )
    expect(mechanism.bodies.map(({ name }) => name)).toEqual(['arm', 'hand::palm'])
    expectClose(linkwork.kinematics(mechanism).bodies['hand::palm']!.position, [1, 0, 2])
  })

  it('of a world stand where they are put, and touch each other and the ground', () => {
    const collision =
      '<collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>'
    const plane = `<model name="ground"><static>true</static><link name="floor"><collision name="c">
      <geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>`
    const ball = (name: string, z: number) =>
      `<model name="${name}"><pose>0 0 ${z} 0 0 0</pose>${link('body', '', collision)}</model>`
    const mechanism = imported(
      `<sdf version="1.9"><world name="w"><gravity>0 0 -5</gravity>${plane}${ball('a', 1)}${ball('b', 2)}</world></sdf>`
    )
    expect(mechanism.gravity).toEqual([0, 0, -5])
    expect(mechanism.joints.map(({ type }) => type)).toEqual(['fixed', 'free', 'free'])
    expectClose(linkwork.kinematics(mechanism).bodies['b::body']!.position, [0, 0, 2])
    expect(mechanism.contact).toMatchObject({ selfCollision: true })
    expect(mechanism.contact?.colliders.map(({ body }) => body)).toEqual([
      'world',
      'a::body',
      'b::body'
    ])
  })
})

describe('friction of a collision', () => {
  const collider = (inside: string) => {
    const collision = `<collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry>
      <surface><friction>${inside}</friction></surface></collision>`
    const { mechanism, warnings } = mechanismFromSdf(
      linkwork,
      `<sdf version="1.9"><world name="w"><model name="a">${link('body', '', collision)}</model>
        <model name="b">${link('body', '', collision)}</model></world></sdf>`
    )
    const { friction, torsionalFriction } = mechanism.contact!.colliders[0]!
    return { friction, torsionalFriction, warnings }
  }
  // Gazebo's T = 3π/16 μ a N.
  const torsional = (inside: string) => `<torsional>${inside}</torsional>`
  it.each([
    ['<ode><mu>0.3</mu></ode>', 0.3, undefined],
    [torsional('<patch_radius>0.02</patch_radius>'), 1, (3 * Math.PI * 0.02) / 16],
    [
      torsional('<coefficient>0.5</coefficient><patch_radius>0.02</patch_radius>'),
      1,
      (3 * Math.PI * 0.01) / 16
    ],
    [torsional('<coefficient>0.5</coefficient>'), 1, undefined]
  ])('%s', (inside, friction, expected) => {
    const found = collider(inside)
    expect(found.warnings).toEqual([])
    expect(found.friction).toBe(friction)
    if (expected === undefined) expect(found.torsionalFriction).toBeUndefined()
    else expect(found.torsionalFriction).toBeCloseTo(expected, 15)
  })

  it('of a patch that depends on the depth is left out', () => {
    const found = collider(
      torsional('<use_patch_radius>false</use_patch_radius><surface_radius>0.1</surface_radius>')
    )
    expect(found.torsionalFriction).toBeUndefined()
    expect(found.warnings.join()).toContain('surface_radius')
  })
})

describe('what is wrong', () => {
  it.each([
    ['no SDF', '<robot/>', /line 1: expected <sdf>, the root of SDF, found <robot>/],
    ['no model', '<sdf/>', /expected an element <model>, found none/],
    [
      'an include',
      sdf('<include><uri>model://x</uri></include>'),
      /include, uri: names "model:\/\/x": give an option include that reads it/
    ],
    [
      'an unknown link',
      sdf(link('arm') + joint('j', 'fixed', 'arm', 'amr')),
      /joint "j", child: no link, joint or frame is named "amr"; did you mean "arm"/
    ],
    [
      'an unknown parent',
      sdf(link('arm') + joint('j', 'fixed', 'amr', 'arm')),
      /parent: no link, joint or frame is named "amr"; did you mean "arm"/
    ],
    [
      'an unknown type',
      sdf(link('arm') + joint('j', 'hinge', 'world', 'arm')),
      /no joint type is "hinge"/
    ],
    [
      'a frame in itself',
      sdf(
        '<link name="a"><pose relative_to="b"/></link><link name="b"><pose relative_to="a"/></link>'
      ),
      /is placed in itself/
    ],
    [
      'no number',
      sdf(link('arm').replace('<mass>2', '<mass>two')),
      /mass: expected a number, found "two"/
    ]
  ])('%s', (_, text, expected) => {
    expect(messageOf(text)).toMatch(expected)
  })
})

it('meshes and limits of motors are not part of the mechanism', () => {
  const mesh = (inside: string) => `<geometry><mesh>${inside}</mesh></geometry>`
  const looks = `<visual name="v"><pose>0 0 1 0 0 0</pose>
    ${mesh('<uri> model://arm/a.dae </uri><scale>1 2 3</scale>')}
    <material><diffuse>0 0 1 1</diffuse></material></visual>
    <collision name="c">${mesh('<uri>a.stl</uri>')}</collision>`
  const limit = (inside: string) => axis('0 1 0', `<limit>${inside}</limit>`)
  const { meshes, limits } = mechanismFromSdf(
    linkwork,
    sdf(
      link('a', '', looks) +
        link('b') +
        joint('j', 'revolute', 'world', 'a', limit('<effort>30</effort><velocity>inf</velocity>')) +
        joint('k', 'revolute', 'a', 'b', limit('<effort>-1</effort><velocity>2</velocity>'))
    )
  )
  expect(meshes).toEqual([
    {
      body: 'a',
      purpose: 'visual',
      uri: 'model://arm/a.dae',
      scale: [1, 2, 3],
      frame: { position: [0, 0, 1], rotation: [0, 0, 0, 1] },
      color: '#0000ff'
    },
    {
      body: 'a',
      purpose: 'collision',
      uri: 'a.stl',
      scale: [1, 1, 1],
      frame: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
      color: undefined
    }
  ])
  expect(limits).toEqual({ j: { effort: 30 }, k: { velocity: 2 } })
})

import { readFileSync } from 'node:fs'
import { load, type Mechanism, MechanismError, type State } from 'linkwork'
import { type MjcfOptions, mechanismFromMjcf, mechanismToMjcf } from 'linkwork/mjcf'
import { mechanismFromUrdf } from 'linkwork/urdf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const model = (inside: string, head = '<compiler angle="radian"/>') =>
  `<mujoco model="test">${head}${inside}</mujoco>`

/** The mechanism of a document that gives no cause for warnings. */
function imported(inside: string, head?: string, options?: MjcfOptions): Mechanism {
  const { mechanism, warnings } = mechanismFromMjcf(linkwork, model(inside, head), options)
  expect(warnings).toEqual([])
  return mechanism
}

const inertial = '<inertial pos="0.1 -0.2 0.3" mass="2" fullinertia="0.3 0.4 0.5 0.01 -0.02 0.03"/>'
const single = (inside: string, head?: string) =>
  imported(`<worldbody><body name="arm">${inside}${inertial}</body></worldbody>`, head)

function expectClose(found: readonly number[], expected: readonly number[], digits = 12): void {
  expect(found).toHaveLength(expected.length)
  for (const [i, value] of expected.entries()) expect(found[i]).toBeCloseTo(value, digits)
}

const massMatrix = (mechanism: Mechanism, state: State = {}) =>
  linkwork.massMatrix(mechanism, state).massMatrix.flat()

const poseOf = (mechanism: Mechanism, body: string, state: State = {}) => {
  const { position, rotation } = linkwork.kinematics(mechanism, state).bodies[body]!
  return [...position, ...rotation.map((part) => part * Math.sign(rotation[3]))]
}

function messageOf(inside: string, options?: MjcfOptions): string {
  try {
    mechanismFromMjcf(linkwork, inside, options)
  } catch (error) {
    expect(error).toBeInstanceOf(MechanismError)
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}

describe('the same robot in MJCF and URDF', () => {
  const mjcf = imported(`<worldbody>
    <body name="upper" pos="0 0 1" euler="0.1 0.2 0.3">
      <joint name="a" axis="1 2 3" damping="0.5" frictionloss="0.1" range="-1 2"/>${inertial}
      <body name="lower" pos="0.5 0 0.1"><joint name="b" type="slide" axis="0 1 0"/>${inertial}</body>
    </body></worldbody>`)
  const mass = `<inertial><origin xyz="0.1 -0.2 0.3"/><mass value="2"/>
    <inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0.01" ixz="-0.02" iyz="0.03"/></inertial>`
  const link = (name: string) => `<link name="${name}">${mass}</link>`
  // xyz intrinsic is Rx·Ry·Rz; URDF's rpy turns the other way round, so it takes three joints.
  const urdf = mechanismFromUrdf(
    linkwork,
    `<robot name="test"><link name="ground"/><link name="x"/><link name="y"/>
    <joint name="x" type="fixed"><parent link="ground"/><child link="x"/><origin xyz="0 0 1" rpy="0.1 0 0"/></joint>
    <joint name="y" type="fixed"><parent link="x"/><child link="y"/><origin rpy="0 0.2 0"/></joint>
    ${link('upper')}${link('lower')}
    <joint name="a" type="revolute"><parent link="y"/><child link="upper"/><origin rpy="0 0 0.3"/>
      <axis xyz="1 2 3"/><dynamics damping="0.5" friction="0.1"/><limit lower="-1" upper="2"/></joint>
    <joint name="b" type="prismatic"><parent link="upper"/><child link="lower"/>
      <origin xyz="0.5 0 0.1"/><axis xyz="0 1 0"/></joint></robot>`
  ).mechanism

  it('has the same dynamics', () => {
    const state = { q: { a: [0.7], b: [-0.4] }, v: { a: [1.1], b: [-0.6] }, tau: { b: [3] } }
    expectClose(massMatrix(mjcf, state), massMatrix(urdf, state))
    const [one, other] = [mjcf, urdf].map((each) => linkwork.forwardDynamics(each, state).a)
    expectClose(Object.values(one!).flat(), [...one!['a']!, ...one!['b']!])
    expectClose([...one!['a']!, ...one!['b']!], [...other!['a']!, ...other!['b']!])
    const [e, f] = [mjcf, urdf].map((each) => linkwork.energy(each, state))
    expectClose([e!.kinetic, e!.potential], [f!.kinetic, f!.potential])
    expect(mjcf.joints[0]).toMatchObject({ limits: { lower: -1, upper: 2 } })
  })
})

/** Of tests/data/mjcf/mixed.xml, by MuJoCo 3.14.0. */
describe('numbers of MuJoCo', () => {
  const text = readFileSync(new URL('../data/mjcf/mixed.xml', import.meta.url), 'utf8')
  const { mechanism, warnings } = mechanismFromMjcf(linkwork, text)
  const names = ['base', 'hip', 'twist', 'reach', 'knee', 'toe-0', 'toe-1', 'toe-2']
  const byName = (values: readonly number[]): Record<string, number[]> =>
    Object.fromEntries(names.map((name, i) => [name, [values[i]!]]))
  const state = {
    q: byName([0.3, -0.5, 0.7, 0.2, 0.9, -0.4, 0.1, 0.6]),
    v: byName([1, -2, 0.5, 0.7, -1.5, 2, -0.3, 1.1])
  }

  it('are ours', () => {
    expect(warnings).toEqual([])
    const { kinetic, potential } = linkwork.energy(mechanism, state)
    expectClose([potential, kinetic], [380.56733817034296, 16.225498064652758], 10)
    expectClose(
      poseOf(mechanism, 'toe-2', state),
      [
        0.43778718294783153, -0.36013458656366626, 1.0396267445122116, -0.6014983104568024,
        0.4340416585144393, 0.6554288081245853, -0.1421995030653466
      ].map((part, i) => (i < 3 ? part : -part))
    )
    const { a } = linkwork.forwardDynamics(mechanism, state)
    const expected = [
      -1.1567242390383587, 2.036623622448527, 1.3190041608153984, -4.697987878085848,
      0.13898255344725796, 322.923463110879, 109.8561083815094, -107.24326920483512
    ]
    expectClose(
      names.map((name) => a[name]![0]!),
      expected,
      8
    )
  })
})

describe('orientations', () => {
  const rotation = (attribute: string, head?: string) =>
    single('', head).joints.length &&
    poseOf(
      imported(
        `<worldbody><body name="arm" ${attribute}><joint name="j"/>${inertial}</body></worldbody>`,
        head
      ),
      'arm'
    ).slice(3)
  const half = Math.SQRT1_2

  it.each([
    ['quat="2 0 0 2"', [0, 0, half, half]],
    ['axisangle="0 0 3 1.5707963267948966"', [0, 0, half, half]],
    ['euler="0 0 1.5707963267948966"', [0, 0, half, half]],
    ['xyaxes="0 2 0 -1 1 0"', [0, 0, half, half]],
    ['zaxis="0 -1 0"', [half, 0, 0, half]]
  ])('%s', (attribute, expected) => {
    expectClose(rotation(attribute) as number[], expected)
  })

  it('euler: small letters turn along, capitals stay, degrees by default', () => {
    // x then the turned y: Rx·Ry. About axes that stay: Ry·Rx.
    const along = rotation('euler="90 90 0"', ' ') as number[]
    const still = rotation('euler="90 90 0"', '<compiler eulerseq="XYZ"/>') as number[]
    expectClose(along, [0.5, 0.5, 0.5, 0.5])
    expectClose(still, [0.5, 0.5, -0.5, 0.5])
  })

  it('are one at most', () => {
    expect(messageOf(model('<worldbody><body quat="1 0 0 0" zaxis="0 0 1"/></worldbody>'))).toBe(
      'line 1: body zaxis: found with quat; expected one orientation'
    )
  })
})

describe('inertia from geoms', () => {
  const bodyOf = (geoms: string) =>
    imported(`<worldbody><body name="arm"><joint/>${geoms}</body></worldbody>`).bodies[0]!

  const bare = 'contype="0" conaffinity="0" density="1000"'

  // Volumes and moments of the solids, by the books.
  it.each([
    ['type="box" size="0.1 0.2 0.3"', 48, [(48 * 0.13) / 3, (48 * 0.1) / 3, (48 * 0.05) / 3]],
    ['size="0.1"', (4000 / 3) * Math.PI * 1e-3, Array(3).fill((4000 / 3) * Math.PI * 0.4e-5)],
    [
      'type="cylinder" size="0.1 0.3"',
      6 * Math.PI,
      [6 * Math.PI * 0.0325, 6 * Math.PI * 0.0325, 6 * Math.PI * 0.005]
    ],
    [
      'type="ellipsoid" size="0.1 0.2 0.3"',
      8 * Math.PI,
      [8 * Math.PI * 0.026, 8 * Math.PI * 0.02, 8 * Math.PI * 0.01]
    ]
  ])('%s', (attributes, mass, moments) => {
    const body = bodyOf(`<geom ${attributes} ${bare}/>`)
    expectClose([body.mass!], [mass])
    expectClose(body.inertia!, [...moments, 0, 0, 0])
  })

  it('a capsule is a cylinder with the halves of a ball at its ends', () => {
    const [r, h] = [0.1, 0.3]
    const { mass, inertia } = bodyOf(`<geom type="capsule" size="${r} ${h}" ${bare}/>`)
    const [middle, ball] = [2000 * Math.PI * r * r * h, (4000 / 3) * Math.PI * r ** 3]
    expectClose([mass!], [middle + ball])
    // A half ball has its center 3r/8 from its face, and 83/320·m·r² about it across its axis.
    const half = (83 / 320) * r * r + (h + (3 / 8) * r) ** 2
    const across = middle * ((r * r) / 4 + (h * h) / 3) + ball * half
    expectClose(inertia!, [across, across, (middle / 2 + 0.4 * ball) * r * r, 0, 0, 0])
  })

  it('adds up over all geoms, and takes a mass that is given', () => {
    // Two halves of a box make the whole.
    const whole = bodyOf(
      `<geom type="box" size="0.2 0.2 0.6" euler="0.3 0.4 0.5" mass="4" ${bare}/>`
    )
    const halves = bodyOf(`<frame euler="0.3 0.4 0.5">
      <geom type="box" size="0.2 0.2 0.3" pos="0 0 0.3" mass="2" ${bare}/>
      <geom type="box" size="0.3 0.2 0.2" pos="0 0 -0.3" zaxis="1 0 0" mass="2" ${bare}/></frame>`)
    expectClose([halves.mass!], [4])
    expectClose(halves.centerOfMass!, [0, 0, 0])
    expectClose(halves.inertia!, whole.inertia!)
  })

  it('from one end to the other is as long as it is said to be', () => {
    const ends = bodyOf(`<geom type="cylinder" fromto="1 0 0 1 0.6 0" size="0.1" ${bare}/>`)
    const turned = bodyOf(
      `<geom type="cylinder" size="0.1 0.3" pos="1 0.3 0" zaxis="0 1 0" ${bare}/>`
    )
    expectClose(ends.inertia!, turned.inertia!)
    expectClose(ends.centerOfMass!, [1, 0.3, 0])
  })
})

describe('joints', () => {
  it.each([
    ['<joint name="j"/>', 'revolute', 1],
    ['<joint name="j" type="slide"/>', 'prismatic', 1],
    ['<joint name="j" type="ball"/>', 'spherical', 3],
    ['<freejoint name="j"/>', 'free', 6],
    ['', 'fixed', 0]
  ])('%s is %s', (joint, type, dofs) => {
    const mechanism = single(joint)
    expect(mechanism.joints[0]?.type).toBe(type)
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(dofs)
  })

  it('turn about a point of the body', () => {
    const mechanism = single('<joint name="j" pos="1 0 0"/>')
    expectClose(poseOf(mechanism, 'arm', { q: { j: [Math.PI] } }).slice(0, 3), [2, 0, 0])
  })

  it('ref is the pose of the body, and the spring counts from it as MuJoCo has it', () => {
    const { joints, initialState } = single(
      '<joint name="j" ref="30" range="-90 90" stiffness="2" springref="60"/>',
      '<compiler/>'
    )
    expect(initialState?.q?.['j']?.[0]).toBeCloseTo(Math.PI / 6, 15)
    expect(joints[0]).toMatchObject({ stiffness: 2, rest: Math.PI / 3 })
    expect(joints[0]?.limits).toEqual({ lower: -Math.PI / 2, upper: Math.PI / 2 })
    expectClose(
      poseOf(single('<joint name="j" ref="0.7"/>'), 'arm', { q: { j: [0.7] } }),
      [0, 0, 0, 0, 0, 0, 1]
    )
  })

  it('limits: only where they are said to count', () => {
    const limits = (joint: string, head?: string) => single(joint, head).joints[0]?.limits
    expect(limits('<joint range="-1 1" limited="false"/>')).toBeUndefined()
    expect(limits('<joint/>', '<compiler autolimits="false"/>')).toBeUndefined()
    expect(() => limits('<joint range="-1 1"/>', '<compiler autolimits="false"/>')).toThrow(
      'joint limited: expected it with range, because autolimits is "false"'
    )
    expect(limits('<joint limited="true" range="-1 1"/>')).toEqual({ lower: -1, upper: 1 })
    const open = limits('<joint range="-180 1e9"/>', '<compiler angle="degree"/>')
    expect(open).toEqual({ lower: -Math.PI })
  })

  it('several of a body move it one after the other', () => {
    const mechanism = single(
      '<joint name="x" axis="1 0 0"/><joint name="y" axis="0 1 0"/><joint name="z" type="slide"/>'
    )
    expect(mechanism.bodies.map(({ name }) => name)).toEqual(['arm_x', 'arm_y', 'arm'])
    const q = { x: [Math.PI / 2], y: [Math.PI / 2], z: [2] }
    // Rx·Ry takes z to y … of Rx: along x.
    expectClose(poseOf(mechanism, 'arm', { q }), [2, 0, 0, 0.5, 0.5, 0.5, 0.5])
  })

  it('an armature adds to the diagonal of the mass matrix', () => {
    const chain = (armature: string) =>
      imported(`<worldbody><body name="a"><joint name="p" axis="1 0 0" armature="0.3"/>${inertial}
        <body name="b" pos="0 0 1"><joint name="q" axis="1 2 0" ${armature}/>${inertial}
        <body name="c" pos="0 1 0"><joint name="r" type="slide"/>${inertial}</body></body></body></worldbody>`)
    const without = chain('')
    const withOne = chain('armature="0.2"')
    const dofs = linkwork.massMatrix(without).joints.map(([joint]) => joint)
    expect(linkwork.massMatrix(withOne).joints.map(([joint]) => joint)).toEqual(dofs)
    const place = dofs.indexOf('q')
    const added = massMatrix(without).map((value, i) =>
      i === place * dofs.length + place ? value + 0.2 : value
    )
    expectClose(massMatrix(withOne), added)
  })
})

describe('defaults', () => {
  it('go by class, the nearest first', () => {
    const mechanism = imported(
      `<default><joint damping="1" axis="1 0 0"/>
        <default class="leg"><joint damping="2"/><default class="knee"><joint damping="3"/></default></default>
      </default>
      <worldbody><body name="a"><joint name="plain"/>${inertial}
        <body name="b" childclass="leg"><joint name="leg"/>${inertial}
          <body name="c"><joint name="knee" class="knee"/>${inertial}
            <body name="d"><joint name="own" damping="4"/>${inertial}</body></body></body></body></worldbody>`
    )
    expect(mechanism.joints.map(({ damping }) => damping)).toEqual([1, 2, 3, 4])
    expect(mechanism.joints.every(({ axis }) => axis?.[0] === 1)).toBe(true)
  })

  it('an unknown class is an error', () => {
    expect(
      messageOf(
        model('<default class="leg"/><worldbody><body><joint class="lag"/></body></worldbody>')
      )
    ).toMatch(/body, joint class: no default class is named "lag"; did you mean "leg"\?/)
  })
})

describe('copies', () => {
  it('stand each in the one before', () => {
    const mechanism = imported(`<worldbody><replicate count="4" offset="1 0 0"
      euler="0 0 1.5707963267948966" sep="_"><body name="arm"><joint name="j"/>${inertial}</body>
      </replicate></worldbody>`)
    expect(mechanism.joints.map(({ name }) => name)).toEqual(['j_0', 'j_1', 'j_2', 'j_3'])
    expectClose(poseOf(mechanism, 'arm_3').slice(0, 3), [0, 1, 0])
  })

  it('do not grow without end', () => {
    const nested = '<replicate count="1000">'.repeat(5)
    expect(
      messageOf(model(`<worldbody>${nested}<body/>${'</replicate>'.repeat(5)}</worldbody>`))
    ).toMatch(/makes more than 20000 copies/)
  })
})

describe('equalities', () => {
  const bars = (equality: string, more = '') =>
    imported(`<worldbody>
      <body name="crank"><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 1" size="0.02" contype="0" conaffinity="0"/>
        <body name="coupler" pos="0 0 1"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 2 0 0" size="0.02" contype="0" conaffinity="0"/></body></body>
      <body name="rocker" pos="2 0 0"><joint name="c" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 1" size="0.02" contype="0" conaffinity="0"/></body>
    </worldbody>${more}<equality>${equality}</equality>`)

  it('connect closes a loop at a point', () => {
    const mechanism = bars('<connect body1="coupler" body2="rocker" anchor="2 0 0"/>')
    expect(mechanism.loops?.[0]).toMatchObject({
      type: 'spherical',
      parent: 'coupler',
      child: 'rocker'
    })
    expectClose(mechanism.loops?.[0]?.childFrame?.position ?? [], [0, 0, 1])
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(1)
  })

  it('connect joins sites, and takes what is off by digits of a file as meant', () => {
    const at = (y: number) =>
      imported(`<worldbody><body name="a"><joint axis="0 1 0"/>${inertial}<site name="s" pos="1 ${y} 0"/></body>
        <body name="b" pos="2 0 0"><joint axis="0 1 0"/>${inertial}<site name="t" pos="-1 0 0"/></body></worldbody>
        <equality><connect site1="s" site2="t"/></equality>`).loops?.[0]?.childFrame?.position
    expect(at(1e-7)).toEqual([-1, 1e-7, 0])
  })

  it('weld holds two bodies together in every pose', () => {
    const mechanism = bars('<weld body1="coupler" body2="rocker"/>')
    expect(mechanism.loops?.[0]).toMatchObject({
      type: 'fixed',
      parentFrame: { position: [2, 0, -1] }
    })
  })

  it('joints follow each other along a line through where they start', () => {
    const mechanism = bars('<joint name="gear" joint1="c" joint2="a" polycoef="0.5 -2 0 0 0"/>')
    expect(mechanism.couplings).toEqual([
      {
        name: 'gear',
        terms: [
          { joint: 'c', coefficient: 1 },
          { joint: 'a', coefficient: 2 }
        ],
        offset: 0.5
      }
    ])
    expectClose(mechanism.initialState?.q?.['c'] ?? [], [0.5])
  })

  it('joints follow each other along polynomials, which are written again', () => {
    const [a0, a1, a2, a3] = [0.5, -2, 0.3, 0.1]
    const mechanism = bars(
      `<joint name="cam" joint1="c" joint2="a" polycoef="${a0} ${a1} ${a2} ${a3} 0"/>`
    )
    const { terms, offset } = mechanism.couplings![0]!
    expect(offset).toBeUndefined()
    expect(terms[0]).toEqual({ joint: 'c', coefficient: 1 })
    expect(terms[1]).toMatchObject({ joint: 'a', coefficient: -1 })
    expectClose(terms[1]!.function!.polynomial!, [a0, a1, a2, a3, 0])
    expectClose(mechanism.initialState?.q?.['c'] ?? [], [a0])
    const { text } = mechanismToMjcf(linkwork, mechanism)
    expect(mechanismFromMjcf(linkwork, text).mechanism.couplings).toEqual(mechanism.couplings)
  })

  it('polynomials count from where joints start', () => {
    const { mechanism } = mechanismFromMjcf(
      linkwork,
      `<mujoco><worldbody>
      <body><joint name="x" axis="0 1 0" ref="57.29577951308232"/>${inertial}</body>
      <body><joint name="y" axis="0 1 0"/>${inertial}</body></worldbody>
      <equality><joint joint1="y" joint2="x" polycoef="0.2 0.5 0.25"/></equality></mujoco>`
    )
    const polynomial = mechanism.couplings![0]!.terms[1]!.function!.polynomial!
    // 0.2 + 0.5 (x − 1) + 0.25 (x − 1)²
    expectClose(polynomial, [-0.05, 0, 0.25])
  })

  it('tendons too', () => {
    const tendon = `<tendon><fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="3"/></fixed></tendon>`
    const mechanism = bars('<tendon tendon1="t"/>', tendon)
    expect(mechanism.couplings?.[0]?.terms).toEqual([
      { joint: 'a', coefficient: 1 },
      { joint: 'b', coefficient: 3 }
    ])
  })
})

describe('keyframes', () => {
  const keys = `<keyframe><key name="home" qpos="1 2 3 2 0 0 0 0.5" qvel="1 0 0 0 0 2 3"/>
    <key name="up" qpos="0 0 0 1 0 0 1 0"/></keyframe>`
  const text = `<worldbody><body name="base" pos="0 0 5"><freejoint name="root"/>${inertial}
    <body name="arm"><joint name="j" armature="0.1"/>${inertial}</body></body></worldbody>${keys}`

  it('the first is the initial state, w of quaternions last', () => {
    const { initialState } = imported(text)
    expect(initialState?.q).toMatchObject({ root: [1, 2, 3, 0, 0, 0, 1], j: [0.5] })
    expect(initialState?.v).toMatchObject({ root: [0, 0, 2, 1, 0, 0], j: [3] })
    expect(linkwork.energy(imported(text)).kinetic).toBeGreaterThan(0)
  })

  it('or one by name or number', () => {
    for (const keyframe of ['up', 1]) {
      const { initialState } = imported(text, undefined, { keyframe })
      expectClose(initialState?.q?.['root'] ?? [], [0, 0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2])
    }
    expect(messageOf(model(text), { keyframe: 'hme' })).toMatch(/did you mean "home"\?/)
    expect(messageOf(model(text.replace('0 0 0.5"', '0 0 0.5 1"')))).toMatch(
      /key "home" qpos: expected 1 to 8 numbers/
    )
  })

  it('without any, bodies start where they stand', () => {
    const { initialState } = imported(text.replace(keys, ''))
    expect(initialState?.q?.['root']).toEqual([0, 0, 5, 0, 0, 0, 1])
  })
})

describe('includes', () => {
  const arm = `<mujocoinclude><worldbody><body name="arm"><joint name="j"/>${inertial}</body></worldbody></mujocoinclude>`
  const scene = model('<include file="arm.xml"/>')

  it('are read by a callback, and refused without', () => {
    expect(imported('<include file="arm.xml"/>', '', { include: () => arm })).toEqual(
      imported(`<worldbody><body name="arm"><joint name="j"/>${inertial}</body></worldbody>`, '')
    )
    expect(messageOf(scene)).toMatch(/include file: names "arm.xml": give an option include/)
  })

  it('report where they are wrong, and do not include themselves', () => {
    const wrong = arm.replace('mass="2"', 'mass="two"')
    expect(messageOf(scene, { include: () => wrong })).toBe(
      'line 1: arm.xml: body "arm", inertial mass: expected a number, found "two"'
    )
    expect(messageOf(scene, { include: () => scene })).toMatch(/includes itself/)
  })
})

describe('contact', () => {
  const floor = '<geom type="plane" size="0 0 1"/>'
  const ball = (name: string, z: number) =>
    `<body name="${name}" pos="0 0 ${z}"><freejoint/><geom size="0.1" friction="0.5"/></body>`

  it('geoms touch the ground and each other', () => {
    const { contact } = imported(`<worldbody>${floor}${ball('a', 1)}${ball('b', 2)}</worldbody>`)
    expect(contact).toEqual({
      colliders: [
        { name: 'geom', body: 'world', type: 'plane', friction: 1 },
        { name: 'geom_', body: 'a', type: 'sphere', radius: 0.1, friction: 0.5 },
        { name: 'geom_', body: 'b', type: 'sphere', radius: 0.1, friction: 0.5 }
      ],
      selfCollision: true,
      pairs: [{ colliders: ['geom', 'geom_'], friction: 1 }]
    })
  })

  it('but not the bodies of one robot, and says so', () => {
    const legs = ball('a', 1).replace(
      '</body>',
      `<body name="c" pos="0 0 1"><joint/><geom size="0.1"/></body></body>`
    )
    const { mechanism, warnings } = mechanismFromMjcf(
      linkwork,
      model(`<worldbody>${floor}${legs}</worldbody>`)
    )
    expect(mechanism.contact?.selfCollision).toBe(false)
    expect(warnings).toEqual([
      'line 1: body "c": bodies touch the ground alone; to change this, set contact.selfCollision'
    ])
  })

  it('in groups, where bits keep some of them apart', () => {
    const geom = (name: string, x: number, bits: string) =>
      ball(name, x).replace('/></body>', ` ${bits}/></body>`)
    const text = `<worldbody>${floor}${geom('a', 1, 'contype="1" conaffinity="1"')}
      ${geom('b', 2, 'contype="2" conaffinity="1"')}${geom('c', 3, 'contype="2" conaffinity="1"')}</worldbody>`
    const mechanism = imported(text)
    expect(mechanism.contact?.selfCollision).toBe(true)
    // Floor and a have equal bits; b and c touch these, and not each other.
    const groupsOf = ({ contact }: Mechanism) =>
      contact?.colliders.map(({ group, mask }) => [group, mask])
    const groups = groupsOf(mechanism)
    expect(groups).toEqual([
      [1, 3],
      [1, 3],
      [2, 1],
      [2, 1]
    ])
    expect(
      groupsOf(mechanismFromMjcf(linkwork, mechanismToMjcf(linkwork, mechanism).text).mechanism)
    ).toEqual(groups)
  })

  it('by bits of the ground, where bodies do not touch each other', () => {
    const geom = (name: string, x: number, bit: number) =>
      ball(name, x).replace('/></body>', ` contype="${bit}" conaffinity="${bit}"/></body>`)
    const text = `<worldbody>${floor}${floor.replace('/>', ' contype="2" conaffinity="2"/>')}
      ${geom('a', 1, 1)}${geom('b', 2, 2)}</worldbody>`
    const mechanism = imported(text)
    const touch = (i: number, j: number, { contact }: Mechanism) => {
      const [a, b] = [contact!.colliders[i]!, contact!.colliders[j]!]
      return (a.group! & b.mask!) !== 0 && (b.group! & a.mask!) !== 0
    }
    const again = mechanismFromMjcf(linkwork, mechanismToMjcf(linkwork, mechanism).text).mechanism
    for (const each of [mechanism, again]) {
      expect([touch(0, 2, each), touch(1, 2, each)]).toEqual([true, false])
      expect([touch(0, 3, each), touch(1, 3, each)]).toEqual([false, true])
    }
  })

  it('as colliders do whose masks differ, after an export', () => {
    const [ground, a, b] = [{}, { mask: 2 }, { group: 3 }]
    const mechanism = imported(`<worldbody>${floor}${ball('a', 1)}${ball('b', 2)}</worldbody>`)
    const colliders = mechanism.contact!.colliders.map((each, i) => ({
      ...each,
      ...[ground, a, b][i]
    }))
    const { text } = mechanismToMjcf(linkwork, { ...mechanism, contact: { colliders } })
    const found = mechanismFromMjcf(linkwork, text).mechanism.contact?.colliders
    const touch = (i: number, j: number) =>
      (found![i]!.group! & found![j]!.mask!) !== 0 && (found![j]!.group! & found![i]!.mask!) !== 0
    expect([touch(0, 1), touch(0, 2), touch(1, 2)]).toEqual([false, true, true])
  })

  it('but where bits forbid it', () => {
    const text = `<default><geom contype="1" conaffinity="0"/></default><worldbody>
      ${floor.replace('/>', ' conaffinity="1"/>')}${ball('a', 1)}${ball('b', 2)}</worldbody>`
    expect(imported(text).contact?.selfCollision).toBe(false)
    expect(imported(text).contact?.colliders).toHaveLength(3)
  })
})

describe('what is left out', () => {
  it('is said, once a kind', () => {
    const { mechanism, warnings } = mechanismFromMjcf(
      linkwork,
      model(`<actuator><motor joint="j"/></actuator>
        <tendon><spatial name="s"/><spatial name="t"/></tendon>
        <worldbody><body name="arm" gravcomp="1"><joint name="j" type="ball" range="0 1" armature="1"/>${inertial}
        <geom type="mesh" mesh="arm"/></body></worldbody>`)
    )
    expect(warnings).toEqual([
      'line 3: body "arm": gravcomp, compensation of gravity, is left out',
      'line 2: tendon, spatial "s": found less than two sites; the tendon is left out',
      'line 1: actuator, motor: the actuator is left out',
      'line 4: body "arm", geom: there is nothing to touch: no collider is made',
      'line 4: body "arm", geom: its mesh has no file, and is left out'
    ])
    expect(mechanism.joints[0]?.ballLimits).toEqual({ turn: 1 })
  })

  it('is softness, with how many parts have it', () => {
    const { warnings } = mechanismFromMjcf(
      linkwork,
      model(`<default><geom solref="0.005 1"/></default>
        <worldbody><geom type="plane" size="1 1 1"/><body name="arm"><joint name="j" solreflimit="0.005 1"/>
        ${inertial}<geom size="0.1"/></body></worldbody>`)
    )
    expect(warnings).toEqual([
      'line 2: body "arm", joint "j": solreflimit is left out: contacts, limits, friction and equalities are rigid (and 2 more of this kind)'
    ])
  })
})

import { load, type Mechanism, type State } from 'linkwork'
import { mechanismFromUrdf, type UrdfOptions } from 'linkwork/urdf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

/** A link with a mass of its own shape. */
const link = (name: string, origin = '<origin xyz="0.1 -0.2 0.3"/>', visuals = '') => `
  <link name="${name}">${visuals}
    <inertial>
      <mass value="2"/>${origin}
      <inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0.01" ixz="-0.02" iyz="0.03"/>
    </inertial>
  </link>`

const joint = (name: string, type: string, parent: string, child: string, inside = '') => `
  <joint name="${name}" type="${type}">
    <parent link="${parent}"/><child link="${child}"/>${inside}
  </joint>`

const robot = (inside: string) => `<robot name="test">${inside}</robot>`

/** The mechanism of a document that gives no cause for warnings. */
function imported(inside: string, options?: UrdfOptions): Mechanism {
  const { mechanism, warnings } = mechanismFromUrdf(linkwork, robot(inside), options)
  expect(warnings).toEqual([])
  return mechanism
}

/** A ground and one link on a joint. */
const single = (type: string, inside = '') =>
  imported(`<link name="ground"/>${link('arm')}${joint('pin', type, 'ground', 'arm', inside)}`)

const accelerations = (mechanism: Mechanism, state: State) =>
  Object.values(linkwork.forwardDynamics(mechanism, state).a).flat()

function expectClose(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length)
  // A few roundings of a handful of products of order one.
  for (const [i, value] of expected.entries()) expect(found[i]).toBeCloseTo(value, 13)
}

describe('a link', () => {
  it('gives a body its mass, center of mass and inertia', () => {
    expect(single('revolute').bodies).toEqual([
      {
        name: 'arm',
        mass: 2,
        centerOfMass: [0.1, -0.2, 0.3],
        inertia: [0.3, 0.4, 0.5, 0.01, -0.02, 0.03]
      }
    ])
  })

  it('turned by rpy in its inertial frame moves like one that is placed so by a fixed joint', () => {
    const place = '<origin xyz="0.2 0.1 -0.3" rpy="0.4 -0.9 2.1"/>'
    const turned = imported(
      `<link name="ground"/>${link('arm', place)}${joint('pin', 'floating', 'ground', 'arm')}`
    )
    const placed = imported(
      `<link name="ground"/><link name="arm"/>${link('tip', '')}` +
        joint('pin', 'floating', 'ground', 'arm') +
        joint('weld', 'fixed', 'arm', 'tip', place)
    )
    const state = {
      q: { pin: [0.1, 0.2, 0.3, 0.5, 0.5, -0.5, 0.5] },
      v: { pin: [1, 2, 3, 4, 5, 6] },
      tau: { pin: [6, 5, 4, 3, 2, 1] }
    }
    expectClose(accelerations(turned, state), accelerations(placed, state))
    expectClose([linkwork.energy(turned, state).kinetic], [linkwork.energy(placed, state).kinetic])
  })

  it('without mass may hold others in place', () => {
    const mechanism = imported(
      `<link name="ground"/><link name="frame"/>${link('arm')}<link name="tool"/>` +
        joint('pin', 'continuous', 'ground', 'frame') +
        joint('weld', 'fixed', 'frame', 'arm') +
        joint('flange', 'fixed', 'arm', 'tool', '<origin xyz="0 0 1"/>')
    )
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(1)
    expect(linkwork.kinematics(mechanism).bodies['tool']?.position).toEqual([0, 0, 1])
  })

  it('takes no notice of what has nothing to do with motion', () => {
    const mechanism = imported(
      `<material name="red"><color rgba="1 0 0 1"/></material>
      <link name="ground"/>
      ${link('arm')}${joint('pin', 'continuous', 'ground', 'arm', '<calibration rising="0"/>')}
      <transmission name="t"><joint name="nobody"/></transmission>
      <gazebo reference="arm"><sensor name="s" type="camera">text</sensor></gazebo>`
    )
    expect(mechanism.joints).toHaveLength(1)
  })
})

describe('visuals', () => {
  const visual = (geometry: string, more = '') =>
    `<visual>${more}<geometry>${geometry}</geometry></visual>`
  const looks = (visuals: string, more = '') => {
    const mechanism = imported(
      `<link name="ground"/>${link('arm', '', visuals)}` +
        `${joint('pin', 'continuous', 'ground', 'arm')}${more}`
    )
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(1)
    return mechanism.bodies[0]?.shapes
  }

  it('give solids with their place and color', () => {
    const shapes = looks(
      visual('<box size="1 2 3"/>', '<origin xyz="1 0 0"/><material name="red"/>') +
        visual(
          '<sphere radius="0.5"/>',
          '<material name="own"><color rgba="0 0.5 1 1"/></material>'
        ) +
        visual('<cylinder radius="0.1" length="2"/>', '<material name="own"/>') +
        visual('<capsule radius="0.1" length="2"/>', '<material name="nobody"/>'),
      '<material name="red"><color rgba="1 0 0 0.5"/></material>'
    )
    expect(shapes).toEqual([
      {
        type: 'box',
        size: [1, 2, 3],
        frame: { position: [1, 0, 0], rotation: [0, 0, 0, 1] },
        color: '#ff0000'
      },
      { type: 'sphere', radius: 0.5, color: '#0080ff' },
      { type: 'cylinder', radius: 0.1, length: 2, color: '#0080ff' },
      { type: 'capsule', radius: 0.1, length: 2 }
    ])
  })

  it('leave out what has no size', () => {
    expect(looks(`${visual('<box size="0 1 1"/>')}<visual/>`)).toBeUndefined()
  })

  it('make a body of a root without mass', () => {
    const mechanism = imported(
      `<link name="table">${visual('<box size="1 1 0.1"/>')}</link>${link('arm')}` +
        joint('pin', 'continuous', 'table', 'arm')
    )
    expect(mechanism.bodies.map(({ name }) => name)).toEqual(['table', 'arm'])
    expect(mechanism.joints[0]).toMatchObject({ type: 'fixed', parent: 'world', child: 'table' })
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(1)
  })
})

describe('the root', () => {
  const withMass = link('trunk') + link('arm') + joint('pin', 'continuous', 'trunk', 'arm')
  const massless = `<link name="trunk"/>${link('arm')}${joint('pin', 'continuous', 'trunk', 'arm')}`

  it('without mass is the ground, unless it floats on request', () => {
    const grounded = imported(massless)
    expect(grounded.bodies.map(({ name }) => name)).toEqual(['arm'])
    expect(grounded.joints).toMatchObject([{ name: 'pin', parent: 'world', child: 'arm' }])
    expect(imported(massless, { base: 'fixed' })).toEqual(grounded)
    const weld = joint('weld', 'fixed', 'trunk', 'body')
    const floating = imported(`<link name="trunk"/>${link('body')}${weld}`, { base: 'floating' })
    expect(linkwork.info(floating).degreesOfFreedom).toBe(6)
  })

  it('with mass floats, and says so, unless it is fixed on request', () => {
    const { mechanism, warnings } = mechanismFromUrdf(linkwork, robot(withMass))
    expect(warnings).toEqual([
      'line 2: link "trunk": has mass, so it floats; base "fixed" holds it'
    ])
    expect(mechanism.joints[0]).toEqual({
      name: 'world_to_trunk',
      type: 'free',
      parent: 'world',
      child: 'trunk'
    })
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(7)
    expect(imported(withMass, { base: 'floating' })).toEqual(mechanism)
    const fixed = imported(withMass, { base: 'fixed' })
    expect(fixed.bodies.map(({ name }) => name)).toEqual(['trunk', 'arm'])
    expect(linkwork.info(fixed).degreesOfFreedom).toBe(1)
  })

  it('called world is the ground', () => {
    const text = withMass.replaceAll('"trunk"', '"world"')
    const { mechanism, warnings } = mechanismFromUrdf(linkwork, robot(text))
    expect(warnings).toEqual(['line 2: link "world": is the ground: its mass does not count'])
    expect(mechanism.joints).toMatchObject([{ parent: 'world', child: 'arm' }])
  })

  it('hangs on a joint whose name is free', () => {
    const text = withMass.replace('"pin"', '"world_to_trunk"')
    const { joints } = imported(text, { base: 'floating' })
    expect(joints.map(({ name }) => name)).toEqual(['world_to_trunk_', 'world_to_trunk'])
  })
})

describe('a joint', () => {
  it.each([
    ['revolute', 'revolute', 1],
    ['continuous', 'revolute', 1],
    ['prismatic', 'prismatic', 1],
    ['planar', 'planar', 3],
    ['floating', 'free', 6],
    ['spherical', 'spherical', 3],
    ['ball', 'spherical', 3]
  ])('%s is %s', (type, expected, dofs) => {
    const mechanism = single(type)
    expect(mechanism.joints[0]?.type).toBe(expected)
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(dofs)
  })

  it('turns about x where it names no axis', () => {
    expect(single('continuous').joints[0]?.axis).toEqual([1, 0, 0])
    const { rotation } = linkwork.kinematics(single('continuous'), { q: { pin: [0.8] } }).bodies[
      'arm'
    ]!
    expectClose(rotation, [Math.sin(0.4), 0, 0, Math.cos(0.4)])
  })

  it.each(['revolute', 'prismatic'])('%s: an axis has a direction, not a length', (type) => {
    const state = { q: { pin: [0.7] }, v: { pin: [-1.1] }, tau: { pin: [0.3] } }
    const of = (xyz: string) => accelerations(single(type, `<axis xyz="${xyz}"/>`), state)
    expectClose(of('2 -4 6'), of('1 -2 3'))
  })

  it.each(['revolute', 'prismatic'])('%s: a negative axis reverses the coordinate', (type) => {
    const state = (sign: number) => ({
      q: { pin: [0.7 * sign] },
      v: { pin: [-1.1 * sign] },
      tau: { pin: [0.3 * sign] }
    })
    const forward = single(type, '<axis xyz="0 1 0"/>')
    const backward = single(type, '<axis xyz="0 -1 0"/>')
    const [a = Number.NaN] = accelerations(forward, state(1))
    expectClose(accelerations(backward, state(-1)), [-a])
    const pose = (mechanism: Mechanism, sign: number) => {
      const { position, rotation } = linkwork.kinematics(mechanism, state(sign)).bodies['arm']!
      return [...position, ...rotation]
    }
    expectClose(pose(backward, -1), pose(forward, 1))
  })

  it('is placed by rpy: roll, then pitch, then yaw about axes that stay', () => {
    const chain = (origins: readonly string[]) =>
      imported(
        `<link name="l0"/>${origins.map((_, i) => link(`l${i + 1}`)).join('')}` +
          origins
            .map((origin, i) =>
              joint(`j${i}`, 'fixed', `l${i}`, `l${i + 1}`, `<origin ${origin}/>`)
            )
            .join('')
      )
    const once = chain(['xyz="1 2 3" rpy="0.3 -1.2 2.5"'])
    // Inside out, each about an axis of the frame before.
    const apart = chain(['xyz="1 2 3" rpy="0 0 2.5"', 'rpy="0 -1.2 0"', 'rpy="0.3 0 0"'])
    const found = linkwork.kinematics(once).bodies['l1']!
    const expected = linkwork.kinematics(apart).bodies['l3']!
    expectClose(found.position, expected.position)
    expectClose(found.rotation, expected.rotation)
  })

  it.each([['0 0 1'], ['0 0 -1'], ['1 0 0'], ['1 2 -3']])(
    'planar with normal %s slides across it and spins about it',
    (xyz) => {
      const mechanism = single('planar', `<origin xyz="1 1 1"/><axis xyz="${xyz}"/>`)
      const normal = xyz.split(' ').map(Number)
      const along = (vector: readonly number[]) =>
        vector.reduce((sum, part, i) => sum + part * normal[i]!, 0) / Math.hypot(...normal)
      const at = (q: number[]) => linkwork.kinematics(mechanism, { q: { pin: q } }).bodies['arm']!
      expectClose(at([0, 0, 0]).position, [1, 1, 1])
      expectClose(at([0, 0, 0]).rotation.map(Math.abs), [0, 0, 0, 1])
      const moved = at([0.3, -0.4, 0.9])
      const shift = moved.position.map((value) => value - 1)
      expectClose([along(shift), Math.hypot(...shift)], [0, 0.5])
      expectClose([along(moved.rotation.slice(0, 3))], [Math.sin(0.45)])
    }
  )

  it('that is fixed may have an axis, limits and damping, as exporters write them', () => {
    const inside = '<axis xyz="0 0 0"/><limit lower="0" upper="0"/><dynamics damping="1"/>'
    expect(single('fixed', inside)).toEqual(single('fixed'))
  })

  it('has damping, friction and limits', () => {
    const inside =
      '<dynamics damping="0.7" friction="0.1"/><limit lower="-1" upper="2" effort="3" velocity="4"/>'
    expect(single('revolute', inside).joints[0]).toMatchObject({
      damping: 0.7,
      friction: 0.1,
      limits: { lower: -1, upper: 2 }
    })
    expect(single('continuous', inside).joints[0]).not.toHaveProperty('limits')
    const limits = (attributes: string) =>
      single('prismatic', `<limit ${attributes}/>`).joints[0]?.limits
    expect(limits('upper="2"')).toEqual({ lower: 0, upper: 2 })
    expect(limits('effort="30" velocity="1"')).toBeUndefined()
  })
})

describe('a mimic', () => {
  const fingers = (mimics: Readonly<Record<string, string>>) =>
    `<link name="palm"/>${['a', 'b', 'c']
      .map(
        (name) =>
          link(`link_${name}`) +
          joint(
            name,
            'prismatic',
            'palm',
            `link_${name}`,
            `<axis xyz="0 0 1"/>${mimics[name] ?? ''}`
          )
      )
      .join('')}`

  it('follows its joint, and a chain of them the first', () => {
    const mechanism = imported(
      fingers({
        b: '<mimic joint="a" multiplier="-2" offset="0.5"/>',
        c: '<mimic joint="b"/>'
      })
    )
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(1)
    const q = { a: [0.25], b: [0], c: [0] }
    expect(linkwork.energy(mechanism, { q }).kinetic).toBe(0)
    expect(() => linkwork.energy(mechanism, { q: { ...q, b: [0.1] } })).toThrow(/b_mimics_a/)
    const { a } = linkwork.forwardDynamics(mechanism, { q, tau: { a: [1], b: [0], c: [0] } })
    expectClose([a['b']![0]!, a['c']![0]!], [-2 * a['a']![0]!, -2 * a['a']![0]!])
  })

  it('with an offset starts at its pose with the other at zero', () => {
    const mechanism = imported(fingers({ b: '<mimic joint="a" multiplier="3" offset="0.5"/>' }))
    const { q } = mechanism.initialState ?? {}
    expect(Object.keys(q ?? {})).toEqual(['b'])
    expectClose(q?.['b'] ?? [], [0.5])
  })

  it('without one needs no initial state', () => {
    expect(imported(fingers({ b: '<mimic joint="a"/>' }))).not.toHaveProperty('initialState')
  })
})

describe('a document', () => {
  it('is warned of elements that are not known, once each', () => {
    const inside = `<constraint/>\n<constraint/><link name="ground"/>${link('arm')}`
    const { warnings } = mechanismFromUrdf(
      linkwork,
      robot(inside + joint('pin', 'continuous', 'ground', 'arm'))
    )
    expect(warnings).toEqual([
      'line 1: constraint: <constraint> is not known and left out (and 1 more of this kind)'
    ])
  })

  it('may have Windows line ends, comments, entities and names with spaces', () => {
    const text = `\uFEFF<?xml version="1.0"?>\r\n<!-- a robot -->\r\n<robot name="A &amp; B">\r\n${[
      '<link name="left foot"/>',
      link('right foot'),
      joint('gap', 'prismatic', 'left foot', 'right foot')
    ].join('\r\n')}</robot>\r\n`
    const { mechanism } = mechanismFromUrdf(linkwork, text)
    expect(mechanism.name).toBe('A & B')
    expect(mechanism.joints[0]).toMatchObject({ parent: 'world', child: 'right foot' })
  })

  it('may list links and joints in any order', () => {
    const mechanism = imported(
      joint('second', 'continuous', 'arm', 'tip') +
        link('tip') +
        joint('first', 'continuous', 'ground', 'arm') +
        link('arm') +
        '<link name="ground"/>'
    )
    expect(linkwork.info(mechanism).degreesOfFreedom).toBe(2)
  })
})

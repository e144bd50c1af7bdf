import { load, type Mechanism } from 'linkwork'
import { mechanismFromUrdf, type UrdfImport } from 'linkwork/urdf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

interface Revolute {
  readonly name: string
  readonly parent: string
  readonly xyz?: string
  readonly rpy?: string
  readonly axis?: string
  readonly type?: string
  readonly inside?: string
}

/** A robot of equal links; every revolute joint has the child link of its name. */
function robot(revolutes: readonly Revolute[], more: string): UrdfImport {
  const parts = revolutes.map(
    ({
      name,
      parent,
      xyz = '0 0 0',
      rpy = '0 0 0',
      axis = '0 0 1',
      type = 'continuous',
      inside = ''
    }) => `
    <link name="${name}"><inertial><mass value="1"/><origin xyz="0.1 0 0"/>
      <inertia ixx="0.1" iyy="0.2" izz="0.25"/></inertial></link>
    <joint name="at_${name}" type="${type}"><parent link="${parent}"/><child link="${name}"/>
      <origin xyz="${xyz}" rpy="${rpy}"/><axis xyz="${axis}"/>${inside}</joint>`
  )
  return mechanismFromUrdf(
    linkwork,
    `<robot name="r"><link name="ground"/>${parts.join('')}\n${more}</robot>`
  )
}

const loop = (type: string, from: string, to: string, inside = '<axis xyz="0 0 1"/>') =>
  `<loop name="loop" type="${type}">${from}${to}${inside}</loop>`
const end = (tag: string, link: string, xyz: string, rpy = '0 0 0') =>
  `<${tag} link="${link}"><origin xyz="${xyz}" rpy="${rpy}"/></${tag}>`

/** A four-bar with its crank, coupler and rocker along x at zero. */
const fourBar = (ground: number, crank: number, coupler: number, rocker: number, inside = '') =>
  robot(
    [
      { name: 'crank', parent: 'ground', inside },
      { name: 'coupler', parent: 'crank', xyz: `${crank} 0 0` },
      { name: 'rocker', parent: 'ground', xyz: `${ground} 0 0` }
    ],
    loop(
      'revolute',
      end('predecessor', 'coupler', `${coupler} 0 0`),
      end('successor', 'rocker', `${rocker} 0 0`)
    )
  )

/** The library takes the initial state as closed, and the loop stays so in motion. */
function expectMoves(mechanism: Mechanism, dofs: number): void {
  expect(linkwork.info(mechanism).degreesOfFreedom).toBe(dofs)
  using simulation = linkwork.simulate(mechanism, { step: 1e-3 })
  simulation.step(50)
  expect(simulation.constraints.loopError).toBeLessThan(1e-12)
}

describe('the initial state of a mechanism with loops', () => {
  it('is left out where zero will do', () => {
    const { mechanism, warnings } = robot(
      [
        { name: 'crank', parent: 'ground', rpy: '0 0 1.5707963267948966' },
        { name: 'coupler', parent: 'crank', xyz: '1 0 0', rpy: '0 0 -1.5707963267948966' },
        { name: 'rocker', parent: 'ground', xyz: '2 0 0', rpy: '0 0 1.5707963267948966' }
      ],
      loop('revolute', end('predecessor', 'coupler', '2 0 0'), end('successor', 'rocker', '1 0 0'))
    )
    expect(warnings).toEqual([])
    expect(mechanism).not.toHaveProperty('initialState')
    expectMoves(mechanism, 1)
  })

  it.each([
    ['a gap at zero', [1, 0.4, 0.9, 0.7]],
    ['bars stretched flat at zero', [1, 0.5, 1, 0.5]],
    ['a gap of the wrong sign', [0.3, 0.5, 0.6, 0.5]]
  ] as [string, [number, number, number, number]][])('is found from %s', (_, bars) => {
    const { mechanism, warnings } = fourBar(...bars)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/^line \d+: loop "loop": does not close with all joints at zero/)
    expectMoves(mechanism, 1)
  })

  it('stays within the limits of the joints', () => {
    for (const [lower, upper] of [
      [0.3, 1],
      [-1, -0.3]
    ] as const) {
      const limit = `<limit lower="${lower}" upper="${upper}"/>`
      const { mechanism } = robot(
        [
          { name: 'crank', parent: 'ground', type: 'revolute', inside: limit },
          { name: 'coupler', parent: 'crank', xyz: '0.5 0 0' },
          { name: 'rocker', parent: 'ground', xyz: '1 0 0' }
        ],
        loop(
          'revolute',
          end('predecessor', 'coupler', '1 0 0'),
          end('successor', 'rocker', '0.5 0 0')
        )
      )
      const [angle = 0] = mechanism.initialState?.q?.['at_crank'] ?? []
      expect(angle).toBeGreaterThanOrEqual(lower)
      expect(angle).toBeLessThanOrEqual(upper)
    }
  })

  it('is missed with a warning where bars cannot meet', () => {
    const { mechanism, warnings } = fourBar(10, 0.5, 1, 0.5)
    expect(warnings[0]).toMatch(/^line \d+: loop "loop": found no position at which it closes; the/)
    expect(() => linkwork.info(mechanism)).toThrow(/loops\[0\]: does not close/)
  })

  it('satisfies gears that share joints with the loop', () => {
    const { mechanism } = robot(
      [
        { name: 'crank', parent: 'ground' },
        { name: 'coupler', parent: 'crank', xyz: '0.5 0 0' },
        { name: 'rocker', parent: 'ground', xyz: '1 0 0' },
        {
          name: 'motor',
          parent: 'ground',
          inside: '<mimic joint="at_crank" multiplier="6" offset="1"/>'
        }
      ],
      loop(
        'revolute',
        end('predecessor', 'coupler', '1 0 0'),
        end('successor', 'rocker', '0.5 0 0')
      )
    )
    expectMoves(mechanism, 1)
    const { at_crank: crank, at_motor: motor } = mechanism.initialState?.q ?? {}
    expect(motor?.[0]).toBeCloseTo(6 * (crank?.[0] ?? Number.NaN) + 1, 9)
  })
})

/** Three moving links in space, joined at the ends of the first and the last. */
describe('a loop of type', () => {
  const spatial: readonly Revolute[] = [
    { name: 'a', parent: 'ground', axis: '0 0 1' },
    { name: 'b', parent: 'a', xyz: '0.5 0 0', type: 'ball' },
    { name: 'c', parent: 'ground', xyz: '1 0 0', rpy: '0.3 0.2 0.5', axis: '0 1 0' },
    { name: 'd', parent: 'c', xyz: '0 0 0.4', type: 'planar', axis: '1 0 0' }
  ]
  /** Degrees of freedom: 1 + 3 + 1 + 3 of the joints, less what the loop takes. */
  it.each([
    ['revolute', 3],
    ['continuous', 3],
    ['prismatic', 3],
    ['cylindrical', 4],
    ['planar', 5],
    ['spherical', 5],
    ['ball', 5],
    ['fixed', 2]
  ])('%s closes position and orientation as its joint does', (type, dofs) => {
    const { mechanism } = robot(
      spatial,
      loop(
        type,
        end('predecessor', 'b', '0.6 0 0.1', '0.1 -0.4 0.2'),
        end('successor', 'd', '0.3 0 0'),
        '<axis xyz="1 2 -2"/>'
      )
    )
    expectMoves(mechanism, dofs)
  })

  it('may be a floating body held by the ground', () => {
    const { mechanism } = robot(
      [{ name: 'a', parent: 'ground', type: 'floating' }],
      loop('prismatic', end('predecessor', 'ground', '0 0 1'), end('successor', 'a', '0.3 0 0'))
    )
    expectMoves(mechanism, 1)
    expect(mechanism.loops?.[0]).toMatchObject({ type: 'prismatic', parent: 'world', child: 'a' })
  })
})

describe('a coupling', () => {
  const coupling = (predecessor: string, successor: string, inside = '') =>
    `<coupling name="gear" type="rolling"><predecessor link="${predecessor}"/>` +
    `<successor link="${successor}"/>${inside}</coupling>`
  const chain: readonly Revolute[] = [
    { name: 'thigh', parent: 'ground' },
    { name: 'shank', parent: 'thigh', xyz: '0.4 0 0' },
    { name: 'bracket', parent: 'shank', type: 'fixed' },
    { name: 'foot', parent: 'bracket', xyz: '0.4 0 0' },
    { name: 'rotor', parent: 'thigh' }
  ]

  it('adds up the joints from the nearest common ancestor', () => {
    const { mechanism, warnings } = robot(chain, coupling('foot', 'rotor', '<ratio value="12"/>'))
    expect(warnings).toEqual([])
    expect(mechanism.couplings).toEqual([
      {
        name: 'gear',
        terms: [
          { joint: 'at_rotor', coefficient: 1 },
          { joint: 'at_shank', coefficient: -12 },
          { joint: 'at_foot', coefficient: -12 }
        ]
      }
    ])
    expectMoves(mechanism, 3)
  })

  it('has the ratio 1 by default', () => {
    const { mechanism } = robot(chain, coupling('shank', 'rotor'))
    expect(mechanism.couplings?.[0]?.terms.map(({ coefficient }) => coefficient)).toEqual([1, -1])
  })
})

it('joints that depend on nothing move freely, and the import says so', () => {
  const text = `<robot name="r"><link name="ground"/><link name="a"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1"/></inertial></link>
    <joint name="j" type="continuous" independent="false">
    <parent link="ground"/><child link="a"/></joint></robot>`
  expect(mechanismFromUrdf(linkwork, text).warnings).toEqual([
    'line 3: independent="false", but no loop or coupling ties "j": it moves freely'
  ])
})

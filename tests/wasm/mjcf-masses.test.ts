import { load } from 'linkwork'
import { mechanismFromMjcf, mechanismToMjcf } from 'linkwork/mjcf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

function expectClose(found: readonly number[] | undefined, expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length)
  for (const [i, value] of expected.entries()) expect(found?.[i]).toBeCloseTo(value, 11)
}

/** All numbers of this file are those of MuJoCo 3.14.0, or follow from a formula that is given. */
describe('masses that the compiler of MJCF sets', () => {
  const bodiesOf = (compiler: string) => {
    const { mechanism, warnings } = mechanismFromMjcf(
      linkwork,
      `<mujoco><compiler ${compiler}/>
      <worldbody><body name="a"><freejoint/>
      <inertial pos="0.1 0 0" mass="0.5" euler="10 20 30" diaginertia="0.001 0.02 0.5"/>
      <body name="b" pos="0 0 1"><joint axis="0 1 0"/><geom type="box" size="0.1 0.2 0.3"/></body>
      </body></worldbody></mujoco>`
    )
    expect(warnings.filter((each) => !each.includes('nothing to touch'))).toEqual([])
    return mechanism.bodies
  }

  it('settotalmass scales all', () => {
    const [a, b] = bodiesOf('settotalmass="14" balanceinertia="true"')
    expectClose([a!.mass, b!.mass], [0.14432989690721648, 13.855670103092784])
    expectClose(
      a?.inertia,
      [0.05013058419243984, 0.05013058419243984, 0.05013058419243984, 0, 0, 0]
    )
    expectClose(b?.inertia, [0.6004123711340207, 0.4618556701030928, 0.23092783505154646, 0, 0, 0])
  })

  it('boundmass is the least of each', () => {
    const masses = bodiesOf('boundmass="2"').map(({ mass }) => mass)
    expectClose(masses, [2, 48])
  })

  it('boundinertia is the least principal moment of each', () => {
    const [a] = bodiesOf('boundinertia="0.3" balanceinertia="true"')
    expectClose(
      a?.inertia,
      [
        0.32339555568810213, 0.3053252755970058, 0.47127916871489206, -0.01116188970489499,
        0.06330222215594886, -0.030201138677752683
      ]
    )
  })

  it('balanceinertia makes moments that no solid has their mean', () => {
    const [a] = bodiesOf('balanceinertia="true"')
    expectClose(a?.inertia, [0.521 / 3, 0.521 / 3, 0.521 / 3, 0, 0, 0])
  })

  it('count for nothing where they are 0', () => {
    expectClose(
      bodiesOf('boundmass="0" settotalmass="-1"').map(({ mass }) => mass),
      [0.5, 48]
    )
  })
})

describe('a mesh in the document', () => {
  const read = (mesh: string, geom: string) =>
    mechanismFromMjcf(
      linkwork,
      `<mujoco><asset><mesh name="m" ${mesh}/></asset><worldbody>
      <geom type="plane" size="1 1 1"/><body name="b"><freejoint/><geom type="mesh" mesh="m" ${geom}/>
      </body></worldbody></mujoco>`
    ).mechanism
  const tetrahedron = 'vertex="0 0 0 1 0 0 0 1 0 0 0 1"'
  const corner =
    'vertex="0 0 0 2 0 0 2 1 0 1 1 0 1 3 0 0 3 0 0 0 0.5 2 0 0.5 2 1 0.5 1 1 0.5 1 3 0.5 0 3 0.5" ' +
    'face="0 2 1 6 7 8 0 3 2 6 8 9 0 4 3 6 9 10 0 5 4 6 10 11 0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 ' +
    '3 10 9 4 5 11 4 11 10 5 0 6 5 6 11" scale="1 0.5 2" refpos="0.1 0 0"'
  const placed = 'density="10" pos="0 0 1" euler="0 0 90"'

  it('has the mass of its convex hull where it has no faces', () => {
    // Volume 1/6; ∫x² = 1/60 and ∫xy = 1/120 over it.
    const [body] = read(tetrahedron, 'density="6"').bodies
    expectClose([body!.mass], [1])
    expectClose(body?.centerOfMass, [0.25, 0.25, 0.25])
    const [moment, product] = [2 * (1 / 10 - 1 / 16), -(1 / 20 - 1 / 16)]
    expectClose(body?.inertia, [moment, moment, moment, product, product, product])
    expect(linkwork.info(read(tetrahedron, 'density="6"')).degreesOfFreedom).toBe(6)
  })

  it('has the mass of its geom', () => {
    const [body] = read(tetrahedron, 'mass="3"').bodies
    expectClose([body!.mass], [3])
  })

  it.each([
    ['exact', 20, [-0.625, 0.65, 1.5], [85 / 12, 265 / 48, 445 / 48, -1.875, 0, 0]],
    ['convex', 25, [-2 / 3, 23 / 30, 1.5], [329 / 36, 115 / 18, 409 / 36, -55 / 36, 0, 0]],
    [
      'legacy',
      20.80983189559831,
      [-0.6214747843397478, 0.6711512939615131, 1.5],
      [7.4313836193608545, 5.568743458570758, 9.585810555038389, -1.9195111827446485, 0, 0]
    ],
    [
      'shell',
      110,
      [-0.6136363636363635, 0.7181818181818181, 1.5],
      [58.863636363636786, 45.24621212121272, 72.44318181818235, -12.72727272727304, 0, 0]
    ]
  ])('with inertia="%s"', (inertia, mass, center, moments) => {
    const [body] = read(`${corner} inertia="${inertia}"`, placed).bodies
    expectClose([body!.mass], [mass])
    expectClose(body?.centerOfMass, center)
    expectClose(body?.inertia, moments)
  })

  it('touches with its convex hull', () => {
    const { contact } = read(tetrahedron, 'density="6" pos="0 0 1"')
    expect(contact?.colliders[1]).toEqual({
      body: 'b',
      type: 'hull',
      points: expect.arrayContaining([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1]
      ]),
      frame: { position: [0, 0, 1], rotation: [0, 0, 0, 1] },
      friction: 1
    })
  })

  it('that spans no volume is left out with a warning', () => {
    const text = `<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0"/></asset><worldbody>
      <body><freejoint/><geom size="1"/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>`
    expect(mechanismFromMjcf(linkwork, text).warnings.join()).toContain(
      'line 1: asset, mesh "m" vertex: expected points that span a volume, found none; the part is left out'
    )
  })
})

describe('sites of MJCF', () => {
  it('are those of the mechanism', () => {
    const { sites } = mechanismFromMjcf(
      linkwork,
      `<mujoco><compiler angle="radian"/><worldbody>
      <site name="door" pos="1 2 3"/>
      <body name="b"><freejoint/><geom size="1"/>
        <frame pos="1 0 0" euler="0 0 1.5707963267948966"><site name="tip" pos="1 0 0"/></frame>
        <site type="capsule" size="0.1" fromto="0 0 2 0 0 0"/>
        <replicate count="2" offset="0 1 0"><site name="r"/></replicate></body></worldbody></mujoco>`
    ).mechanism
    expect(sites?.map(({ name, body }) => `${name} ${body}`)).toEqual([
      'door world',
      'tip b',
      'r0 b',
      'r1 b',
      'site1 b'
    ])
    const at = (name: string) => sites?.find((site) => site.name === name)?.frame?.position
    expect(at('door')).toEqual([1, 2, 3])
    expectClose(at('tip'), [1, 1, 0])
    expect(at('r0')).toBeUndefined()
    expectClose(at('r1'), [0, 1, 0])
    expectClose(at('site1'), [0, 0, 1])
  })

  it('are written and read again, with those of loops once', () => {
    const { mechanism } = mechanismFromMjcf(
      linkwork,
      `<mujoco><worldbody><site name="hook" pos="0 0 1"/>
      <body name="b"><freejoint/><geom size="1"/><site name="top" pos="0 0 1"/></body></worldbody>
      <equality><connect name="hold" site1="hook" site2="top"/></equality></mujoco>`
    )
    const once = mechanismFromMjcf(linkwork, mechanismToMjcf(linkwork, mechanism).text).mechanism
    const twice = mechanismFromMjcf(linkwork, mechanismToMjcf(linkwork, once).text).mechanism
    expect(once.sites?.map(({ name }) => name)).toEqual([
      'hook',
      'hold_parent',
      'top',
      'hold_child'
    ])
    expect(twice.sites).toEqual(once.sites)
  })
})

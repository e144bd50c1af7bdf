import { load } from 'linkwork'
import { mechanismFromMjcf } from 'linkwork/mjcf'
import { describe, expect, it } from 'vitest'

const linkwork = await load()

const read = (geoms: string, assets: string, compiler = '') =>
  mechanismFromMjcf(
    linkwork,
    `<mujoco><compiler angle="radian" ${compiler}/>
    <default><mesh scale="0.001 0.001 0.001"/></default>
    <asset>${assets}<material name="red" rgba="1 0 0 1"/></asset>
    <worldbody><geom type="mesh" mesh="floor" contype="0" conaffinity="0"/>
      <body name="arm"><joint axis="0 1 0"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      ${geoms}</body></worldbody></mujoco>`
  )

const floor = '<mesh name="floor" file="floor.obj" scale="2 2 1"/>'
const meshGeom = (attributes: string) => `<geom type="mesh" ${attributes}/>`

it('lists meshes of geoms, by the file of their asset', () => {
  const shown = 'group="2" contype="0" conaffinity="0"'
  const { meshes, warnings } = read(
    meshGeom(`mesh="arm" material="red" pos="1 2 3" ${shown}`) +
      meshGeom('mesh="hull" group="3"') +
      meshGeom('mesh="hull" rgba="0 1 0 1"'),
    `${floor}<mesh file="parts/arm.stl"/><mesh name="hull" file="hull.stl"/>`,
    'meshdir="assets"'
  )
  const at = (x: number, y: number, z: number) => ({ position: [x, y, z], rotation: [0, 0, 0, 1] })
  const [thousandth, own] = [
    [0.001, 0.001, 0.001],
    [2, 2, 1]
  ]
  const hull = { uri: 'assets/hull.stl', body: 'arm', scale: thousandth, frame: at(0, 0, 0) }
  expect(meshes).toEqual([
    {
      body: 'world',
      purpose: 'visual',
      uri: 'assets/floor.obj',
      scale: own,
      frame: at(0, 0, 0),
      color: undefined
    },
    {
      body: 'arm',
      purpose: 'visual',
      uri: 'assets/parts/arm.stl',
      scale: thousandth,
      frame: at(1, 2, 3),
      color: '#ff0000'
    },
    { ...hull, purpose: 'collision', color: undefined },
    { ...hull, purpose: 'visual', color: '#00ff00' },
    { ...hull, purpose: 'collision', color: '#00ff00' }
  ])
  expect(warnings.join()).not.toMatch(/meshdir/)
})

it('takes the name of the file alone where paths are stripped', () => {
  const { meshes } = read('', '<mesh name="floor" file="C:\\deep\\floor.stl"/>', 'strippath="true"')
  expect(meshes.map(({ uri }) => uri)).toEqual(['floor.stl'])
})

describe('solids that are fitted to a mesh', () => {
  const corners = [-1, 1].flatMap((x) => [-2, 2].flatMap((y) => [-3, 3].flatMap((z) => [x, y, z])))
  const asset = `${floor}<mesh name="block" scale="1 1 1" vertex="${corners.join(' ')}"/>`
  const shapeOf = (attributes: string) => {
    const { mechanism, warnings } = read(`<geom mesh="block" ${attributes}/>`, asset)
    return { shape: mechanism.bodies[0]?.shapes?.[0], warnings }
  }

  it.each([
    ['type="box"', { type: 'box', size: [2, 4, 6] }],
    ['type="box" fitscale="0.5"', { type: 'box', size: [1, 2, 3] }],
    ['type="ellipsoid"', { type: 'ellipsoid', semiAxes: [1, 2, 3] }],
    ['type="sphere"', { type: 'sphere', radius: 2 }],
    ['', { type: 'sphere', radius: 2 }],
    ['type="cylinder"', { type: 'cylinder', radius: 1.5, length: 6 }],
    ['type="capsule"', { type: 'capsule', radius: 1.5, length: 4.5 }]
  ])('geom %s has the size of its box of equal inertia', (attributes, expected) => {
    const { shape, warnings } = shapeOf(attributes)
    expect(shape?.type).toBe(expected.type)
    for (const [key, value] of Object.entries(expected).slice(1))
      for (const [i, number] of [value].flat().entries())
        expect([(shape as unknown as Record<string, unknown>)[key]].flat()[i]).toBeCloseTo(
          number as number,
          12
        )
    expect(warnings.join()).not.toMatch(/fitted/)
  })

  it('are left out with a warning where the mesh is another file', () => {
    const { mechanism, meshes, warnings } = read('<geom type="box" mesh="floor"/>', floor)
    expect(mechanism.bodies[0]?.shapes).toBeUndefined()
    expect(meshes).toHaveLength(1)
    expect(warnings.join('\n')).toContain(
      'a box fitted to mesh "floor" is left out: the size of the mesh is not known'
    )
  })
})

it('names a mesh that MuJoCo generates', () => {
  const { warnings } = read(
    meshGeom('mesh="ball"'),
    `${floor}<mesh name="ball" builtin="sphere" params="2"/>`
  )
  expect(warnings.join('\n')).toContain('mesh "ball", a sphere that MuJoCo generates, is left out')
})

it('leaves out a mesh without a file, and says so', () => {
  const { meshes, warnings } = read(
    meshGeom('mesh="inline"'),
    `${floor}<mesh name="inline" vertex="0 0 0"/>`
  )
  expect(meshes.map(({ body }) => body)).toEqual(['world'])
  expect(warnings.join('\n')).toMatch(/line 6: .*its mesh has no file, and is left out/)
})

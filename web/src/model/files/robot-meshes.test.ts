import { Box3 } from 'three'
import { expect, it } from 'vitest'
import { boxObj, boxStl } from '../../../../tests/wasm/mesh-files.ts'
import type { PathFile } from './gathered.ts'
import { keptMeshes } from './kept-meshes.ts'
import { ownEntry } from './own-entry.ts'
import { readMechanism } from './read-file.ts'

const size = [100, 200, 300] as const
const link = (name: string, visual: string) => `<link name="${name}"><visual>${visual}</visual>
  <inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial></link>`
const mesh = (uri: string, more = '') =>
  `<geometry><mesh filename="package://robot/${uri}" ${more}/></geometry>`
const urdf = `<robot name="two">
  ${link('base', `<origin xyz="0 0 1"/>${mesh('meshes/base.stl', 'scale="0.001 0.001 0.001"')}`)}
  ${link('arm', mesh('meshes/arm.obj', 'scale="0.002 0.002 0.002"'))}
  <joint name="hip" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
  <limit lower="-1" upper="1" effort="3" velocity="1"/></joint></robot>`

const robot: PathFile = ['two/urdf/two.urdf', new File([urdf], 'two.urdf')]
const stl: PathFile = ['two/meshes/base.stl', new File([boxStl(size).slice()], 'base.stl')]
const obj: PathFile = ['two/meshes/arm.obj', new File([boxObj(size)], 'arm.obj')]

it('a robot has the meshes of its folder, scaled and placed', async () => {
  const { own, warnings } = await readMechanism([stl, robot, obj])
  expect(warnings.filter((each) => /mesh/.test(each))).toEqual([])
  const { meshes = [] } = keptMeshes(own.meshes?.id ?? '') ?? {}
  const boxes = meshes.map(({ mesh: { body }, object }) => {
    const { min, max } = new Box3().setFromObject(object)
    return { body, min: min.toArray(), max: max.toArray() }
  })
  expect(boxes).toEqual(own.meshes?.boxes)
  const [base, arm] = boxes
  // Binary STL has single precision.
  for (const [i, value] of [0.1, 0.2, 1.3].entries()) expect(base?.max[i]).toBeCloseTo(value, 6)
  expect(base?.min).toEqual([0, 0, 1])
  for (const [i, value] of [0.2, 0.4, 0.6].entries()) expect(arm?.max[i]).toBeCloseTo(value, 6)
  expect(ownEntry(own).meshes?.meshes).toHaveLength(2)
})

it('what is not among the files is named once, and the rest is there', async () => {
  const { own, warnings } = await readMechanism([robot, obj])
  expect(warnings[0]).toBe(
    '1 mesh is not among the files and not drawn: base.stl. ' +
      'Drop the folder that holds the robot and its meshes.'
  )
  expect(warnings.slice(1).join()).not.toMatch(/mesh/)
  expect(own.meshes?.boxes.map(({ body }) => body)).toEqual(['arm'])
  const alone = await readMechanism([robot])
  expect(alone.own.meshes).toBeUndefined()
  expect(alone.warnings[0]).toMatch(
    /^2 meshes are not among the files and not drawn: base.stl, arm.obj/
  )
})

it('a mesh that is broken or too large is named with why, and the rest is there', async () => {
  const huge = new File([], 'base.stl')
  Object.defineProperty(huge, 'size', { value: 65e6 })
  const { own, warnings } = await readMechanism([robot, ['two/meshes/base.stl', huge], obj])
  expect(warnings[0]).toMatch(
    /^mesh "package:.*base\.stl": expected at most 64\.0 MB, found 65\.0 MB$/
  )
  expect(own.meshes?.boxes).toHaveLength(1)
  const broken = new File(['no mesh at all'], 'base.stl')
  const other = await readMechanism([robot, ['two/meshes/base.stl', broken], obj])
  expect(other.warnings[0]).toMatch(/^mesh "package:.*base\.stl": /)
  expect(other.own.meshes?.boxes).toHaveLength(1)
})

it('a place in the history whose meshes are gone says so', async () => {
  const { own } = await readMechanism([robot, stl, obj])
  const reloaded = { ...own, meshes: { ...own.meshes, id: 'another page' } } as typeof own
  expect(ownEntry(reloaded).meshes).toBeUndefined()
  expect(ownEntry(reloaded).remarks?.[0]).toMatch(/drop its folder/)
})

it('models include files in the same folder, and report missing ones', async () => {
  const scene: PathFile = [
    'm/scene.xml',
    new File(['<mujoco><include file="robot.xml"/></mujoco>'], 'scene.xml')
  ]
  const part: PathFile = [
    'm/robot.xml',
    new File(
      [
        `<mujocoinclude><worldbody><body name="a"><joint axis="0 1 0"/><geom size="0.1" pos="1 0 0"/>
        </body></worldbody></mujocoinclude>`
      ],
      'robot.xml'
    )
  ]
  expect((await readMechanism([scene, part])).own.mechanism.bodies).toHaveLength(1)
  await expect(readMechanism([scene])).rejects.toThrow(
    /^scene\.xml: .*"robot\.xml" is not among the files/
  )
})

it('models include models that are in folders of their names', async () => {
  const model = `<sdf version="1.9"><model name="arm"><link name="a"/></model></sdf>`
  const world = `<sdf version="1.9"><world name="w"><include><uri>model://arm</uri></include></world></sdf>`
  const files: PathFile[] = [
    ['m/scene.sdf', new File([world], 'scene.sdf')],
    ['m/arm/model.sdf', new File([model], 'model.sdf')]
  ]
  expect((await readMechanism(files)).own.mechanism.bodies).toMatchObject([{ name: 'a' }])
})

import { load } from 'linkwork'
import { mechanismFromUrdf } from 'linkwork/urdf'
import { expect, it } from 'vitest'

const linkwork = await load()

const read = (inside: string) =>
  mechanismFromUrdf(
    linkwork,
    `<robot name="test"><link name="base"/>
  <link name="arm"><inertial><mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>${inside}</link>
  <joint name="pin" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>`
  )
const mesh = (tag: string, attributes: string, more = '') =>
  `<${tag}>${more}<geometry><mesh ${attributes}/></geometry></${tag}>`

it('lists meshes with what the file says of them', () => {
  const { meshes, warnings, mechanism } = read(
    mesh(
      'visual',
      'filename="package://robot/meshes/arm.dae" scale="0.001 0.001 -0.001"',
      '<origin xyz="1 2 3"/><material name="red"><color rgba="1 0 0 1"/></material>'
    ) +
      mesh('visual', 'filename="tip.stl"', '<material name="red"/>') +
      mesh('collision', 'filename="hull.stl"')
  )
  const identity = { position: [0, 0, 0], rotation: [0, 0, 0, 1] }
  expect(meshes).toEqual([
    {
      body: 'arm',
      purpose: 'visual',
      uri: 'package://robot/meshes/arm.dae',
      scale: [0.001, 0.001, -0.001],
      frame: { position: [1, 2, 3], rotation: [0, 0, 0, 1] },
      color: '#ff0000'
    },
    {
      body: 'arm',
      purpose: 'visual',
      uri: 'tip.stl',
      scale: [1, 1, 1],
      frame: identity,
      color: '#ff0000'
    },
    { body: 'arm', purpose: 'collision', uri: 'hull.stl', scale: [1, 1, 1], frame: identity }
  ])
  expect(warnings).toEqual([
    'line 3: link "arm", visual, geometry, mesh: "package://robot/meshes/arm.dae" and 2 more: files ' +
      'of meshes are not read; meshes of the import lists them'
  ])
  expect(mechanism.bodies[0]).not.toHaveProperty('shapes')
})

it('hangs those of a root that is the ground on the world', () => {
  const { meshes } = mechanismFromUrdf(
    linkwork,
    `<robot name="r"><link name="base">${mesh('visual', 'filename="base.stl"')}</link>
    <link name="arm"/><joint name="weld" type="fixed"><parent link="base"/><child link="arm"/></joint>
    </robot>`
  )
  expect(meshes.map(({ body }) => body)).toEqual(['world'])
})

it('lists none where there are none', () => {
  const { meshes, warnings } = read('<visual><geometry><sphere radius="1"/></geometry></visual>')
  expect([meshes, warnings]).toEqual([[], []])
})

it.each([
  ['scale="1 1 1"', 'expected an attribute filename, found none'],
  ['filename=" "', 'filename: is empty'],
  ['filename="a.stl" scale="0.001"', 'scale: expected three numbers, found "0.001"']
])('leaves a mesh with %s out', (attributes, message) => {
  const { meshes, warnings } = read(mesh('visual', attributes))
  expect(meshes).toEqual([])
  expect(warnings.join()).toContain(`${message}; the part is left out`)
})

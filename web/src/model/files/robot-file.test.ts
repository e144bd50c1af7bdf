import { expect, it } from 'vitest'
import type { PathFile } from './gathered.ts'
import { robotsIn } from './robot-file.ts'

const file = (path: string, text = ''): PathFile => [
  path,
  new File([text], path.replace(/^.*\//, ''))
]
const pathsOf = async (files: readonly PathFile[]) => (await robotsIn(files)).map(([path]) => path)

it('of a folder the robot that lies least deep comes first, then mechanism files', async () => {
  const files = [
    file('arm/package.xml', '<package><name>arm</name></package>'),
    file('arm/tsconfig.json', '{}'),
    file('arm/saved.json', '{"linkwork": 1}'),
    file('arm/meshes/base.stl'),
    file('arm/urdf/old/arm.urdf'),
    file('arm/urdf/b.urdf'),
    file('arm/urdf/a.xml', '<?xml version="1.0"?><mujoco/>'),
    file('arm/robot.xacro')
  ]
  expect(await pathsOf(files)).toEqual([
    'arm/urdf/a.xml',
    'arm/urdf/b.urdf',
    'arm/urdf/old/arm.urdf',
    'arm/saved.json'
  ])
  expect(await pathsOf(files.slice(0, 2))).toEqual([])
})

it('a single file is tried with any name', async () => {
  expect(await pathsOf([file('notes.txt')])).toEqual(['notes.txt'])
})

import type { Mechanism } from 'linkwork'
import { loadMeshes } from 'linkwork/three'
import { Box3, Mesh } from 'three'
import { expect, it } from 'vitest'
import { boxStl } from '../../../../tests/wasm/mesh-files.ts'
import type { StageMechanism } from '../../model/stage.ts'
import { draw } from './drawing.ts'
import { drawnPoses } from './frames.ts'
import { Palette } from './materials.ts'

const mechanism: Mechanism = {
  linkwork: 1,
  name: 'arm',
  bodies: [
    { name: 'upper', mass: 1, centerOfMass: [0, 0, -0.5] },
    { name: 'lower', mass: 1, centerOfMass: [0, 0, -0.5] }
  ],
  joints: [
    { name: 'a', type: 'revolute', parent: 'world', child: 'upper', axis: [0, 1, 0] },
    {
      name: 'b',
      type: 'revolute',
      parent: 'upper',
      child: 'lower',
      axis: [0, 1, 0],
      parentFrame: { position: [0, 0, -1] }
    }
  ]
}
const meshes = await loadMeshes(
  [
    {
      body: 'lower',
      purpose: 'visual',
      uri: 'a.stl',
      scale: [1, 1, 1],
      frame: { position: [10, 0, 0], rotation: [0, 0, 0, 1] },
      color: undefined
    }
  ],
  () => boxStl([1, 2, 3])
)
const given: StageMechanism = {
  id: 'own-file',
  mechanism,
  framing: {
    min: [-1, -1],
    max: [1, 1],
    azimuth: 0,
    elevation: 0,
    fieldOfView: 24,
    floor: 0,
    grid: { minor: 1, major: 5, radius: 5 }
  },
  options: {}
}
/** Places of what is drawn on a body, in the library's frame. */
function drawnOn(body: number, stage: StageMechanism) {
  const { figure } = draw(stage, new Palette(), 1)
  const poses = new Float64Array(14)
  drawnPoses([0, 0, 0, 0, 0, 0, 1, 0, 7, 0, 0, 0, 0, 1], poses)
  figure.pose(poses)
  figure.group.updateMatrixWorld(true)
  return [...figure.parts]
    .filter(([part, bodies]) => part instanceof Mesh && bodies.includes(body))
    .map(([part]) => new Box3().setFromObject(part))
    .map(({ min, max }) => [
      [min.x, -max.z, min.y],
      [max.x, -min.z, max.y]
    ])
}

it('a mesh rides on its body, where the library has it, and takes the place of links', () => {
  const drawn = drawnOn(1, { ...given, meshes })
  expect(drawn).toHaveLength(1)
  const [min = [], max = []] = drawn[0] ?? []
  for (const [i, value] of [10, 7, 0].entries()) expect(min[i]).toBeCloseTo(value, 6)
  for (const [i, value] of [11, 9, 3].entries()) expect(max[i]).toBeCloseTo(value, 6)
})

it('bodies without meshes are drawn as they are without any', () => {
  expect(drawnOn(0, { ...given, meshes })).toEqual(drawnOn(0, given))
  expect(drawnOn(1, given)).not.toEqual(drawnOn(1, { ...given, meshes }))
})

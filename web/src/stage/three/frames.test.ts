import { Quaternion, Vector3 } from 'three'
import { expect, it } from 'vitest'
import { drawnPoses, drawnQuaternion, drawnVector, libraryVector } from './frames.ts'

it('turns z up into y up and back', () => {
  const up = drawnVector([0, 0, 1], new Vector3())
  expect(up.toArray()).toEqual([0, 1, -0])
  const point = [0.3, -1.2, 2.5] as const
  expect(libraryVector(drawnVector(point, new Vector3()))).toEqual([...point])
})

it('rotates poses: points of a body are at the positions of the library', () => {
  const turn = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 0.7)
  const pose = [0.1, 0.2, 0.3, ...turn.toArray()]
  const local = [0.5, -0.4, 0.9] as const
  const inLibrary = new Vector3(...local).applyQuaternion(turn).add(new Vector3(0.1, 0.2, 0.3))

  const drawn = new Float64Array(7)
  drawnPoses(pose, drawn)
  const onStage = drawnVector(local, new Vector3())
    .applyQuaternion(drawnQuaternion(turn.toArray(), new Quaternion()))
    .add(new Vector3(drawn[0], drawn[1], drawn[2]))
  const back = new Vector3(...libraryVector(onStage))
  expect(back.distanceTo(inLibrary)).toBeLessThan(1e-12) // rounding of a few products
  expect([...drawn.subarray(3)]).toEqual(
    drawnQuaternion(turn.toArray(), new Quaternion()).toArray()
  )
})

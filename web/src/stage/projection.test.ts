import { type PerspectiveCamera, Vector3 } from 'three'
import { expect, it } from 'vitest'
import type { Vector3 as Point } from '../model/stage.ts'
import { perspective } from './projection.ts'
import { Eye } from './three/camera.ts'

const floor = { floor: 0, grid: { minor: 0.1, major: 0.5, radius: 2 } }

it.each([
  { min: [-1, 0], max: [1, 0.5], azimuth: 0, elevation: 0, fieldOfView: 30, ...floor },
  { min: [0, -1], max: [0.5, 1], azimuth: 35, elevation: 20, fieldOfView: 24, ...floor },
  { min: [-2, 0], max: [1, 2], azimuth: -60, elevation: 5, fieldOfView: 40, ...floor }
] as const)('draws points at their projection by the camera of the stage: %o', (framing) => {
  const [width, height] = [700, 500]
  const eye = new Eye(
    () => true,
    () => undefined
  )
  eye.resize(width, height, 0)
  eye.setFraming(framing, false)
  const camera = eye.camera as PerspectiveCamera
  camera.updateProjectionMatrix()
  const place = perspective(framing, width, height)
  const points: Point[] = [
    [0, 0, 0],
    [0.3, -0.2, 0.7],
    [-0.4, 0.5, 1]
  ]
  for (const point of points) {
    const [x, y, z] = point
    const seen = new Vector3(x, z, -y).project(camera) // the stage has y up
    const [right, down] = place(point)
    expect(right).toBeCloseTo((width * (1 + seen.x)) / 2, 6)
    expect(down).toBeCloseTo((height * (1 - seen.y)) / 2, 6)
  }
})

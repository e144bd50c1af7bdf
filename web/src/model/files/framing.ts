import type { Mechanism } from 'linkwork'
import { segments, toWorld } from '../kinematics.ts'
import type { Start } from '../mechanisms/entry.ts'
import type { Framing, Vector3 } from '../stage.ts'
import type { MeshBox } from './own-mechanism.ts'

/** Returns the box of all joints, ends, tendons and meshes at the start, with a margin. */
export function frameAround({ mechanism, poses }: Start, boxes: readonly MeshBox[] = []): Framing {
  const points = [
    ...segments(mechanism, poses).flatMap((segment) => segment.points),
    ...tendonPoints(mechanism, poses),
    ...boxes.flatMap((box) => cornersOf(box, mechanism, poses))
  ]
  const range = (axis: 0 | 2) => {
    const values = points.map((point) => point[axis])
    return [Math.min(...values), Math.max(...values)] as const
  }
  const [left, right] = range(0)
  const [bottom, top] = range(2)
  const size = Math.hypot(right - left, top - bottom) || 1
  const room = 0.3 * size
  const minor = 10 ** Math.round(Math.log10(size / 12))
  return {
    min: [left - room, Math.min(bottom - room, groundOf(mechanism) ?? bottom)],
    max: [right + room, top + room],
    azimuth: 24,
    elevation: 9,
    fieldOfView: 24,
    floor: groundOf(mechanism) ?? bottom - room,
    grid: { minor, major: 5 * minor, radius: 3 * size }
  }
}

/** Returns the height of the ground plane, or of the lowest ground, if there is one [m]. */
function groundOf({ contact }: Mechanism): number | undefined {
  const ground = contact?.colliders.find(({ type }) => type === 'plane' || type === 'heightfield')
  const heights = ground?.type === 'heightfield' ? ground.heights.flat() : [0]
  const lowest = heights.reduce((least, height) => Math.min(least, height))
  return ground && (ground.frame?.position?.[2] ?? 0) + lowest
}

/** The points of tendons, in the world. */
function tendonPoints({ bodies, tendons = [] }: Mechanism, poses: Float64Array): Vector3[] {
  return tendons.flatMap(({ points = [] }) =>
    points.map(({ body, point = [0, 0, 0] }) => {
      const index = bodies.findIndex(({ name }) => name === body)
      return index < 0 ? point : toWorld(poses, index, point)
    })
  )
}

/** The corners of the box about a mesh, in the world. */
function cornersOf({ body, min, max }: MeshBox, { bodies }: Mechanism, poses: Float64Array) {
  const index = bodies.findIndex(({ name }) => name === body)
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i): Vector3 => [(i & 1 ? max : min)[0], (i & 2 ? max : min)[1], (i & 4 ? max : min)[2]]
  )
  return index < 0 ? corners : corners.map((corner) => toWorld(poses, index, corner))
}

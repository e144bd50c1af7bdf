/**
 * The one place where the library's frame (z up) meets three.js's (y up).
 *
 * Every vector and quaternion that enters the stage passes through `drawn…`, every one that leaves
 * through `library…`; inside the stage all is y up, with a planar mechanism in the plane z = 0 and
 * the viewer on +z:  (x, y, z) of the library is drawn at (x, z, -y).
 */
import type { Quaternion, Vector3 } from 'three'
import type { Vector3 as Triple } from '../../model/stage.ts'

/** Turns a point or direction of the library into the stage's frame. */
export function drawnVector(v: ArrayLike<number>, into: Vector3): Vector3 {
  return into.set(v[0] ?? 0, v[2] ?? 0, -(v[1] ?? 0))
}

/** Turns a library quaternion (x, y, z, w), of bodies whose own axes are turned alike. */
export function drawnQuaternion(q: ArrayLike<number>, into: Quaternion): Quaternion {
  return into.set(q[0] ?? 0, q[2] ?? 0, -(q[1] ?? 0), q[3] ?? 1)
}

/** Turns a point or direction of the stage back into the library's frame. */
export function libraryVector(v: Vector3): Triple {
  return [v.x, -v.z, v.y]
}

/** Writes the poses of all bodies (x y z, qx qy qz qw each) in the stage's frame into `into`. */
export function drawnPoses(poses: ArrayLike<number>, into: Float64Array): void {
  for (let i = 0; i + 6 < into.length; i += 7) {
    into[i] = poses[i] as number
    into[i + 1] = poses[i + 2] as number
    into[i + 2] = -(poses[i + 1] as number)
    into[i + 3] = poses[i + 3] as number
    into[i + 4] = poses[i + 5] as number
    into[i + 5] = -(poses[i + 4] as number)
    into[i + 6] = poses[i + 6] as number
  }
}

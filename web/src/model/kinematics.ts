import type { Mechanism } from 'linkwork'
import type { Vector3 } from './stage.ts'

/** The polyline of a body through its joints, in the world. */
export interface Segment {
  readonly body: number
  readonly points: readonly Vector3[]
}

/** Returns every body as the polyline through its joint and the joints of its children. */
export function segments(mechanism: Mechanism, poses: Float64Array): Segment[] {
  const local = localPoints(mechanism)
  return mechanism.bodies.map((_, body) => ({
    body,
    points: (local[body] ?? []).map((point) => toWorld(poses, body, point))
  }))
}

const cache = new WeakMap<Mechanism, Vector3[][]>()

/**
 * Returns the points where joints and loops attach to each body, in its frame. A leaf ends at twice its
 * center of mass.
 */
export function localPoints(mechanism: Mechanism): Vector3[][] {
  const known = cache.get(mechanism)
  if (known) return known
  const index = new Map(mechanism.bodies.map(({ name }, body) => [name, body]))
  const points: Vector3[][] = mechanism.bodies.map(() => [])
  const add = (name: string, position: Vector3 = [0, 0, 0]) => {
    const body = index.get(name)
    if (body !== undefined) points[body]?.push(position)
  }
  for (const joint of mechanism.joints) add(joint.child, joint.childFrame?.position)
  for (const joint of mechanism.joints) add(joint.parent, joint.parentFrame?.position)
  for (const loop of mechanism.loops ?? []) {
    add(loop.child, loop.childFrame?.position)
    add(loop.parent, loop.parentFrame?.position)
  }
  mechanism.bodies.forEach(({ centerOfMass }, body) => {
    if (points[body]?.length !== 1 || !centerOfMass) return
    points[body]?.push([2 * centerOfMass[0], 2 * centerOfMass[1], 2 * centerOfMass[2]])
  })
  cache.set(mechanism, points)
  return points
}

/** p + R(q)·x for the pose of a body. */
export function toWorld(poses: Float64Array, body: number, point: Vector3): Vector3 {
  const [px = 0, py = 0, pz = 0, x = 0, y = 0, z = 0, w = 1] = poses.subarray(
    7 * body,
    7 * body + 7
  )
  const [rx, ry, rz] = rotate([x, y, z, w], point)
  return [px + rx, py + ry, pz + rz]
}

/** R(q)ᵀ·(x − p). */
export function toLocal(poses: Float64Array, body: number, point: Vector3): Vector3 {
  const [px = 0, py = 0, pz = 0, x = 0, y = 0, z = 0, w = 1] = poses.subarray(
    7 * body,
    7 * body + 7
  )
  return rotate([-x, -y, -z, w], [point[0] - px, point[1] - py, point[2] - pz])
}

/** x + 2w(u × x) + 2u × (u × x) with the unit quaternion (u, w). */
function rotate(
  [a, b, c, w]: readonly [number, number, number, number],
  [x, y, z]: Vector3
): Vector3 {
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)]
  return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx]
}

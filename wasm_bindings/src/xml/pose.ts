import type { Frame, Quaternion, Vector3, Vector6 } from '../types/mechanism.js'

/** A frame with both its parts. */
export type Pose = Required<Frame>

export const identity: Pose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] }

/** The outer pose, then the inner one in it. */
export function compose(outer: Pose, inner: Pose): Pose {
  return {
    position: add(outer.position, rotate(outer.rotation, inner.position)),
    rotation: multiply(outer.rotation, inner.rotation)
  }
}

export function inverse({ position, rotation }: Pose): Pose {
  const back = conjugate(rotation)
  const [x, y, z] = rotate(back, position)
  return { position: [0 - x, 0 - y, 0 - z], rotation: back }
}

/** The frame of a shape or collider, where it is not the body's. */
export function frameOf(pose: Pose): { frame?: Pose } {
  return isIdentity(pose) ? {} : { frame: pose }
}

/** The frames of a joint that are not the identity. */
export function framesOf(parentFrame: Pose, childFrame: Pose) {
  return {
    ...(isIdentity(parentFrame) ? {} : { parentFrame }),
    ...(isIdentity(childFrame) ? {} : { childFrame })
  }
}

export function isIdentity({ position, rotation }: Pose): boolean {
  return position.every((part) => part === 0) && rotation[3] === 1
}

/** Turns about the fixed axes x, then y, then z: R = Rz(yaw)·Ry(pitch)·Rx(roll). */
export function rollPitchYaw([roll, pitch, yaw]: Vector3): Quaternion {
  const turns = [turnAbout([0, 0, 1], yaw), turnAbout([0, 1, 0], pitch), turnAbout([1, 0, 0], roll)]
  return turns.reduce(multiply)
}

/** The angles of `rollPitchYaw` that make a rotation. */
export function anglesOf(rotation: Quaternion): Vector3 {
  const [x, y, z] = ([0, 1, 2] as const).map((i) =>
    rotate(rotation, [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0])
  ) as [Vector3, Vector3, Vector3]
  const yaw = Math.atan2(x[1], x[0])
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  // By what yaw leaves, so little is lost where pitch is upright and yaw could be any.
  const pitch = Math.atan2(-x[2], c * x[0] + s * x[1])
  const roll = Math.atan2(s * z[0] - c * z[1], c * y[1] - s * y[0])
  return [roll, pitch, yaw]
}

/** Rotation by an angle about a unit vector. */
export function turnAbout([x, y, z]: Vector3, angle: number): Quaternion {
  const sine = Math.sin(angle / 2)
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)]
}

/** The shortest rotation that takes z to a direction. */
export function turnFromZ(direction: Vector3): Quaternion {
  const [x, y, z] = unit(direction)
  // Half way between the two; any axis across z will do for a half turn.
  if (z < -1 + 1e-12) return [1, 0, 0, 0]
  const length = Math.hypot(-y, x, 1 + z)
  return [-y / length, x / length, 0, (1 + z) / length]
}

/** The rotation that takes x, y and z to three unit vectors across each other. */
export function rotationOfAxes(x: Vector3, y: Vector3, z: Vector3): Quaternion {
  // Four times the products of w, x, y and z; the row of the largest is divided by its root.
  const rows: Quaternion[] = [
    [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + x[0] + y[1] + z[2]],
    [1 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2], y[2] - z[1]],
    [y[0] + x[1], 1 - x[0] + y[1] - z[2], z[1] + y[2], z[0] - x[2]],
    [z[0] + x[2], z[1] + y[2], 1 - x[0] - y[1] + z[2], x[1] - y[0]]
  ]
  const squares = [rows[0]![3], rows[1]![0], rows[2]![1], rows[3]![2]]
  const [a, b, c, d] = rows[squares.indexOf(Math.max(...squares))]!
  const length = Math.hypot(a, b, c, d)
  return [a / length, b / length, c / length, d / length]
}

export function multiply([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz
  ]
}

export function conjugate([x, y, z, w]: Quaternion): Quaternion {
  return [-x, -y, -z, w]
}

export function rotate(rotation: Quaternion, [x, y, z]: Vector3): Vector3 {
  const [a, b, c] = multiply(multiply(rotation, [x, y, z, 0]), conjugate(rotation))
  return [a, b, c]
}

export function add(a: Vector3, b: Vector3): Vector3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

export function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function unit([x, y, z]: Vector3): Vector3 {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

/** R·I·Rᵀ of a symmetric matrix [xx, yy, zz, xy, xz, yz]. */
export function rotateInertia(rotation: Quaternion, inertia: Vector6): Vector6 {
  if (rotation.every((part, i) => part === identity.rotation[i])) return inertia
  const [xx, yy, zz, xy, xz, yz] = inertia
  const rows: Vector3[] = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz]
  ]
  // R turns the rows into those of I·Rᵀ, then the columns of that.
  const half = rows.map((row) => rotate(rotation, row))
  const [x, y, z] = ([0, 1, 2] as const).map((i) =>
    rotate(rotation, [half[0]![i], half[1]![i], half[2]![i]])
  ) as [Vector3, Vector3, Vector3]
  return [x[0], y[1], z[2], x[1], x[2], y[2]]
}

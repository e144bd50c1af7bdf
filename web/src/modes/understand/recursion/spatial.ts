import { toWorld } from '../../../model/kinematics.ts'
import type { Vector3 } from '../../../model/stage.ts'

/** Spatial vectors as the library has them: angular part first, in a body's own axes about its origin. */
export type Six = ArrayLike<number>

/** Index of the ground. */
export const ground = -1

const part = (six: Six, first: number): Vector3 => [
  six[first] ?? 0,
  six[first + 1] ?? 0,
  six[first + 2] ?? 0
]
export const angular = (six: Six) => part(six, 0)
export const linear = (six: Six) => part(six, 3)

export const cross = ([a, b, c]: Vector3, [x, y, z]: Vector3): Vector3 => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x
]
export const plus = ([a, b, c]: Vector3, [x, y, z]: Vector3): Vector3 => [a + x, b + y, c + z]
export const minus = ([a, b, c]: Vector3, [x, y, z]: Vector3): Vector3 => [a - x, b - y, c - z]
export const times = (factor: number, [x, y, z]: Vector3): Vector3 => [
  factor * x,
  factor * y,
  factor * z
]

export const originOf = (poses: Float64Array, body: number): Vector3 =>
  body === ground ? [0, 0, 0] : toWorld(poses, body, [0, 0, 0])

/** A direction of a body in the world's axes. */
export const turnedOut = (poses: Float64Array, body: number, direction: Vector3): Vector3 =>
  body === ground ? direction : minus(toWorld(poses, body, direction), originOf(poses, body))

/** A direction of the world in a body's axes. */
export function turnedIn(poses: Float64Array, body: number, direction: Vector3): Vector3 {
  const axis = (unit: Vector3) => {
    const [x, y, z] = turnedOut(poses, body, unit)
    return x * direction[0] + y * direction[1] + z * direction[2]
  }
  return [axis([1, 0, 0]), axis([0, 1, 0]), axis([0, 0, 1])]
}

/** X v: the velocity of the parent in the frame of the body. */
export function carried(poses: Float64Array, parent: number, body: number, motion: Six): number[] {
  const turning = turnedOut(poses, parent, angular(motion))
  const arm = minus(originOf(poses, body), originOf(poses, parent))
  const moving = plus(turnedOut(poses, parent, linear(motion)), cross(turning, arm))
  return [...turnedIn(poses, body, turning), ...turnedIn(poses, body, moving)]
}

/** A motion's linear part at a point of the body, in the world's axes. */
export function motionAt(poses: Float64Array, body: number, motion: Six, point: Vector3): Vector3 {
  return turnedOut(poses, body, plus(linear(motion), cross(angular(motion), point)))
}

/**
 * Half axes of the ellipsoid of the mass that a body feels as when it is pushed without turning: the
 * linear block of an inertia, its roots along its own directions. In the world's axes, in √kg.
 */
export function massAxes(poses: Float64Array, body: number, inertia: Six): Vector3[] {
  const block = [3, 4, 5].map((row) => [3, 4, 5].map((column) => inertia[6 * row + column] ?? 0))
  const { values, vectors } = eigen(block)
  return values.map((value, k) => {
    const axis = vectors.map((row) => row[k] ?? 0) as unknown as Vector3
    return times(Math.sqrt(Math.max(0, value)), turnedOut(poses, body, axis))
  })
}

/** Of a symmetric 3×3 matrix by Jacobi's turns; the vectors are columns. */
export function eigen(given: readonly (readonly number[])[]) {
  const a = given.map((row) => [...row])
  const vectors = [0, 1, 2].map((i) => [0, 1, 2].map((j) => Number(i === j)))
  const at = (m: number[][], i: number, j: number) => m[i]?.[j] ?? 0
  const turn = (m: number[][], p: number, q: number, c: number, s: number) => {
    for (const row of m)
      [row[p], row[q]] = [
        c * (row[p] ?? 0) - s * (row[q] ?? 0),
        s * (row[p] ?? 0) + c * (row[q] ?? 0)
      ]
  }
  for (let sweep = 0; sweep < 12; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2]
    ] as const) {
      if (at(a, p, q) === 0) continue
      const angle = 0.5 * Math.atan2(2 * at(a, p, q), at(a, q, q) - at(a, p, p))
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      turn(a, p, q, c, s)
      const [rowP = [], rowQ = []] = [a[p], a[q]]
      for (let k = 0; k < 3; k++)
        [rowP[k], rowQ[k]] = [
          c * (rowP[k] ?? 0) - s * (rowQ[k] ?? 0),
          s * (rowP[k] ?? 0) + c * (rowQ[k] ?? 0)
        ]
      turn(vectors, p, q, c, s)
    }
  }
  return { values: [0, 1, 2].map((i) => at(a, i, i)), vectors }
}

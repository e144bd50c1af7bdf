import type { CapsuleShape, CylinderShape } from './mechanism-parts.js'

export type * from './mechanism-parts.js'

export type Vector3 = readonly [number, number, number]

/** Unit quaternion [x, y, z, w], as in glTF and three.js. */
export type Quaternion = readonly [number, number, number, number]

/** Twist [ω; v] or wrench [moment; force]: the angular part comes first. */
export type Vector6 = readonly [number, number, number, number, number, number]

/**
 * A number, or an expression of the coordinates: `+ - * / ^ ( )`, sqrt, sin, cos, tan, asin, acos,
 * atan, exp, log, atan2(y, x), pow(x, y), choose(a, x, y) (x if a < 0, else y), abs, min(a, b),
 * max(a, b) and pi. The last four functions have kinks: derivatives are those of one piece, of x in
 * |x| at 0 and of the first of two equals.
 */
export type Expression = number | string

/** Coordinates by joint name. A missing joint is at its zero. */
export type JointValues = Readonly<Record<string, readonly number[]>>

export type RoundShape = CylinderShape | CapsuleShape

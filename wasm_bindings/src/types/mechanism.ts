import type { Contact } from './contact.js'
import type { Nonholonomic } from './nonholonomic.js'
import type { Curve, Shape } from './shapes.js'

export type * from './contact.js'
export type * from './nonholonomic.js'
export type * from './shapes.js'

/**
 * What a user says about a mechanism: the mechanism file, version 1.
 *
 * SI units and radians; right-handed, z up by default. A rotation is a unit quaternion
 * [x, y, z, w] that turns local coordinates into those of the frame it is placed in.
 */

export type Vector3 = readonly [number, number, number]

/** Unit quaternion [x, y, z, w], as in glTF and three.js. */
export type Quaternion = readonly [number, number, number, number]

/** Twist [ω; v] or wrench [moment; force]: the angular part comes first. */
export type Vector6 = readonly [number, number, number, number, number, number]

/** A fixed placement. Both parts default to the identity. */
export interface Frame {
  readonly position?: Vector3
  readonly rotation?: Quaternion
}

/**
 * Joint types, with the size of their position q and velocity v and the motion J(q) of the joint
 * frame on the child relative to the one on the parent:
 *
 * | type        | q                        | v          | J(q)                              |
 * | ----------- | ------------------------ | ---------- | --------------------------------- |
 * | fixed       | 0                        | 0          | identity                          |
 * | revolute    | angle                    | q̇          | Rot(axis, q)                      |
 * | prismatic   | length                   | q̇          | Trans(axis·q)                     |
 * | helical     | angle                    | q̇          | Rot(axis, q)·Trans(axis·pitch·q)  |
 * | cylindrical | [angle, length]          | q̇          | Rot(axis, q₀)·Trans(axis·q₁)      |
 * | universal   | [a, b]                   | q̇          | Rot(axis, a)·Rot(axis2, b)        |
 * | planar      | [x, y, angle]            | q̇          | Trans(x, y, 0)·Rot(z, angle)      |
 * | spherical   | quaternion [x, y, z, w]  | ω (3)      | Rot(q)                            |
 * | free        | [px, py, pz, x, y, z, w] | [ω; v] (6) | Trans(p)·Rot(quaternion)          |
 *
 * ω and v of spherical and free joints are measured in the child's joint frame.
 *
 * Of the other types J is a function that the joint describes, of any shape; v is q̇:
 *
 * | type           | q                                   | J(q)                                  |
 * | -------------- | ----------------------------------- | ------------------------------------- |
 * | curve          | u, or the length                    | a point of a {@link CurveJoint}       |
 * | surface        | [u, v] or [u, v, angle]             | a board on a {@link SurfaceJoint}     |
 * | surfaceContact | [u₁, v₁, u₂, v₂] (, angle) (, chart) | two {@link ContactSurface}s that touch |
 * | eulerBall      | [a, b, c, chart]                    | Rot(x, a)·Rot(y, b)·Rot(z, c)         |
 * | custom         | as its coordinates say              | a product of {@link Move}s            |
 *
 * Where no one set of coordinates serves everywhere there are several charts; the number of the
 * chart is the last number of q, and none of v. A simulation changes it where another serves
 * better: the pose and the velocity stay.
 */
export type JointType =
  | 'fixed'
  | 'revolute'
  | 'prismatic'
  | 'helical'
  | 'cylindrical'
  | 'universal'
  | 'planar'
  | 'spherical'
  | 'free'
  | 'curve'
  | 'surface'
  | 'surfaceContact'
  | 'eulerBall'
  | 'custom'

/**
 * A curve in the joint's frame on the parent: u from 0 to 1 on a Bézier curve, one unit a span on a
 * B-spline, one a point where it is closed. It ends where u does: a simulation stops there.
 */
export interface CurveJoint extends Curve {
  /**
   * The child's axes: parallel to the parent's, or z along the tangent, with x along the principal
   * normal or without turning about the tangent. Default `fixed`.
   */
  readonly frame?: 'fixed' | 'frenet' | 'rotationMinimising'
  /**
   * What q is: the curve's own u, or meters along the curve, so |v| is the speed and the curve
   * ends at its length. Default `own`.
   */
  readonly parameter?: 'own' | 'arcLength'
}

/** A surface in the joint's frame on the parent, u and v from 0 to 1. */
export interface SurfaceJoint {
  /** Default `bezier`. */
  readonly kind?: 'bezier'
  /** Control points, 2–16 by 2–16 [m]: points[i][j] belongs to uⁱ and vʲ. */
  readonly points: readonly (readonly Vector3[])[]
  /** Whether the angle about the normal is a coordinate. Default true. */
  readonly spin?: boolean
}

/** A closed surface about the origin of a joint frame [m]; a torus lies round z. */
export type ContactSurface =
  | { readonly type: 'sphere'; readonly radius: number }
  | { readonly type: 'ellipsoid'; readonly semiAxes: Vector3 }
  | { readonly type: 'torus'; readonly majorRadius: number; readonly minorRadius: number }

/**
 * A number, or an expression of the coordinates: `+ - * / ^ ( )`, sqrt, sin, cos, tan, asin, acos,
 * atan, exp, log, atan2(y, x), pow(x, y), choose(a, x, y) (x where a < 0, else y), abs, min(a, b),
 * max(a, b) and pi. The last four functions have kinks: derivatives are those of one piece, of x in
 * |x| at 0 and of the first of two equals.
 */
export type Expression = number | string

/** A slide [m], or a turn about an axis of any length but zero [rad]. */
export type Move =
  | { readonly translate: readonly [Expression, Expression, Expression] }
  | { readonly rotate: 'x' | 'y' | 'z' | Vector3; readonly angle: Expression }

/**
 * Where a coordinate may be: a simulation stops beyond it. Where periodic, there are no ends, and
 * expressions see the coordinate within the range.
 */
export interface CoordinateRange {
  readonly lower?: number
  readonly upper?: number
  /** Needs both. Default false. */
  readonly periodic?: boolean
}

/** What closes a loop: a joint, or a rod, a massless strut between two balls. */
export type LoopType = JointType | 'rod'

/** A rigid body. Every body is the child of exactly one joint. */
export interface Body {
  readonly name: string
  /** ≥ 0 [kg]. Massless bodies with rotational inertia are common for rotors. */
  readonly mass: number
  /** In the body frame [m]. Default: the origin. */
  readonly centerOfMass?: Vector3
  /**
   * About the center of mass in body axes [kg·m²]: [xx, yy, zz, xy, xz, yz], or the diagonal
   * alone. Positive semidefinite.
   */
  readonly inertia?: Vector6 | Vector3
  /** What it looks like. Default: its colliders, or links between its joints. */
  readonly shapes?: readonly Shape[]
}

/**
 * A relation between two bodies, shared by joints and loops:
 * pose of child in parent = parentFrame · J(q) · childFrame⁻¹.
 */
export interface JointGeometry {
  readonly name: string
  readonly type: JointType | LoopType
  /** Name of a body, or `world` for the ground. */
  readonly parent: string
  readonly child: string
  /** In the joint frame; need not be a unit vector. Default: z. */
  readonly axis?: Vector3
  /** Second axis of a universal joint, perpendicular to `axis`. */
  readonly axis2?: Vector3
  /** Advance of a helical joint [m/rad]. */
  readonly pitch?: number
  /** Of a joint of this type, which needs it; and so on. */
  readonly curve?: CurveJoint
  readonly surface?: SurfaceJoint
  /** Of a surfaceContact: the parent's and the child's; outward normals are opposite. */
  readonly surfaces?: readonly [ContactSurface, ContactSurface]
  /** Of a surfaceContact: whether the angle about the normal is a coordinate. Default true. */
  readonly spin?: boolean
  /** Of a surfaceContact without spin: that angle [rad]. Default 0. */
  readonly angle?: number
  /** Of a custom joint: the names of its coordinates in `pose`, at most 6. */
  readonly coordinates?: readonly string[]
  /** Of a custom joint: J(q) as a product, the first move outermost. */
  readonly pose?: readonly Move[]
  /** Of a custom joint: by coordinate; others have no ends. */
  readonly ranges?: Readonly<Record<string, CoordinateRange>>
  readonly parentFrame?: Frame
  readonly childFrame?: Frame
}

/** The range of a joint with one coordinate [rad or m]: one bound or both. */
export interface JointLimits {
  readonly lower?: number
  readonly upper?: number
  /** Part of the speed that comes back from a stop, 0 (the default) to 1. */
  readonly restitution?: number
}

/**
 * A tree joint. Its passive force is τ = −damping·v − stiffness·(q ⊖ rest) − friction. Where q has a
 * chart, all three act as on a free joint: on the child's twist and on its displacement from where
 * the joint's frames coincide.
 */
export interface Joint extends JointGeometry {
  readonly type: JointType
  /** Viscous damping on every velocity component [N·m·s/rad or N·s/m]. */
  readonly damping?: number
  /** Spring towards `rest` [N·m/rad or N/m]. */
  readonly stiffness?: number
  /** Position at which the spring is slack [rad or m]; 0 where q is a quaternion or has a chart. */
  readonly rest?: number
  /** Coulomb friction [N·m or N]: holds what is at rest; forces bend below 0.01 rad/s or m/s. */
  readonly friction?: number
  /** Stops, of joints with one coordinate. */
  readonly limits?: JointLimits
}

/**
 * Closes a cycle: its relation must hold, in position and orientation, for some coordinates. A rod
 * keeps the origins of its two frames at a constant distance; their rotations do not matter.
 *
 * The coordinates of a curve, a surface, a surface contact, Euler angles or a custom joint stand in
 * states under the loop's name, which no joint and no body may have: what simulates it makes it a
 * joint that carries a body without mass, after all others, which is fixed to the child.
 */
export interface Loop extends JointGeometry {
  readonly type: LoopType
  /** Of a rod, which needs one: between the origins of its two frames [m], greater than 0. */
  readonly length?: number
}

export interface CouplingTerm {
  /** Name of a tree joint with one coordinate. */
  readonly joint: string
  readonly coefficient: number
}

/** A gear or belt: Σ coefficient·q = offset. */
export interface Coupling {
  readonly name: string
  readonly terms: readonly CouplingTerm[]
  /** Default 0. */
  readonly offset?: number
}

/** A frame on a body, by a name of its own: a fingertip, a camera, the point that is traced. */
export interface Site {
  readonly name: string
  /** A body or "world". */
  readonly body: string
  /** In the body's frame. Default: the same. */
  readonly frame?: Frame
}

/** Coordinates by joint name; a missing joint is at its zero. */
export type JointValues = Readonly<Record<string, readonly number[]>>

/** A mechanism, as it stands in a mechanism file. `defineMechanism` checks a literal against it. */
export interface Mechanism {
  /** Version of the format. */
  readonly linkwork: 1
  /** The address of a JSON Schema that editors check the file against. */
  readonly $schema?: string
  readonly name: string
  /** Free text for people. */
  readonly meta?: {
    readonly title?: string
    readonly description?: string
    readonly author?: string
    readonly licence?: string
    readonly source?: string
  }
  /** [m/s²], default [0, 0, −9.81]. */
  readonly gravity?: Vector3
  readonly bodies: readonly Body[]
  readonly joints: readonly Joint[]
  readonly loops?: readonly Loop[]
  readonly couplings?: readonly Coupling[]
  readonly nonholonomic?: readonly Nonholonomic[]
  readonly sites?: readonly Site[]
  readonly contact?: Contact
  /** Used where no state is given. A mechanism whose loops do not close at zero needs one. */
  readonly initialState?: { readonly q?: JointValues; readonly v?: JointValues }
}

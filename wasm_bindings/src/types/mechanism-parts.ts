// Written by linkwork_formats from the tables of fields of the C++ library. Do not edit.
import type { Expression, JointValues, Quaternion, Vector3, Vector6 } from './mechanism.js'

/**
 * How the child moves in the parent:
 *
 * - `fixed`: No coordinate. J is the identity.
 * - `revolute`: q: angle. J = Rot(axis, q).
 * - `prismatic`: q: length. J = Trans(axis q).
 * - `helical`: q: angle. J = Rot(axis, q) Trans(axis pitch q).
 * - `cylindrical`: q: angle and length. J = Rot(axis, q₀) Trans(axis q₁).
 * - `universal`: q: two angles. J = Rot(axis, q₀) Rot(axis2, q₁).
 * - `planar`: q: x, y and angle. J = Trans(x, y, 0) Rot(z, angle).
 * - `spherical`: q: quaternion x, y, z, w. v: angular velocity in the child's joint frame. J =
 *   Rot(q).
 * - `free`: q: position p, then quaternion r as x, y, z, w. v: twist [ω; v] of the child's joint
 *   frame in that frame. J = Trans(p) Rot(r).
 * - `curve`: q: parameter of a point on a curve. The field curve describes it.
 * - `surface`: q: u and v from 0 to 1, then the angle about the normal if the child may spin: a
 *   board on a surface. The field surface describes it.
 * - `surfaceContact`: q: two angles on each of two surfaces that touch, then the angle about the
 *   normal if they may spin, then the number of the chart if a sphere or an ellipsoid may spin. The
 *   fields surfaces, spin and angle describe it.
 * - `eulerBall`: q: three angles a, b, c, then the number of their chart. v: rates of the angles. J
 *   = Rot(x, a) Rot(y, b) Rot(z, c) in chart 0.
 * - `custom`: q: the coordinates. J is the product of the moves in pose.
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
 * `rod`: Only in loops. A massless strut with a spherical joint at each end: the origins of its two
 * frames keep the distance length.
 */
export type LoopType = JointType | 'rod'

/** A frame in the body frame, or in another frame. Default: the identity. */
export interface Frame {
  /** Origin [m]. Default: [0, 0, 0]. */
  readonly position?: Vector3
  /** Quaternion x, y, z, w of length 1 ± 1e-6. Default: [0, 0, 0, 1]. */
  readonly rotation?: Quaternion
}

/** A rigid body. Every body is the child of exactly one joint. */
export interface Body {
  /** Unique among the bodies. "world" is the ground. */
  readonly name: string
  /** Mass [kg]. Massless bodies with rotational inertia are common for rotors. At least 0. */
  readonly mass: number
  /** Center of mass in the body frame [m]. Default: [0, 0, 0]. */
  readonly centerOfMass?: Vector3
  /**
   * Rotational inertia about the center of mass in body axes: xx, yy, zz, xy, xz, yz, or the first
   * three [kg·m²]. Positive semidefinite. Default: [0, 0, 0, 0, 0, 0].
   */
  readonly inertia?: Vector6 | Vector3
  /** How the body looks. Default: its colliders, or links between its joints. */
  readonly shapes?: readonly Shape[]
}

/** The fields of every Shape. */
export interface ShapeBase {
  /** Pose in the body frame. */
  readonly frame?: Frame
  /** `#rrggbb` in sRGB. Default: chosen by the viewer. */
  readonly color?: string
}

/** A box with its edges along x, y and z. */
export interface BoxShape extends ShapeBase {
  readonly type: 'box'
  /** Edges along x, y and z [m]. Above 0. */
  readonly size: Vector3
  /**
   * Radius of the edges of a box, at most half of the smallest edge [m]. Width of the bevel of an
   * extrusion, at most half of the length. At least 0. Default: 0.
   */
  readonly rounding?: number
}

/** A sphere. */
export interface SphereShape extends ShapeBase {
  readonly type: 'sphere'
  /** Radius [m]. Above 0. */
  readonly radius: number
}

/** A cylinder along z, or a cone with two radii. */
export interface CylinderShape extends ShapeBase {
  readonly type: 'cylinder'
  /** Radius [m]. Above 0. */
  readonly radius: number
  /** Radius at the +z end [m]. Default: the radius. At least 0. */
  readonly endRadius?: number
  /** Length along z [m]. Above 0. */
  readonly length: number
}

/**
 * A capsule along z: two spheres and their hull. Its length, between the centers of the spheres, is
 * above the difference of the radii.
 */
export interface CapsuleShape extends ShapeBase {
  readonly type: 'capsule'
  /** Radius [m]. Above 0. */
  readonly radius: number
  /** Radius at the +z end [m]. Default: the radius. At least 0. */
  readonly endRadius?: number
  /** Length along z [m]. Above 0. */
  readonly length: number
}

/** A polygon in the x-y plane, extruded along z. */
export interface ExtrusionShape extends ShapeBase {
  readonly type: 'extrusion'
  /** Corners in order [m]. They enclose an area. At least 3 corners. */
  readonly outline: readonly (readonly [number, number])[]
  /** Length along z [m]. Above 0. */
  readonly length: number
  /**
   * Radius of the edges of a box, at most half of the smallest edge [m]. Width of the bevel of an
   * extrusion, at most half of the length. At least 0. Default: 0.
   */
  readonly rounding?: number
}

/** An ellipsoid. */
export interface EllipsoidShape extends ShapeBase {
  readonly type: 'ellipsoid'
  /** Semi-axes along x, y and z [m]. Above 0. */
  readonly semiAxes: Vector3
}

/** A ring around z. */
export interface TorusShape extends ShapeBase {
  readonly type: 'torus'
  /** Radius of the center line [m]. Above 0. */
  readonly majorRadius: number
  /** Radius of the tube [m]. Above 0. */
  readonly minorRadius: number
}

/** A tube around a curve. */
export interface TubeShape extends ShapeBase {
  readonly type: 'tube'
  /** Center line. */
  readonly curve: Curve
  /** Radius [m]. Above 0. */
  readonly radius: number
}

/** A Bézier surface, visible from both sides. */
export interface PatchShape extends ShapeBase {
  readonly type: 'patch'
  /** Control points by row and column [m]. 2 to 16 rows and columns. */
  readonly points: readonly (readonly Vector3[])[]
}

/** A solid to draw, centered on the origin of its frame. It has no mass and no contact. */
export type Shape =
  | BoxShape
  | SphereShape
  | CylinderShape
  | CapsuleShape
  | ExtrusionShape
  | EllipsoidShape
  | TorusShape
  | TubeShape
  | PatchShape

/** A curve by its control points. */
export interface Curve {
  /**
   * `bezier`: one polynomial of degree points − 1. `bSpline`: uniform knots, clamped to the first
   * and the last point.
   */
  readonly kind: 'bezier' | 'bSpline'
  /** Control points [m]. A Bézier curve has 2 to 16. At least 2 points. */
  readonly points: readonly Vector3[]
  /** Degree of a B-spline, below the number of points. 1 to 7. Default: 3. */
  readonly degree?: number
  /** Whether a B-spline is closed. Default: false. */
  readonly closed?: boolean
}

/**
 * A relation between two bodies, of joints and of loops: pose of child in parent = parentFrame ·
 * J(q) · childFrame⁻¹.
 */
export interface JointGeometry {
  /** Unique in its list. */
  readonly name: string
  /** How the child moves in the parent. */
  readonly type: LoopType
  /** Name of a body, or "world". */
  readonly parent: string
  /** Name of a body. That of a loop may be "world". */
  readonly child: string
  /** Axis in the joint frame, of any length but zero. Default: [0, 0, 1]. */
  readonly axis?: Vector3
  /** Second axis of a universal joint, perpendicular to the first. */
  readonly axis2?: Vector3
  /** Advance of a helical joint [m/rad]. */
  readonly pitch?: number
  /** Curve of a joint of type `curve`. */
  readonly curve?: CurveJoint
  /** Surface of a joint of type `surface`. */
  readonly surface?: SurfaceJoint
  /**
   * Surfaces of a surface contact: the parent's and the child's. They touch in one point with
   * opposite outward normals.
   */
  readonly surfaces?: readonly [ContactSurface, ContactSurface]
  /** Whether the angle about the normal of a surface contact is a coordinate. Default: true. */
  readonly spin?: boolean
  /** Angle about the normal of a surface contact without spin [rad]. Default: 0. */
  readonly angle?: number
  /** Names of the coordinates of a custom joint. */
  readonly coordinates?: readonly string[]
  /** J(q) of a custom joint as a product of moves, the outermost first. */
  readonly pose?: readonly Move[]
  /** Ranges of the coordinates of a custom joint by name. Default: no ends. */
  readonly ranges?: Readonly<Record<string, CoordinateRange>>
  /** Joint frame on the parent. */
  readonly parentFrame?: Frame
  /** Joint frame on the child. */
  readonly childFrame?: Frame
}

/**
 * A joint of the tree. Its passive force is −damping v − stiffness (q ⊖ rest) − friction. If q has
 * a chart, all three act on the child's twist and on its displacement from the pose in which the
 * joint frames coincide.
 */
export interface Joint extends JointGeometry {
  readonly type: JointType
  /** Viscous damping of every component of v [N·m·s/rad or N·s/m]. At least 0. Default: 0. */
  readonly damping?: number
  /** Stiffness of a spring on every coordinate [N·m/rad or N/m]. At least 0. Default: 0. */
  readonly stiffness?: number
  /**
   * Coordinate at which the spring is slack [rad or m]. 0 if q has a quaternion or a chart.
   * Default: 0.
   */
  readonly rest?: number
  /**
   * Coulomb friction on every component of v [N·m or N]. Forces are smooth below 0.01 rad/s or m/s.
   * At least 0. Default: 0.
   */
  readonly friction?: number
  /**
   * Inertia of a motor and its gears at the joint: added to the diagonal of the mass matrix for
   * every component of v [kg·m² or kg]. At least 0. Default: 0.
   */
  readonly armature?: number
  /**
   * Range to which the sum of the forces is limited that actuators exert on the joint. Actuators on
   * tendons are not included.
   */
  readonly actuatorForceRange?: Range
  /** Stops of a joint with one coordinate. */
  readonly limits?: JointLimits
  /** Stops of a joint with several coordinates, one range for each. */
  readonly coordinateLimits?: readonly CoordinateLimits[]
  /** Stops of a spherical joint. */
  readonly ballLimits?: BallLimits
}

/** The range of a joint with one coordinate or of a tendon, open where a bound is missing. */
export interface JointLimits {
  /** Lower bound [rad or m]. */
  readonly lower?: number
  /** Upper bound [rad or m]. */
  readonly upper?: number
  /** Part of the speed that a stop returns. 0 to 1. Default: 0. */
  readonly restitution?: number
}

/** The range of one of several coordinates, open where a bound is missing. */
export interface CoordinateLimits {
  /** Lower bound [rad or m]. */
  readonly lower?: number
  /** Upper bound [rad or m]. */
  readonly upper?: number
  /** Part of the speed that a stop returns. 0 to 1. Default: 0. */
  readonly restitution?: number
}

/** Limits of a ball joint. Its rotation is a twist about z, then a swing of z. */
export interface BallLimits {
  /** Largest angle between the z axes of the joint frames [rad]. 0 to 3.14159. */
  readonly cone?: number
  /** Range of the twist, within −π to π. */
  readonly twist?: CoordinateLimits
  /** Largest angle of the whole rotation [rad]. 0 to 3.14159. */
  readonly turn?: number
  /** Part of the speed that cone and turn return. 0 to 1. Default: 0. */
  readonly restitution?: number
}

/** The largest reaction that a loop bears after a step; a larger one breaks it. */
export interface BreakLimits {
  /** Size of its force [N]. Above 0. */
  readonly force?: number
  /** Size of its moment about the child's frame [N·m]. Above 0. */
  readonly moment?: number
}

/**
 * A joint that closes a cycle: its relation holds for some value of its coordinates. The
 * coordinates of a curve, a surface, a surface contact, Euler angles and a custom joint are in
 * states under the loop's name, which no joint and no body may have.
 */
export interface Loop extends JointGeometry {
  /** Length of a rod, between the origins of its two frames [m]. Above 0. */
  readonly length?: number
  /** Largest reaction; none of a loop that is a function. */
  readonly breaks?: BreakLimits
}

/**
 * A curve in the joint frame on the parent. u is 0 to 1 on a Bézier curve. On a B-spline, u grows
 * by 1 per span, or per point if it is closed. A simulation stops at the end of the curve.
 */
export interface CurveJoint extends Curve {
  /**
   * Axes of the child. `fixed`: parallel to the parent's. `frenet`: z along the tangent, x along
   * the principal normal. `rotationMinimising`: z along the tangent, no rotation about it. Default:
   * `fixed`.
   */
  readonly frame?: 'fixed' | 'frenet' | 'rotationMinimising'
  /**
   * Coordinate. `own`: u. `arcLength`: length along the curve [m], so |v| is the speed. Default:
   * `own`.
   */
  readonly parameter?: 'own' | 'arcLength'
}

/**
 * A Bézier surface in the joint frame on the parent. The child's z is its normal, x is along ∂u.
 */
export interface SurfaceJoint {
  /** Default: `bezier`. */
  readonly kind?: 'bezier'
  /** Control points [m]. points[i][j] belongs to uⁱ and vʲ. 2 to 16 rows and columns. */
  readonly points: readonly (readonly Vector3[])[]
  /** Whether the angle about the normal is a coordinate. Default: true. */
  readonly spin?: boolean
}

/** A sphere. */
export interface SphereContactSurface {
  readonly type: 'sphere'
  /** Radius [m]. Above 0. */
  readonly radius: number
}

/** An ellipsoid. */
export interface EllipsoidContactSurface {
  readonly type: 'ellipsoid'
  /** Semi-axes along x, y and z [m]. Above 0. */
  readonly semiAxes: Vector3
}

/** A ring around z. */
export interface TorusContactSurface {
  readonly type: 'torus'
  /** Radius of the center line [m]. Above 0. */
  readonly majorRadius: number
  /** Radius of the tube [m]. Above 0. */
  readonly minorRadius: number
}

/** A closed surface around the origin of a joint frame. */
export type ContactSurface = SphereContactSurface | EllipsoidContactSurface | TorusContactSurface

/** A translation. */
export interface TranslationMove {
  /** Lengths along x, y and z [m]. */
  readonly translate: readonly [Expression, Expression, Expression]
}

/** A rotation about an axis. */
export interface RotationMove {
  /** Axis of any length but zero. */
  readonly rotate: 'x' | 'y' | 'z' | Vector3
  /** Angle [rad]. */
  readonly angle: Expression
}

/**
 * The range of a coordinate. A simulation stops beyond it. A periodic coordinate has no ends:
 * expressions get its value within the range.
 */
export interface CoordinateRange {
  /** Lower bound. */
  readonly lower?: number
  /** Upper bound. */
  readonly upper?: number
  /** Whether the coordinate is periodic. Needs both bounds. Default: false. */
  readonly periodic?: boolean
}

/** A gear, a belt, a rack, a cam, or one joint that is locked: Σ coefficient · f(q) = offset. */
export interface Coupling {
  /** Unique among couplings. */
  readonly name: string
  /** Terms of different joints. */
  readonly terms: readonly CouplingTerm[]
  /** Sum of the weighted coordinates. Default: 0. */
  readonly offset?: number
}

/** A joint and its weight. */
export interface CouplingTerm {
  /** Name of a tree joint with one coordinate. */
  readonly joint: string
  /** Not zero. */
  readonly coefficient: number
  /** f in a term coefficient · f(q), in couplings only. Default: f(q) = q. */
  readonly function?: CouplingFunction
}

/**
 * A function f of a joint's coordinate: a polynomial, or the cubic spline through points with
 * continuous curvature.
 */
export interface CouplingFunction {
  /** Coefficients of 1, q, q² … */
  readonly polynomial?: readonly number[]
  /** q of at least three points, ascending [rad or m]. */
  readonly positions?: readonly number[]
  /** f at the points. */
  readonly values?: readonly number[]
  /**
   * Whether f repeats beyond the points, as on a cam. The last value is then the first. If not, the
   * slope is zero at both ends, and f is constant beyond them. Default: false.
   */
  readonly repeats?: boolean
}

/** A thin disc that rolls on the plane z = height of the world without slipping or leaving it. */
export interface RollingDisc {
  readonly type: 'rolling-disc'
  /** Name of the disc's body. */
  readonly body: string
  /** Center in the body frame [m]. Default: [0, 0, 0]. */
  readonly center?: Vector3
  /** Axis in the body frame, of any length but zero. Default: [0, 0, 1]. */
  readonly axis?: Vector3
  /** Radius [m]. Above 0. */
  readonly radius: number
  /** z of the plane [m]. Default: 0. */
  readonly height?: number
}

/** A blade: a point of a body does not move along a direction fixed in the body. */
export interface KnifeEdge {
  readonly type: 'knife-edge'
  /** Name of the body. */
  readonly body: string
  /** Point in the body frame [m]. Default: [0, 0, 0]. */
  readonly point?: Vector3
  /** Direction in the body frame, of any length but zero. Default: [0, 1, 0]. */
  readonly across?: Vector3
}

/** Σ coefficient · q̇ = 0. */
export interface VelocityRatio {
  readonly type: 'velocity-ratio'
  /** Terms of different joints. At least 2 terms. */
  readonly terms: readonly CouplingTerm[]
}

/** A named frame on a body: a fingertip, a camera, a traced point. */
export interface Site {
  /** Unique among sites. */
  readonly name: string
  /** Name of a body, or "world". */
  readonly body: string
  /** Pose in the body frame. */
  readonly frame?: Frame
}

/** A range of numbers, open where a bound is missing. */
export interface Range {
  /** Lower bound. */
  readonly lower?: number
  /** Upper bound. */
  readonly upper?: number
}

/** A point of a body or of the world. */
export interface TendonPoint {
  /** Name of a body, or "world". */
  readonly body: string
  /** Point in the body frame [m]. Default: [0, 0, 0]. */
  readonly point?: Vector3
}

/**
 * A massless line with a spring, a damper and stops: straight from point to point, or a sum of
 * joint coordinates. Two points make a spring between bodies.
 */
export interface Tendon {
  /** Unique among tendons. */
  readonly name: string
  /** Points in their order; or `terms`. 2 to 64 points. */
  readonly points?: readonly TendonPoint[]
  /** Length as a sum; or `points`. */
  readonly terms?: readonly CouplingTerm[]
  /** Stiffness of the spring [N/m or N·m/rad]. At least 0. Default: 0. */
  readonly stiffness?: number
  /** Viscous damping of the length [N·s/m or N·m·s/rad]. At least 0. Default: 0. */
  readonly damping?: number
  /** Length at which the spring is slack [m or rad]. By default it is that of the initial state. */
  readonly restLength?: number
  /** Whether spring and damper never lengthen it, as in a cable. Default: false. */
  readonly onlyPulls?: boolean
  /** Stops of the length. */
  readonly limits?: JointLimits
}

/**
 * A rule for the colliders of two names. Pairs that never touch for another reason still do not.
 */
export interface ContactPair {
  /** Two names. 2 to 2 names. */
  readonly colliders: readonly string[]
  /** Whether they touch. Default: true. */
  readonly touches?: boolean
  /** Coulomb coefficient of the pair. At least 0. */
  readonly friction?: number
  /** Torsional friction of the pair [m]. At least 0. */
  readonly torsionalFriction?: number
  /** Rolling friction of the pair [m]. At least 0. */
  readonly rollingFriction?: number
  /** Part of the speed that an impact of the pair returns. 0 to 1. */
  readonly restitution?: number
}

/** The fields of every Actuator. */
export interface ActuatorBase {
  /** Unique among actuators. */
  readonly name: string
  /** One joint, or several; or `tendon`. */
  readonly terms?: readonly CouplingTerm[]
  /** Name of a tendon; or `terms`. */
  readonly tendon?: string
  /** Range to which controls are limited. */
  readonly controlRange?: Range
  /** Range to which the force is limited. */
  readonly forceRange?: Range
  /** Largest product of force and rate [W]. Above 0. */
  readonly maxPower?: number
  /** How the activation follows the control. Default: `none`. */
  readonly activation?: 'none' | 'filter' | 'integrator'
  /** Time constant of a filter, above 0 [s]. At least 0. Default: 0. */
  readonly timeConstant?: number
  /** Range of the activation of an integrator. */
  readonly activationRange?: Range
}

/** Force = gain · activation. */
export interface TorqueActuator extends ActuatorBase {
  readonly type: 'torque'
  /** Force of an activation of 1. Default: 1. */
  readonly gain?: number
}

/** Force = stiffness · (activation − length) − damping · rate. */
export interface PositionActuator extends ActuatorBase {
  readonly type: 'position'
  /** Gain of the position error [N·m/rad or N/m]. At least 0. Default: 0. */
  readonly stiffness?: number
  /** Gain of the velocity error [N·m·s/rad or N·s/m]. At least 0. Default: 0. */
  readonly damping?: number
}

/** Force = damping · (activation − rate). */
export interface VelocityActuator extends ActuatorBase {
  readonly type: 'velocity'
  /** Gain of the velocity error [N·m·s/rad or N·s/m]. At least 0. Default: 0. */
  readonly damping?: number
}

/** Force = gain · activation + offset − stiffness · length − damping · rate. */
export interface GeneralActuator extends ActuatorBase {
  readonly type: 'general'
  /** Force of an activation of 1. Default: 1. */
  readonly gain?: number
  /** Constant force [N·m or N]. Default: 0. */
  readonly offset?: number
  /** Gain of the position error [N·m/rad or N/m]. At least 0. Default: 0. */
  readonly stiffness?: number
  /** Gain of the velocity error [N·m·s/rad or N·s/m]. At least 0. Default: 0. */
  readonly damping?: number
}

/**
 * A motor on joints with one coordinate, or on a tendon. Its length is Σ coefficient · q, and the
 * force on each of its joints is coefficient · force; or it is that of the tendon.
 */
export type Actuator = TorqueActuator | PositionActuator | VelocityActuator | GeneralActuator

/**
 * Colliders. Those of the world touch every body. Those of one rigid part never touch each other,
 * nor do those of two bodies that a joint or a loop connects.
 */
export interface Contact {
  readonly colliders: readonly Collider[]
  /** Whether bodies touch each other. If false, they touch only the world. Default: true. */
  readonly selfCollision?: boolean
  /** Rules for single pairs. A later one replaces an earlier one. */
  readonly pairs?: readonly ContactPair[]
}

/** The fields of every Collider. */
export interface ColliderBase {
  /** Name of a body, or "world". */
  readonly body: string
  /** Pose in the body frame. */
  readonly frame?: Frame
  /** Coulomb coefficient. A pair has the geometric mean. At least 0. Default: 0.8. */
  readonly friction?: number
  /**
   * Largest moment about the normal over the normal force, against spinning [m]. A pair has the
   * geometric mean. At least 0. Default: 0.
   */
  readonly torsionalFriction?: number
  /**
   * Largest moment in the tangent plane over the normal force, against rolling [m]. A pair has the
   * geometric mean. At least 0. Default: 0.
   */
  readonly rollingFriction?: number
  /** Part of the speed that an impact returns. A pair has the larger one. 0 to 1. Default: 0. */
  readonly restitution?: number
  /**
   * Velocity of the surface relative to the body, along the collider's axes, as of a conveyor belt
   * [m/s]. Only its tangential part acts, by friction. Default: [0, 0, 0].
   */
  readonly surfaceVelocity?: Vector3
  /** Label. Several colliders may have the same. */
  readonly name?: string
  /** Bits of the groups that it is in. 0 to 2147483647. Default: 1. */
  readonly group?: number
  /**
   * Bits of the groups that it touches. Both of a pair must touch the other's group. 0 to
   * 2147483647. Default: 2147483647.
   */
  readonly mask?: number
  /** Whether it only reports what overlaps it, without a force. Default: false. */
  readonly sensor?: boolean
}

/** The half-space z ≤ 0 of its frame, fixed to the world. z is the outward normal. */
export interface PlaneCollider extends ColliderBase {
  readonly type: 'plane'
  readonly body: 'world'
}

/** A sphere. */
export interface SphereCollider extends ColliderBase {
  readonly type: 'sphere'
  /** Radius [m]. Above 0. */
  readonly radius: number
}

/** A capsule along z: two spheres and their hull. Its length is between their centers. */
export interface CapsuleCollider extends ColliderBase {
  readonly type: 'capsule'
  /** Radius [m]. Above 0. */
  readonly radius: number
  /** Length along z [m]. Above 0. */
  readonly length: number
}

/** A box with its edges along x, y and z. */
export interface BoxCollider extends ColliderBase {
  readonly type: 'box'
  /** Edges along x, y and z [m]. Above 0. */
  readonly size: Vector3
}

/** A cylinder along z. */
export interface CylinderCollider extends ColliderBase {
  readonly type: 'cylinder'
  /** Radius [m]. Above 0. */
  readonly radius: number
  /** Length along z [m]. Above 0. */
  readonly length: number
}

/** The convex hull of points that span a volume. */
export interface HullCollider extends ColliderBase {
  readonly type: 'hull'
  /** Points that span a volume [m]. Those inside the hull have no effect. 4 to 256 points. */
  readonly points: readonly Vector3[]
}

/**
 * Ground below heights over a rectangle, fixed to the world. Each cell of the grid is two triangles
 * that share the diagonal from its lowest x and y to its highest.
 */
export interface HeightfieldCollider extends ColliderBase {
  readonly type: 'heightfield'
  readonly body: 'world'
  /** Edges along x and y [m]. Above 0. */
  readonly extents: readonly [number, number]
  /**
   * Rows of heights z in equal steps over the rectangle, which is centered on the origin: numbers
   * of a row along x, rows along y [m]. At most 2^20 numbers. At least 2 rows and columns.
   */
  readonly heights: readonly (readonly number[])[]
}

/**
 * A solid of a body or of the world, centered on the origin of its frame. Other colliders cannot
 * enter it.
 */
export type Collider =
  | PlaneCollider
  | SphereCollider
  | CapsuleCollider
  | BoxCollider
  | CylinderCollider
  | HullCollider
  | HeightfieldCollider

/** Free text. It has no effect on dynamics. */
export interface About {
  readonly title?: string
  readonly description?: string
  readonly author?: string
  readonly licence?: string
  readonly source?: string
}

/** The state if no other is given. A mechanism whose loops do not close at zero needs one. */
export interface InitialState {
  /** Positions by tree joint. Quaternions have length 1 ± 1e-6. A missing joint is at its zero. */
  readonly q?: JointValues
  /** Velocities by tree joint. A missing joint is at rest. */
  readonly v?: JointValues
}

/** A state file. `q` and `v` satisfy loops and couplings to 1e-8. */
export interface State {
  /** Positions by tree joint. Quaternions have length 1 ± 1e-6. A missing joint is at its zero. */
  readonly q?: JointValues
  /** Velocities by tree joint. A missing joint is at rest. */
  readonly v?: JointValues
  /** Generalized forces on tree joints, dual to v [N·m, N]. Missing ones are 0. */
  readonly tau?: JointValues
  /** Accelerations v̇ that inverse dynamics produces. */
  readonly a?: JointValues
  /**
   * External wrench [moment; force] on bodies by name, in world axes, moment about the world origin
   * [N·m, N].
   */
  readonly wrenches?: Readonly<Record<string, Vector6>>
}

/** A mechanism file. SI units, radians, right-handed axes, z up. */
export interface Mechanism {
  /** Address of this JSON Schema, for editors. */
  readonly $schema?: string
  /** Version of the format. */
  readonly linkwork: 1
  /** Name of the mechanism. */
  readonly name: string
  readonly meta?: About
  /** Acceleration in world axes [m/s²]. Default: [0, 0, -9.81]. */
  readonly gravity?: Vector3
  /** Bodies with different names. */
  readonly bodies: readonly Body[]
  /** Joints with different names. They form a tree that is rooted in the world. */
  readonly joints: readonly Joint[]
  /** Joints that close cycles, with different names. */
  readonly loops?: readonly Loop[]
  /** Linear relations between joint coordinates, with different names. */
  readonly couplings?: readonly Coupling[]
  /**
   * Constraints on velocities. The initial state should satisfy them. Methods that cannot satisfy
   * them throw.
   */
  readonly nonholonomic?: readonly Nonholonomic[]
  /** Named frames on bodies. */
  readonly sites?: readonly Site[]
  /** Springs and lines between points of bodies, with different names. */
  readonly tendons?: readonly Tendon[]
  /** Motors that follow controls, with different names. */
  readonly actuators?: readonly Actuator[]
  readonly contact?: Contact
  readonly initialState?: InitialState
}

/** One factor of the pose of a custom joint. */
export type Move = TranslationMove | RotationMove

/** A constraint on velocities. */
export type Nonholonomic = RollingDisc | KnifeEdge | VelocityRatio

import type { Frame, Vector3 } from './mechanism.js'

/** What every collider has. */
interface ColliderPlace {
  /** Name of a body, or `world` for the ground. */
  readonly body: string
  /** In the body's frame; the solid is centered on its origin. */
  readonly frame?: Frame
  /** Coulomb's coefficient, at least 0; of a pair the geometric mean. Default 0.8. */
  readonly friction?: number
  /** 0 stays, 1 bounces back as fast as it came; of a pair the larger. Default 0. */
  readonly restitution?: number
}

/** The half-space z ≤ 0 of its frame: z is the outward normal. */
export interface PlaneCollider extends ColliderPlace {
  readonly type: 'plane'
  readonly body: 'world'
}

export interface SphereCollider extends ColliderPlace {
  readonly type: 'sphere'
  /** [m] */
  readonly radius: number
}

/** Along z. */
export interface CapsuleCollider extends ColliderPlace {
  readonly type: 'capsule'
  /** [m] */
  readonly radius: number
  /** From center to center of the balls at its ends [m]. */
  readonly length: number
}

export interface BoxCollider extends ColliderPlace {
  readonly type: 'box'
  /** Edges along x, y and z [m]. */
  readonly size: Vector3
}

/** Along z. */
export interface CylinderCollider extends ColliderPlace {
  readonly type: 'cylinder'
  /** [m] */
  readonly radius: number
  /** From cap to cap [m]. */
  readonly length: number
}

/** The convex hull of points: 4 to 256 that span a volume; those inside it count for nothing. */
export interface HullCollider extends ColliderPlace {
  readonly type: 'hull'
  /** [m] */
  readonly points: readonly Vector3[]
}

/** A solid of a body, or of the world, that others cannot enter. */
export type Collider =
  | PlaneCollider
  | SphereCollider
  | CapsuleCollider
  | BoxCollider
  | CylinderCollider
  | HullCollider

/**
 * What can touch what. Colliders of one rigid part never touch each other, nor do those of two
 * bodies that a joint or a loop joins; those of the world touch every body.
 */
export interface Contact {
  readonly colliders: readonly Collider[]
  /** Whether bodies touch each other, or the world alone. Default true. */
  readonly selfCollision?: boolean
}

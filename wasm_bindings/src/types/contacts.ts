import type {
  BodyOrCollider,
  ClosestPoints,
  ClosestPointsOptions,
  Overlap,
  OverlapOptions,
  QueryShape,
  RayHit,
  RayOptions
} from './collider-queries.js'
import type { Vector3 } from './mechanism.js'

/** A contact of two bodies, and its force; world axes. */
export interface ContactForce {
  /** Places in the mechanism's bodies; -1 is the world. */
  readonly bodies: readonly [number, number]
  /** Places in the mechanism's colliders. */
  readonly colliders: readonly [number, number]
  /** [m] */
  readonly point: Vector3
  /** Unit, from the first body to the second. */
  readonly normal: Vector3
  /** On the second body, mean over the last step [N]. */
  readonly force: Vector3
  /** Of torsional and rolling friction, likewise [N·m]. */
  readonly moment: Vector3
  /** Distance of the surfaces, below 0 inside [m]. */
  readonly gap: number
}

/**
 * Two colliders that began to touch or ended it: that push each other, or of which one is a sensor that the
 * other overlaps.
 */
export interface ContactEvent {
  readonly type: 'began' | 'ended'
  /** Places in the mechanism's colliders, the smaller one first. */
  readonly colliders: readonly [number, number]
  /** Along the normal: of its first step, or of all its steps [N·s]. */
  readonly impulse: number
  /** End of the first step with it, or of the first one without [s]. */
  readonly time: number
}

/** The force of a joint limit. */
export interface LimitForce {
  /** Place in the mechanism's joints. */
  readonly joint: number
  /** Along its coordinate, mean over the last step [N or N·m]. */
  readonly force: number
}

/** `simulation.contacts`: contacts and joint limits of the last step, and queries about colliders now. */
export interface Contacts {
  /** The contacts that pushed in the last step; if it was taken in parts (`retries`), in its last part. */
  readonly forces: readonly ContactForce[]
  /** The joints that were pushed back from an end of their range in the last step. */
  readonly limits: readonly LimitForce[]
  /**
   * Velocity by which the laws of contact are broken most in the last step [m/s, rad/s]: rounding, or
   * 1e-9 of the largest speed of approach, 1e-6 in hard solves, unless no impulses were found that
   * satisfy them.
   */
  readonly error: number
  /**
   * Contacts that began or ended since the last call, in their order. None is lost, up to the latest 32,768.
   * After `reset` and `restore` and in a clone, none is left and all contacts begin again.
   */
  events(): ContactEvent[]
  /**
   * The first collider that a ray meets from outside. Sensors are left out, and solids in which it starts.
   * A ray that starts on a surface meets it at distance 0 if it goes inwards, and misses it if it goes
   * along the surface or outwards. The direction may have any length but zero.
   */
  castRay(
    origin: ArrayLike<number>,
    direction: ArrayLike<number>,
    options?: RayOptions
  ): RayHit | undefined
  /**
   * The closest points of two bodies' colliders, or of two single colliders, `{ collider: index }`. Of
   * those that overlap, the deepest points: `distance` is then minus the depth. Undefined if none are
   * within `distance`.
   *
   * Both must be of different bodies. Groups, masks and `pairs` have no effect. Sensors take part only
   * as single colliders.
   */
  closestPoints(
    first: BodyOrCollider,
    second: BodyOrCollider,
    options?: ClosestPointsOptions
  ): ClosestPoints | undefined
  /**
   * The colliders that overlap a shape in world axes, in ascending order. Solids that only touch
   * overlap, up to rounding. Sensors are left out.
   */
  overlaps(shape: QueryShape, options?: OverlapOptions): Overlap[]
}

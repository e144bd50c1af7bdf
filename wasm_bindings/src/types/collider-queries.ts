import type { Collider, ColliderBase, Vector3 } from './mechanism.js'

export interface RayOptions {
  /** The largest distance [m]. Default: any. */
  readonly distance?: number | undefined
  /** Bits of the groups that the ray meets. Default: all. */
  readonly mask?: number | undefined
}

/** The first collider that a ray meets; world axes. */
export interface RayHit {
  /** Place in the mechanism's colliders. */
  readonly collider: number
  /** Place in the mechanism's bodies; -1 is the world. */
  readonly body: number
  /** From the origin [m]. */
  readonly distance: number
  /** [m] */
  readonly point: Vector3
  /** Unit, outwards. */
  readonly normal: Vector3
}

/**
 * Colliders to query: those of a body that are no sensors, by its name or index ("world" or -1: the world),
 * or a single one by its index.
 */
export type BodyOrCollider = string | number | { readonly collider: number }

export interface ClosestPointsOptions {
  /** The largest distance [m]. Default: any. */
  readonly distance?: number | undefined
}

/** The points of two colliders that are closest to each other, or the deepest ones; world axes. */
export interface ClosestPoints {
  /** Places in the mechanism's bodies; -1 is the world. */
  readonly bodies: readonly [number, number]
  /** Places in the mechanism's colliders. */
  readonly colliders: readonly [number, number]
  /** Of the surfaces; below 0: how deep they overlap along the normal [m]. */
  readonly distance: number
  /** On the surface of each. The second is the first plus distance times normal [m]. */
  readonly points: readonly [Vector3, Vector3]
  /** Unit, from the first to the second. */
  readonly normal: Vector3
}

/** A collider without its body and its contact laws. */
type SolidOf<Each> = Each extends Collider
  ? Omit<Each, Exclude<keyof ColliderBase, 'frame'>>
  : never

/** The solid of `overlaps`: type, sizes and `frame` of a collider. The frame is in world axes. */
export type QueryShape = SolidOf<Collider>

export interface OverlapOptions {
  /** Bits of the groups that the shape meets. Default: all. */
  readonly mask?: number | undefined
}

/** A collider that overlaps a shape. */
export interface Overlap {
  /** Place in the mechanism's colliders. */
  readonly collider: number
  /** Place in the mechanism's bodies; -1 is the world. */
  readonly body: number
}

import type { CouplingTerm, Vector3 } from './mechanism.js'

/**
 * A thin disc that rolls on the plane z = height of the world without slipping or leaving it.
 */
export interface RollingDisc {
  readonly type: 'rolling-disc'
  readonly body: string
  /** In the body's frame [m]. Default: its origin. */
  readonly center?: Vector3
  /** The same, of any length but zero. Default: z. */
  readonly axis?: Vector3
  /** Above 0 [m]. */
  readonly radius: number
  /** Default 0 [m]. */
  readonly height?: number
}

/** A blade: a point of a body does not move along a direction fixed in the body. */
export interface KnifeEdge {
  readonly type: 'knife-edge'
  readonly body: string
  /** In the body's frame [m]. Default: its origin. */
  readonly point?: Vector3
  /** The same, of any length but zero. Default: y. */
  readonly across?: Vector3
}

/** Σ coefficient·q̇ = 0 between at least two joints. */
export interface VelocityRatio {
  readonly type: 'velocity-ratio'
  readonly terms: readonly CouplingTerm[]
}

/**
 * A constraint on velocities, not on positions. The initial state should satisfy it. Methods that do not
 * enforce it refuse mechanisms with it.
 */
export type Nonholonomic = RollingDisc | KnifeEdge | VelocityRatio

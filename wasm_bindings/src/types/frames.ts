import type { Frame, Quaternion, Vector3 } from './mechanism.js'

/** A frame of a mechanism: a site or a body by name, "world", or a frame on a body. */
export type FrameSource = string | { readonly body: string; readonly frame?: Frame | undefined }

/** Axes of vectors: the world's (default), or the frame's own. */
export type FrameAxes = 'world' | 'frame'

/** A matrix over the independent velocities ẏ. */
export interface CoordinateMatrix {
  /** Joint and component of each column's velocity, as of the mass matrix. */
  readonly coordinates: readonly (readonly [joint: string, component: number])[]
  /** Row after row. */
  readonly matrix: Float64Array
}

/** The center of mass of a mechanism. World axes. */
export interface CenterOfMass extends CoordinateMatrix {
  /** [kg] */
  readonly mass: number
  /** c [m] */
  readonly position: Vector3
  /** ċ [m/s] */
  readonly velocity: Vector3
}

/** Momentum about the center of mass, angular part first, world axes: h = A ẏ. `matrix` is A. */
export interface CentroidalMomentum extends CoordinateMatrix {
  /** [kg·m²/s, kg·m/s] */
  readonly momentum: Float64Array
  /** Ȧ, row after row: ḣ = A ÿ + Ȧ ẏ. */
  readonly rate: Float64Array
}

/** The target of a frame in inverse kinematics. */
export interface PoseTarget {
  readonly frame: FrameSource
  /** Of its origin in the world [m]; none: any, if there is a rotation. */
  readonly position?: Vector3 | undefined
  /** Of its axes; none: any. */
  readonly rotation?: Quaternion | undefined
  /** Weights of a meter and of a radian. Default 1. 0: any. */
  readonly positionWeight?: number | undefined
  readonly rotationWeight?: number | undefined
}

/** Of `inverseKinematics`. */
export interface InverseKinematicsOptions {
  /** Joints that do not move. */
  readonly held?: readonly string[] | undefined
  /** Of the error. Default 1e-9. */
  readonly tolerance?: number | undefined
  /** At most, of a search. Default 200. */
  readonly iterations?: number | undefined
  /**
   * At most. If a search ends off the targets, the next one begins at a random pose within the limits; loops may
   * close on another branch. The same numbers at each call. Default 1.
   */
  readonly searches?: number | undefined
}

export interface InverseKinematicsResult {
  readonly q: Float64Array
  /** √ Σ (weight · meters)² + (weight · radians)² off the targets. */
  readonly error: number
  readonly iterations: number
  /** Whether the error is within the tolerance. */
  readonly isReached: boolean
  /** Names of the joints that are at a limit. */
  readonly jointsAtLimits: readonly string[]
}

/** Inertial parameters from samples of motion: ten a body, as of `inertialParameters`. */
export interface InertialParametersFit {
  readonly parameters: Float64Array
  /** Root of the mean square of what they miss of the forces on ẏ [N·m, N]. */
  readonly residual: number
  /** How many combinations of parameters the samples determine. */
  readonly rank: number
}

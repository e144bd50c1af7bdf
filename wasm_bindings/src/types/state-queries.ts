import type { Quaternion, Vector3, Vector6 } from './mechanism.js'
import type { AccelerationMethod } from './simulation.js'

/** Bodies that move together: those of one loop or one coupling, or a body of its own. */
export interface Cluster {
  readonly bodies: readonly string[]
  readonly degreesOfFreedom: number
}

/** Bodies that follow each other from the root on and are run by the same kernel. */
export interface PlanSegment {
  /** Revolute joints, groups of revolute joints tied by loops or couplings, bodies that float, or anything else. */
  readonly kind: 'hinges' | 'coupled' | 'floating' | 'general'
  readonly bodies: readonly string[]
  /** Of a general one: why no fast kernel serves. */
  readonly reason?: string
}

/** The result of `info`. */
export interface MechanismInfo {
  readonly name: string
  /** Names, in the order of the mechanism: the order of `Simulation.poses`. */
  readonly bodies: readonly string[]
  /** Names, in the order of the mechanism: the order of `Simulation.q` and `Simulation.v`. */
  readonly joints: readonly string[]
  readonly degreesOfFreedom: number
  /** From the root on. */
  readonly clusters: readonly Cluster[]
  /** Which kernel runs which bodies in forward and inverse dynamics. */
  readonly plan: readonly PlanSegment[]
  /** Warnings about the mechanism, one sentence each. */
  readonly warnings: readonly string[]
}

/** Pose and velocity of a body. */
export interface BodyKinematics {
  /** Origin of the body frame in the world [m]. */
  readonly position: Vector3
  /** Body to world. */
  readonly rotation: Quaternion
  /** [ω; v] of the body frame in body axes [rad/s, m/s]. */
  readonly twist: Vector6
}

export interface Kinematics {
  readonly bodies: Readonly<Record<string, BodyKinematics>>
}

/** [J]. The potential is −Σ m g·p, zero at the world origin, with the joint springs added. */
export interface Energy {
  readonly kinetic: number
  readonly potential: number
}

/** Values by joint name, complete: every tree joint is there. */
export type CompleteJointValues = Record<string, number[]>

export interface Accelerations {
  /** v̇ of every tree joint [rad/s², m/s²]. */
  readonly a: CompleteJointValues
}

export interface Torques {
  /**
   * Forces on an independent set of joints, zero on the others, that produce the accelerations
   * requested [N·m, N].
   */
  readonly tau: CompleteJointValues
}

/** H ÿ + bias = τ in the independent coordinates listed in `joints`. */
export interface MassMatrix {
  /** [joint, component] of each row. */
  readonly joints: readonly (readonly [string, number])[]
  readonly massMatrix: readonly (readonly number[])[]
  /** Velocity and gravity terms, with passive joint forces and external wrenches. */
  readonly bias: readonly number[]
}

/**
 * C with C ẏ the part of inverse dynamics that is due to the velocity alone, in the independent
 * velocities ẏ listed in `joints`; the mass matrix changes by Ḣ = C + Cᵀ, so Ḣ − 2C is skew.
 */
export interface CoriolisMatrix {
  /** [joint, component] of each row. */
  readonly joints: readonly (readonly [string, number])[]
  /** As of `massMatrix`, over time: kg·m²/s, kg·m/s, kg/s. */
  readonly coriolisMatrix: readonly (readonly number[])[]
}

/** Accelerations of one state by every method there is. */
export interface MethodComparison {
  readonly methods: Readonly<Record<AccelerationMethod, Accelerations>>
  /** Largest difference of an acceleration between two methods [rad/s², m/s²]. */
  readonly largestDisagreement: number
  /** The same over the largest acceleration. */
  readonly relativeDisagreement: number
}

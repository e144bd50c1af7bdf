/** Limits of a joint's motor from its robot's file. Simulations ignore them. */
export interface DriveLimits {
  /** Largest torque or force [N·m or N]. */
  readonly effort?: number
  /** Largest speed [rad/s or m/s]. */
  readonly velocity?: number
}

/** By joint; joints of which nothing is said are not there. */
export type JointDriveLimits = Readonly<Record<string, DriveLimits>>

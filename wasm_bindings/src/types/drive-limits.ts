/** What a joint's motor can do: its robot's file says so, no simulation keeps to it. */
export interface DriveLimits {
  /** Largest torque or force [N·m or N]. */
  readonly effort?: number
  /** Largest speed [rad/s or m/s]. */
  readonly velocity?: number
}

/** By joint; joints of which nothing is said are not there. */
export type JointDriveLimits = Readonly<Record<string, DriveLimits>>

/**
 * A body of a simulation, made by `simulation.body(name)`: the same one for each call. Its arrays have the
 * present state when they are read. Each read overwrites the array of the read before; nothing is allocated.
 */
export interface BodyHandle {
  readonly name: string
  /** Its place in the mechanism's bodies. */
  readonly index: number
  /** Of the origin of its frame, in the world [m]. */
  readonly position: Float64Array
  /** From its frame to the world: x, y, z, w. */
  readonly quaternion: Float64Array
  /** Of the origin of its frame, in world axes [m/s]. */
  readonly velocity: Float64Array
  /** In world axes [rad/s]. */
  readonly angularVelocity: Float64Array
  /**
   * Adds a force in world axes [N] at a point of its frame, by default its center of mass. It acts until
   * `simulation.forces.clear()`.
   */
  applyForce(force: ArrayLike<number>, point?: ArrayLike<number>): void
  /** Applies an impulse in world axes [N·s] at a point of its frame, by default its center of mass, at once. */
  applyImpulse(impulse: ArrayLike<number>, point?: ArrayLike<number>): void
}

/** A motor that keeps a velocity with the smallest force up to `maxForce`, or with `damping` pulls towards it. */
export interface VelocityMotor {
  /** [rad/s, m/s] */
  readonly velocity: number
  /** Force per velocity error [N·m·s/rad, N·s/m]. Default 0: the velocity is kept exactly within `maxForce`. */
  readonly damping?: number | undefined
  /** [N·m, N] Default: no limit. */
  readonly maxForce?: number | undefined
  readonly position?: undefined
  readonly stiffness?: undefined
}

/** A motor that pulls towards a position. */
export interface PositionMotor {
  /** [rad, m] */
  readonly position: number
  /** Force per position error [N·m/rad, N/m]. Above 0. */
  readonly stiffness: number
  /** [rad/s, m/s] Default 0. */
  readonly velocity?: number | undefined
  /** Force per velocity error [N·m·s/rad, N·s/m]. Default 0. */
  readonly damping?: number | undefined
  /** [N·m, N] Default: no limit. */
  readonly maxForce?: number | undefined
}

/**
 * The motor of a joint: force = stiffness · (position − q) + damping · (velocity − v), at most `maxForce`.
 * Gains too stiff for explicit steps act implicitly. Limits of the force are exact.
 */
export type JointMotor = VelocityMotor | PositionMotor

/** A joint of a simulation, made by `simulation.joint(name)`: the same one for each call. */
export interface JointHandle {
  readonly name: string
  /** Its place in the mechanism's joints. */
  readonly index: number
  /** Its numbers in `simulation.q`. Each read overwrites the array of the read before. */
  readonly q: Float64Array
  /** Its numbers in `simulation.v`, likewise. */
  readonly v: Float64Array
  /** Of a joint with one coordinate: an angle [rad] or a length [m]. */
  readonly position: number
  /** The same number, by the name that it has if the joint turns. */
  readonly angle: number
  /** Of a joint with one coordinate [rad/s, m/s]. */
  readonly velocity: number
  /** The force on a joint with one coordinate, as `forces.setTorque` sets it; it acts until changed [N·m, N]. */
  torque: number
  /**
   * Sets the motor of a joint with one coordinate, in place of the one before; `null` or nothing removes it.
   * It acts in addition to `torque` and the mechanism's actuators until changed, or until `reset`. A joint's
   * `actuatorForceRange` limits the motor and the actuators together.
   *
   * A snapshot does not contain motors: restore it under the motors under which it was taken. A step throws
   * SimulationError if contacts or limits hold a motor without `maxForce` and gains.
   *
   * @throws MechanismError if the joint does not have one coordinate, or if a number is invalid
   */
  motor(motor?: JointMotor | null): void
  /** Force of its motor [N·m, N]: now, or on average over the last step if that step solved for it. */
  readonly motorForce: number
}

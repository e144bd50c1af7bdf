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
   * `clearForces`.
   */
  applyForce(force: ArrayLike<number>, point?: ArrayLike<number>): void
  /** Applies an impulse in world axes [N·s] at a point of its frame, by default its center of mass, at once. */
  applyImpulse(impulse: ArrayLike<number>, point?: ArrayLike<number>): void
}

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
  /** The force on a joint with one coordinate, as `setTorque` sets it; it acts until changed [N·m, N]. */
  torque: number
}

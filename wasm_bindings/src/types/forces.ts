/** The spring of `pull`. */
export interface PullOptions {
  /** [N/m] Default 100. */
  readonly stiffness?: number | undefined
  /** Of the point's velocity [N·s/m]. Default 10. */
  readonly damping?: number | undefined
}

/** `simulation.forces`: forces and impulses on joints and bodies. */
export interface Forces {
  /** Generalized force on a joint, dual to its v; held until changed [N·m, N]. */
  setTorque(joint: string | number, values: ArrayLike<number> | number): void
  /** Those on all tree joints at once, laid out like v. */
  setTorques(values: ArrayLike<number>): void
  /** Those forces as they were set. A view. */
  readonly torques: Float64Array
  /** [moment; force] on a body in world axes, moment about the world origin; held until changed. */
  setWrench(body: string | number, wrench: ArrayLike<number>): void
  /** Those on all bodies at once, six numbers each. */
  setWrenches(values: ArrayLike<number>): void
  /** Adds a world force at a point of a body to the body's wrench, at the present pose. */
  applyPointForce(
    body: string | number,
    localPoint: ArrayLike<number>,
    force: ArrayLike<number>
  ): void
  /**
   * Applies an impulse [N·s] in world axes at a point of a body. v jumps at once, with loops and gears;
   * `energy.work` jumps by the change of kinetic energy. Contacts, stops, prescribed motions and rolling
   * answer in the next step. First-order steps forget it.
   */
  applyImpulse(
    body: string | number,
    localPoint: ArrayLike<number>,
    impulse: ArrayLike<number>
  ): void
  /** Takes away all torques, wrenches and point forces; a pull stays. */
  clear(): void
  /** Ties a point of a body to a world point by a damped spring, until `release`. */
  pull(
    body: string | number,
    localPoint: ArrayLike<number>,
    target: ArrayLike<number>,
    options?: PullOptions
  ): void
  /** Removes the spring of `pull`. */
  release(): void
  /** World force of the pull on the body [N]. A view. */
  readonly pullForce: Float64Array
}

/** amplitude · sin(2π·frequency·t + phase) */
export interface Wave {
  /** [rad or m] */
  readonly amplitude: number
  /** [Hz], ≥ 0. */
  readonly frequency: number
  /** [rad] Default 0. */
  readonly phase?: number
}

/**
 * The desired trajectory of a joint:
 * q(t) = center + velocity · t + Σ waves + a smooth curve through the keyframes.
 *
 * The curve is the cubic spline with continuous acceleration. With a period it repeats; without one
 * it starts from rest at the first keyframe and ends at rest at the last.
 */
export interface Trajectory {
  /** [rad or m] Default 0. */
  readonly center?: number
  /** [rad/s or m/s] Default 0. */
  readonly velocity?: number
  readonly waves?: readonly Wave[]
  /** [time in s, position]: none, or two and more with rising times. */
  readonly keyframes?: readonly (readonly [time: number, position: number])[]
  /** Of the keyframes [s]: longer than from the first to the last. Default: they do not repeat. */
  readonly period?: number
}

/**
 * The position of a joint at a time [s] of the simulation [rad or m]. It is called at times within steps and
 * up to 2⁻¹¹ s before and after, some several times. Its position is used unchanged, its velocity and
 * acceleration are differences of order 4 over 2⁻¹² s, without acceleration at kinks and jumps. If it throws,
 * or returns something else than a finite number, the step fails with a SimulationError.
 */
export type TrajectoryFunction = (time: number) => number

/**
 * Commands of motors. They act by joint-space PD control with inverse-dynamics feed-forward,
 *
 *   τ = ID(q, v, q̈_d + K_d (q̇_d − q̇) + K_p (q_d − q)),
 *
 * The error e of every tracked joint satisfies ë + K_d ė + K_p e = 0, rotors, belts and loops
 * included, while joints that are not tracked (a floating base) move as they must; prescribed ones count as
 * free. The law does not include
 * external forces: under them the joints are compliant.
 */
export interface Tracking {
  /** K_p [1/s²], ≥ 0. Default 100. */
  readonly stiffness?: number
  /** K_d [1/s], ≥ 0; 2√K_p damps critically. Default 20. */
  readonly damping?: number
  /**
   * By name of a revolute, prismatic or helical joint: a trajectory, a function of time, or a position to
   * hold. Of the joints that a gear, a belt or a loop ties together as many as they have degrees of freedom, or none.
   */
  readonly joints: Readonly<Record<string, Trajectory | TrajectoryFunction | number>>
  /**
   * False: τ = K_d (q̇_d − q̇) + K_p (q_d − q), with gains in N·m/rad and N·m·s/rad, or N/m and N·s/m. For
   * stiff gains use actuators of the mechanism: they are implicit. Default true.
   */
  readonly feedForward?: boolean
  /** Largest forces on tracked joints by name [N·m or N]. Larger ones are limited to them. */
  readonly maxForces?: Readonly<Record<string, number>>
}

/** `simulation.tracking`: motors that follow trajectories. */
export interface TrackingMotors {
  /**
   * Starts motors that follow trajectories over the simulation's time; replaces what they followed before.
   * A reset leaves it on.
   */
  start(tracking: Tracking): void
  /** Stops all of them. */
  stop(): void
  readonly isActive: boolean
  /** Largest distance of a tracked joint from its trajectory [rad or m]. */
  readonly error: number
  /** Forces of the motors now, on the tracked joints, laid out like v [N·m, N]. A view. */
  readonly torques: Float64Array
}

/**
 * Trajectories that joints follow exactly, without a limit of force. By name of a revolute, prismatic or
 * helical joint: a trajectory, a function of time, or a position to hold.
 */
export type PrescribedMotions = Readonly<Record<string, Trajectory | TrajectoryFunction | number>>

import type { PrescribedMotions } from './tracking.js'

/** A loop that broke (`breaks`), and the reaction that broke it. */
export interface BrokenLoop {
  readonly name: string
  /** Of the end of the step [s]. */
  readonly time: number
  /** [N] */
  readonly force: number
  /** [N·m] */
  readonly moment: number
}

/** `simulation.constraints`: loops, couplings and prescribed motions. */
export interface Constraints {
  /** Largest gap of any loop [m]. */
  readonly loopError: number
  /** Largest residual of any coupling [rad or m]. */
  readonly couplingError: number
  /**
   * The loops that have broken, the first one first. After each step those whose reactions exceed their
   * `breaks` are taken out of `mechanism`. Positions, velocities and joints stay, and so do forces,
   * controls and prescribed motions; tracking ends if it tracks fewer joints than are free then. A reset
   * closes all loops again.
   */
  readonly brokenLoops: readonly BrokenLoop[]
  /**
   * Prescribes motions of joints as functions of the simulation's time; replaces all that were prescribed
   * before. Positions at the end of each step are exact. Throws MechanismError if a joint is unknown, does
   * not have one coordinate, or is off the start of its motion by more than 1e-6 rad or m, or if more joints
   * of a loop are prescribed than it has degrees of freedom. `setState` and `assemble` throw if they leave a
   * motion. A reset ends the motions.
   */
  prescribe(motions: PrescribedMotions): void
  /**
   * Forces that prescribed motions took, on average over the last step, laid out like v [N·m, N]. A view.
   */
  readonly prescribedForces: Float64Array
}

import type { SimulationOptions } from './simulation.js'

/**
 * In what accelerations are computed. States, steps, couplings and the angles of revolute joints are in
 * doubles either way; of accelerations floats leave four to seven digits, the fewer the thinner
 * links are that turn about themselves.
 */
export type Precision = 'doubles' | 'floats'

/** The common properties of all copies. */
export interface EnsembleOptions extends SimulationOptions {
  /** Copies, 1 or more. */
  readonly count: number
  /**
   * Numbers of the mechanism in which copies differ, by their names in `simulation.parameters`, such
   * as 'thigh.mass'. They begin as the mechanism has them.
   */
  readonly vary?: readonly string[] | undefined
  /**
   * 'floats': four copies at a time instead of two, where they are SIMD-batched by 'rk4' or
   * 'semi-implicit-euler', without loops; else as by default, 'doubles'. Not next to `backend`.
   */
  readonly precision?: Precision | undefined
}

/** Why a copy stopped. */
export interface CopyFailure {
  readonly copy: number
  /** Of its last good state [s]. */
  readonly time: number
  readonly message: string
}

/**
 * Many copies of one mechanism, each with a state, forces and, where wanted, numbers of its own.
 *
 * Copies of revolute joints, gears, belts and floating bodies, without contact, stops and dry friction, are
 * SIMD-batched by 'rk4' and 'semi-implicit-euler'; so do loops of revolute joints by 'rk4', where the numbers
 * that are set leave the loops' lengths alone, and trees without gears, springs and damping by 'second-order'
 * of the method 'variational'. All others move one by one. In doubles a copy moves bitwise like a simulation,
 * independent of the others.
 *
 * Arrays have a row a copy, laid out within as those of `Simulation`; they are views that change
 * with the next call and must not be kept across it. A copy whose step cannot be completed stops at
 * its last good state, and the others go on.
 */
export interface Ensemble {
  readonly count: number
  /** How many copies are SIMD-batched; 1: one by one. */
  readonly width: number
  /** In what accelerations are computed. */
  readonly precision: Precision
  /** Numbers in a row of `q`, and of `v`. */
  readonly positionSize: number
  readonly velocitySize: number

  /** Steps of all copies that have not stopped. Default 1. */
  step(count?: number): void
  /**
   * `intervals` of `hold` steps each (default 1), with torques on all tree joints: count × intervals
   * × velocitySize numbers, of which the last stay. With `record`, count × intervals ×
   * (positionSize + velocitySize) numbers come back: q and v where each interval ends.
   */
  rollout(
    controls: ArrayLike<number>,
    intervals: number,
    options?: { readonly hold?: number | undefined; readonly record?: boolean | undefined }
  ): Float64Array | undefined

  readonly q: Float64Array
  readonly v: Float64Array
  /** World poses of all bodies: position [m] and quaternion [x, y, z, w]. */
  readonly poses: Float64Array
  /** By copy [J]. If numbers vary, energies compile every copy again. */
  readonly kineticEnergies: Float64Array
  readonly potentialEnergies: Float64Array
  readonly work: Float64Array
  /** By copy: largest position error of a loop [m], of a coupling [rad or m]. */
  readonly loopErrors: Float64Array
  readonly couplingErrors: Float64Array
  /** Of a copy [s]. */
  time(copy: number): number

  /** Torques on all tree joints of all copies, laid out like `v`; they act until changed. */
  setTorques(torques: ArrayLike<number>): void
  /** The torques that act. */
  readonly torques: Float64Array
  /** The numbers of `vary`, a row a copy. */
  readonly parameters: Float64Array
  /** From now on each copy moves as the mechanism with its numbers does, from the same state. */
  setParameters(values: ArrayLike<number>): void
  /** Puts a copy elsewhere, as `Simulation.setState`; one that had stopped goes on. */
  setState(copy: number, q: ArrayLike<number>, v: ArrayLike<number>): void
  /** The same for all copies, a row each. */
  setStates(q: ArrayLike<number>, v: ArrayLike<number>): void
  /**
   * Parts the copies: to every independent coordinate and velocity goes a normally distributed
   * number with these standard deviations (default 0), which depends on the seed (a whole number,
   * default 0), the copy and the coordinate alone. Loops and couplings are closed. `first` (default
   * 0) is the first copy's number, where these are a part of more.
   */
  scatter(options: {
    readonly position?: number | undefined
    readonly velocity?: number | undefined
    readonly seed?: number | undefined
    readonly first?: number | undefined
  }): void
  /** A copy, or all, back to the start: time, work and state, without torques; numbers stay. */
  reset(copy?: number): void

  /** Of the copies that have stopped, in their order. */
  readonly failures: readonly CopyFailure[]

  /** Frees the memory. */
  dispose(): void
  [Symbol.dispose](): void
}

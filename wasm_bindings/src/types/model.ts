/// <reference lib="esnext.disposable" preserve="true" />
import type { JointPlace } from '../outline.js'
import type { JointSpaceInertia } from './derivatives.js'
import type { JointValues, Mechanism, Vector6 } from './mechanism.js'
import type { DrivenJoints, Simulation, SimulationOptions } from './simulation.js'
import type { StateSource } from './state.js'
import type { Energy, MechanismInfo } from './state-queries.js'

export type { JointPlace } from '../outline.js'

/** Numbers laid out like q or v; or those of some joints by name, the others at zero. */
export type JointNumbers = ArrayLike<number> | JointValues

/**
 * A state to compute with. Without q it is where the model starts, q and v; v that are missing are
 * zero, and so are forces.
 */
export interface ModelState {
  readonly q?: JointNumbers | undefined
  readonly v?: JointNumbers | undefined
  /** Generalised forces on the tree joints [N·m, N]. */
  readonly tau?: JointNumbers | undefined
  /** Six numbers a body, or by name: [moment; force] in world axes, moment about the world origin. */
  readonly wrenches?: ArrayLike<number> | Readonly<Record<string, Vector6>> | undefined
}

/** The same with accelerations. */
export interface ModelMotion extends ModelState {
  /** v̇; missing ones are zero. */
  readonly a?: JointNumbers | undefined
}

/** Positions and velocities of all tree joints, laid out like those of a simulation. */
export interface JointState {
  readonly q: Float64Array
  readonly v: Float64Array
}

/** Of `model`. */
export interface ModelOptions {
  /** Where it is compiled and starts. Default: the mechanism's initialState. */
  readonly state?: StateSource | undefined
  /** As of `simulate`. */
  readonly assemble?: boolean | undefined
}

/**
 * A mechanism parsed, checked and compiled once. It has no state of its own: every function takes
 * one, which must satisfy loops and couplings to 1e-8, and answers as a simulation does that stands
 * there. Simulations of it cost microseconds. Arrays that come back are views, valid until the next
 * call; copy them to keep them. Names are looked up without reading the mechanism's text again.
 */
export interface Model extends Disposable {
  readonly mechanism: Mechanism
  readonly info: MechanismInfo
  /** Names, in the order of the mechanism. */
  readonly bodies: readonly string[]
  readonly joints: readonly JointPlace[]
  /** Numbers in q, and in v, accelerations and forces. */
  readonly positionSize: number
  readonly velocitySize: number
  readonly degreesOfFreedom: number
  /** Where it starts, its loops closed. A copy. */
  readonly start: JointState

  /** Where the numbers of a joint stand, by its name or its place. */
  joint(key: string | number): JointPlace
  /** The place of a body. */
  body(key: string | number): number
  /** q by joint name, and v. Copies. */
  named(state: ModelState): { readonly q: JointValues; readonly v: JointValues }

  /**
   * The closed, regular pose nearest to the start in which these joints stand as given, and the
   * nearest velocities with which these joints move as given: a copy. MechanismError, naming the
   * loop, if there are none.
   */
  assemble(wanted: DrivenJoints): JointState

  /** A simulation of the mechanism, in microseconds. It starts at `state`, else where the model does. */
  simulate(options?: Omit<SimulationOptions, 'assemble'>): Simulation

  /** v̇ of all tree joints under the state's forces, pushes of contacts and stops included. */
  forwardDynamics(state?: ModelState): Float64Array
  /** τ on an independent set of joints that, besides what acts in the state, produces `a`. */
  inverseDynamics(motion?: ModelMotion): Float64Array
  /** The mass matrix over the independent coordinates. A copy. */
  massMatrix(state?: ModelState): JointSpaceInertia
  /** Body after body: [x, y, z, qx, qy, qz, qw] in the world. */
  poses(state?: ModelState): Float64Array
  energy(state?: ModelState): Energy

  /** Gives the memory back now. Simulations of it live on. */
  dispose(): void
}

/// <reference lib="esnext.disposable" preserve="true" />
import type { JointPlace } from '../outline.js'
import type { JointSpaceInertia } from './derivatives.js'
import type {
  CenterOfMass,
  CentroidalMomentum,
  CoordinateMatrix,
  FrameAxes,
  FrameSource,
  InertialParametersFit,
  InverseKinematicsOptions,
  InverseKinematicsResult,
  PoseTarget
} from './frames.js'
import type { JointValues, Mechanism, Vector6 } from './mechanism.js'
import type { RecursionPasses } from './recursion.js'
import type { DrivenJoints, Simulation, SimulationOptions } from './simulation.js'
import type { GivenJointValues, StateSource } from './state.js'
import type { Energy, MechanismInfo } from './state-queries.js'

export type { JointPlace } from '../outline.js'

/** Numbers laid out like q or v; or those of some joints by name, the others at zero. */
export type JointNumbers = ArrayLike<number> | GivenJointValues

/**
 * A state to compute with. Without q it is where the model starts, q and v; v that are missing are
 * zero, and so are forces.
 */
export interface ModelState {
  readonly q?: JointNumbers | undefined
  readonly v?: JointNumbers | undefined
  /** Generalized forces on the tree joints [N·m, N]. */
  readonly tau?: JointNumbers | undefined
  /** Six numbers a body, or by name: [moment; force] in world axes, moment about the world origin. */
  readonly wrenches?: ArrayLike<number> | Readonly<Record<string, Vector6>> | undefined
}

/** The same with accelerations. */
export interface ModelMotion extends ModelState {
  /**
   * v̇. By name: in loops and gears those named determine the rest, and all others are zero; in a row: the
   * entries of the independent joints count.
   */
  readonly a?: JointNumbers | undefined
}

/** Which joints are driven: as many as determine all others. Default: the independent ones. */
export interface Actuation {
  readonly actuated?: readonly (string | number)[] | undefined
}

/** A moment of a motion, and the forces on the joints that it had. */
export interface MotionSample {
  readonly q: JointNumbers
  readonly v?: JointNumbers | undefined
  readonly a?: JointNumbers | undefined
  readonly tau?: JointNumbers | undefined
}

/** Positions and velocities of all tree joints, laid out like those of a simulation. */
export interface JointState {
  readonly q: Float64Array
  readonly v: Float64Array
}

/** Of `model`. */
export interface ModelOptions {
  /** The state at which it is compiled and starts. Default: the mechanism's initialState. */
  readonly state?: StateSource | undefined
  /** As of `simulate`. */
  readonly assemble?: boolean | undefined
}

/**
 * A mechanism parsed, checked and compiled once. It has no state of its own: every function takes
 * one, which must satisfy loops and couplings to 1e-8, and returns what a simulation in that state returns.
 * Simulations of it cost microseconds. Arrays that come back are views, valid until the next call; copy them
 * to keep them. Names are looked up without reading the mechanism's text again.
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
  /** Its initial state, with closed loops. A copy. */
  readonly start: JointState

  /** The places of a joint's numbers, by its name or its place. */
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

  /** v̇ of all tree joints under the state's forces, those of contacts and stops included. */
  forwardDynamics(state?: ModelState): Float64Array
  /**
   * τ on an independent set of joints, or on those that are `actuated`, that produces `a` in addition to the
   * state's forces.
   */
  inverseDynamics(motion?: ModelMotion, actuation?: Actuation): Float64Array
  /**
   * The passes of the articulated-body algorithm under the state's forces: what they leave in bodies
   * and in clusters, which loops and couplings tie, with K, G and the distance to a singular pose. To be
   * looked at: copies, and contacts and stops do not push.
   */
  recursion(state?: ModelState): RecursionPasses
  /** The same that holds the pose against gravity and springs. */
  gravityCompensation(state?: ModelState, actuation?: Actuation): Float64Array
  /** The mass matrix over the independent coordinates, or those that are `actuated`. A copy. */
  massMatrix(state?: ModelState, actuation?: Actuation): JointSpaceInertia
  /** Body after body: [x, y, z, qx, qy, qz, qw] in the world. */
  poses(state?: ModelState): Float64Array
  /** Body after body: [ω; v] of the body frame in body axes. */
  twists(state?: ModelState): Float64Array
  /** Body after body: [ω̇; p̈] in world axes, p the origin of the body's frame. */
  accelerations(motion?: ModelMotion): Float64Array
  energy(state?: ModelState): Energy

  /** Pose of a frame in another, by default the world. */
  pose(frame: FrameSource, state?: ModelState, reference?: FrameSource): Float64Array
  /**
   * [ω; v] of a frame, v that of its origin: in world axes, in its own ('frame'), or as it is seen from
   * another frame, in that one's axes.
   */
  twist(frame: FrameSource, state?: ModelState, reference?: FrameSource | FrameAxes): Float64Array
  /** Its rate: in world axes [ω̇; p̈]. An accelerometer reads Rᵀ (p̈ − g). */
  acceleration(frame: FrameSource, motion?: ModelMotion, axes?: FrameAxes): Float64Array
  /** J, 6 × degreesOfFreedom: the frame's twist is J ẏ, loops and couplings included. */
  jacobian(frame: FrameSource, state?: ModelState, axes?: FrameAxes): CoordinateMatrix
  /** J̇: the rate of the twist is J ÿ + J̇ ẏ. */
  jacobianRate(frame: FrameSource, state?: ModelState, axes?: FrameAxes): CoordinateMatrix
  /** Mass, its center c and ċ, and the Jacobian 3 × degreesOfFreedom with ċ = J ẏ. */
  centerOfMass(state?: ModelState): CenterOfMass
  /** h = A ẏ about the center of mass, A and Ȧ. */
  centroidalMomentum(state?: ModelState): CentroidalMomentum
  /**
   * Λ = (J H⁻¹ Jᵀ)⁻¹ of frames, six rows each, row after row. SimulationError where their directions
   * depend on each other or cannot move. A copy.
   */
  operationalSpaceInertia(
    frames: readonly FrameSource[],
    state?: ModelState,
    axes?: FrameAxes
  ): Float64Array
  /**
   * The pose, from one near by, that brings frames to their targets, or nearest to them, with loops
   * closed and all joints within their limits: a minimum downhill of where it begins.
   */
  inverseKinematics(
    targets: readonly PoseTarget[],
    from?: ModelState,
    options?: InverseKinematicsOptions
  ): InverseKinematicsResult

  /**
   * Ten numbers a body: mass, first moment m·c, and inertia xx, yy, zz, xy, xz, yz about the origin of
   * the body's frame, in its axes. A copy.
   */
  readonly inertialParameters: Float64Array
  /** Y, degreesOfFreedom × 10 bodies: inverse dynamics, but for springs, dampers and armature, is Y π. */
  inertialRegressor(motion?: ModelMotion): CoordinateMatrix
  /**
   * Parameters with which samples of motion need the forces they had, by least squares; what the samples do
   * not determine stays as in `prior`, by default the model's.
   */
  fitInertialParameters(
    samples: readonly MotionSample[],
    options?: {
      readonly prior?: ArrayLike<number> | undefined
      readonly tolerance?: number | undefined
    }
  ): InertialParametersFit

  /** Gives the memory back now. Simulations of it live on. */
  dispose(): void
}

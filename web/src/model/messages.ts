// The messages between page and worker, in both directions.
import type {
  Integrator,
  Mechanism,
  MechanismInfo,
  MechanismSource,
  Method,
  Tracking,
  Vector3
} from 'linkwork'
import type { Control } from '../../../examples/node/sampling-controller.js'

/**
 * Variants of a mechanism for comparison: itself, or simpler models of it.
 *
 *   reflected   a rotor turns about the ground, not about the link that supports it: the link feels
 *               N² I at its joint and the rotor's mass, and no more
 *   rotorless   rotors are fixed to their links: mass without rotation
 *   soft        the pin of a loop is held by springs across its axis
 */
export const variantNames = ['same', 'reflected', 'rotorless', 'soft'] as const

export type VariantName = (typeof variantNames)[number]

/** State of a controller: it holds the pose, predicts, is out of reach, or has no feedback. */
export const controlStates = ['holds', 'tries ahead', 'out of reach', 'no feedback'] as const

export type ControlState = (typeof controlStates)[number]

/** An unstable pose in which motors hold a mechanism. */
export interface Regulation {
  /** Positions of the independent joints in equilibrium with the motors [rad, m]. */
  readonly stance: Readonly<Record<string, number>>
  /** The independent joint without a motor. */
  readonly free: string
  /** Largest torque of each motor [N m, N]. */
  readonly motors: Readonly<Record<string, number>>
  /** Cost of the square of a torque; that of an angle is 1. */
  readonly effort: number
  /** Largest cost-to-go at which the motors act. From farther away they would fail. */
  readonly reach: number
  /** The model of rotors that the feedback is computed with. */
  readonly rotors: Exclude<VariantName, 'soft'>
}

/** Settings of the solver; those that are missing do not change. */
export interface SolverChoice {
  readonly method?: Method
  readonly integrator?: Integrator
  /** Length of a step [s]. */
  readonly step?: number
  /** Simulated seconds per second. */
  readonly speed?: number
}

/**
 * Task of the motors: follow trajectories, move the mechanism to a pose by sampling, or hold it in a
 * pose.
 */
export type Motion = Tracking | Control | Regulation

/** A constant world force on the center of mass of a body [N]. */
export interface Push {
  readonly body: number
  readonly force: Vector3
}

/** An input between two steps. Addresses hold inputs: list renamed members in former-names.json. */
export type UserInput =
  | {
      readonly type: 'pull'
      readonly body: number
      readonly localPoint: Vector3
      readonly target: Vector3
    }
  | { readonly type: 'release' }
  /** Sets a constant world force on the center of mass of a body; null ends it. */
  | { readonly type: 'push'; readonly push: Push | null }
  /** Switches the motors on, with their task, or off. */
  | { readonly type: 'motors'; readonly motors: Motion | null }
  /** Continues from an earlier time, without drag and push. */
  | { readonly type: 'turn' }

/** An input and its step, counted from the start. */
export interface TimedInput {
  readonly at: number
  readonly input: UserInput
}

/** A recorded motion: inputs, fingerprints of some states, number of steps and final fingerprint. */
export interface Script {
  readonly inputs: readonly TimedInput[]
  readonly marks: readonly { readonly at: number; readonly state: string }[]
  readonly steps: number
  readonly state: string
}

/** Outcome of a replay: the steps between which it first differs, or null. */
export interface Outcome {
  readonly steps: number
  readonly state: string
  readonly difference: readonly [same: number, other: number] | null
}

/** A scalar quantity of a state. Joints, loops and bodies are indices. */
export type Quantity =
  /** An entry of q, v or v̇. */
  | { readonly of: 'q' | 'v' | 'a'; readonly at: number }
  /**
   * Reaction of the parent on the child; loops follow the joints. Torque: about the axis; of a slider,
   * the force along it.
   */
  | { readonly of: 'joint'; readonly joint: number; readonly what: 'force' | 'moment' | 'torque' }
  /** Of the center of mass; contact: magnitude of the total contact force. */
  | {
      readonly of: 'body'
      readonly body: number
      readonly what: 'x' | 'y' | 'z' | 'speed' | 'contact'
    }
  /** Energies, magnitudes of linear momentum and of angular momentum about the center of mass. */
  | {
      readonly of: 'all'
      readonly what: 'kinetic' | 'potential' | 'total' | 'linear' | 'angular'
    }

/** Values of quantities: rows of a time and one value per quantity, NaN if there is none. */
export interface Probed {
  /** Number of the request. */
  readonly serial: number
  /** In the order of time. They replace earlier values at these and later times. */
  readonly rows: readonly (readonly number[])[]
  /** Before the known values, backward in time. */
  readonly past: readonly (readonly number[])[]
}

export interface EnsembleState {
  /** Poses of all bodies of a copy, copy after copy. */
  readonly poses: Float64Array<ArrayBuffer>
  /** Root mean square over the bodies, mean over the copies [m]. */
  readonly distance: number
}

/** Variant and solver of the second simulation. */
export interface SecondChoice {
  readonly variant: VariantName
  readonly method: Method
  readonly integrator: Integrator
  /** [s] */
  readonly step: number
}

/** State of the second simulation at the time of the first one. */
export interface SecondState {
  /** [s] */
  readonly time: number
  /** Time when both had the same state [s]. */
  readonly since: number
  /** Poses and coordinates of the bodies and joints of the first one, in their order. */
  readonly poses: Float64Array<ArrayBuffer>
  readonly q: Float64Array<ArrayBuffer>
  /** Accelerations of the first one [rad/s², m/s²]; empty if it has none now. */
  readonly a: Float64Array<ArrayBuffer>
  readonly energyError: number
  readonly energyTolerance: number
  /** [m]; of soft pins, their extension */
  readonly loopError: number
  /** [µs] */
  readonly stepTime: number
  /** Largest distance of a body's origin from the first one's [m]. */
  readonly distance: number
  /** Reason of a stop, in a sentence; null if it runs. */
  readonly stopped: string | null
}

/** A state with all forces, as inputs of a model that yield the accelerations of the motion. */
export interface Forces {
  readonly q: Float64Array
  readonly v: Float64Array
  /** Of motors, and of contacts as equivalent joint forces [N·m, N]. */
  readonly tau: Float64Array
  /** Of drag and push: six numbers per body, first the moment about the world's origin [N·m, N]. */
  readonly wrenches: Float64Array
}

export interface Built {
  readonly epoch: number
  readonly mechanism: Mechanism
  readonly info: MechanismInfo
  /** Sizes of q and v in frames. */
  readonly positions: number
  readonly velocities: number
  /** Initial poses of all bodies. */
  readonly poses: Float64Array
  /** Scale of energy errors [J]. */
  readonly energyScale: number
}

/** A command of the page to the worker. */
export type Command =
  | {
      readonly type: 'build'
      /** Number of this build; frames have it too. */
      readonly epoch: number
      readonly source: MechanismSource
      readonly choice: Required<SolverChoice>
      readonly playing: boolean
      /** Task of the motors; null if there are none, or they are off. */
      readonly motors: Motion | null
      /** Whether a perturbed ensemble runs. */
      readonly ensemble: boolean
      /** Whether impacts are measured, for sound. */
      readonly sound: boolean
      /** True: positions, velocities and time continue if the sizes are the same. */
      readonly keepState: boolean
    }
  /**
   * Lends a buffer, which comes back in a `frame`. The frames of the page are the clock of the worker.
   */
  | { readonly type: 'lend'; readonly buffer: ArrayBuffer }
  | { readonly type: 'play'; readonly playing: boolean }
  /** Takes whole steps; negative: back through the history. */
  | { readonly type: 'steps'; readonly count: number }
  | { readonly type: 'seek'; readonly time: number }
  | { readonly type: 'reset' }
  | ({ readonly type: 'choose' } & SolverChoice)
  | UserInput
  /** Replays a motion from the start. */
  | { readonly type: 'replay'; readonly script: Script }
  /** Requests the motion since the start. */
  | { readonly type: 'account' }
  /** Starts or ends the perturbed ensemble. */
  | { readonly type: 'ensemble'; readonly on: boolean }
  /** Records quantities of the history and from now on; `serial` is the number of the request. */
  | {
      readonly type: 'probe'
      readonly quantities: readonly Quantity[]
      readonly serial: number
    }
  /** Whether impacts are measured, for sound. */
  | { readonly type: 'listen'; readonly on: boolean }
  /** Requests the poses of the last seconds. */
  | { readonly type: 'recall'; readonly seconds: number }
  /** Requests the state and all forces. */
  | { readonly type: 'forces' }
  /** Starts the second simulation; null ends it. */
  | { readonly type: 'second'; readonly choice: SecondChoice | null }
  /** The page was hidden; the time until the next frame does not count. */
  | { readonly type: 'sleep' }

/** A report of the worker to the page. */
export type Report =
  | { readonly type: 'progress'; readonly loaded: number; readonly total: number }
  | { readonly type: 'loaded' }
  /** WebAssembly is missing or did not load. */
  | { readonly type: 'unavailable'; readonly message: string }
  | ({ readonly type: 'built' } & Built)
  /** The mechanism is not valid; the previous one continues. */
  | { readonly type: 'refused'; readonly epoch: number; readonly message: string }
  | { readonly type: 'frame'; readonly buffer: ArrayBuffer }
  /** The perturbed ensemble at the next frame. */
  | ({ readonly type: 'ensemble'; readonly epoch: number; readonly time: number } & EnsembleState)
  /** The second simulation at the next frame, if it has changed. */
  | ({ readonly type: 'second'; readonly epoch: number } & SecondState)
  /** Predicted poses of the controller at the next frame. */
  | { readonly type: 'paths'; readonly epoch: number; readonly poses: Float64Array }
  | Answer
  /** A step failed; the simulation is paused at the last valid state. */
  | { readonly type: 'stopped'; readonly time: number; readonly message: string }

/** The answer to a request. */
export type Answer =
  /** Values of recorded quantities. */
  | ({ readonly type: 'probed'; readonly epoch: number } & Probed)
  /** Poses of all bodies at times of the history [s]. */
  | {
      readonly type: 'recalled'
      readonly epoch: number
      readonly times: number[]
      readonly poses: Float64Array[]
    }
  | ({ readonly type: 'forces'; readonly epoch: number } & Forces)
  /** The motion since the start; null if mechanism or solver was changed. */
  | { readonly type: 'account'; readonly epoch: number; readonly script: Script | null }
  /** A replay has ended. */
  | ({ readonly type: 'replayed'; readonly epoch: number } & Outcome)

/** Simulated time for which a regulator holds its torques [s]. */
export const holdInterval = 0.01

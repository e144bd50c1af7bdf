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
 * What may stand beside a mechanism: itself, or what simpler models take it for.
 *
 *   reflected   a rotor turns about the ground, not about the link that carries it: the link feels
 *               N² I at its joint and the rotor's mass, and no more
 *   rotorless   rotors are locked to the links that carry them: mass that does not turn
 *   soft        the pin of a loop is held by springs across its axis
 */
export const variantNames = ['same', 'reflected', 'rotorless', 'soft'] as const

export type VariantName = (typeof variantNames)[number]

/** How a controller fares: it holds, tries ahead, has let go of what is out of reach, or has no feedback. */
export const controlStates = ['holds', 'tries ahead', 'out of reach', 'no feedback'] as const

export type ControlState = (typeof controlStates)[number]

/** Where a mechanism is to rest, if only just, and by which motors. */
export interface Regulation {
  /** Positions of the joints that tell all others, where it rests under the motors [rad, m]. */
  readonly stance: Readonly<Record<string, number>>
  /** The joint without a motor, which with those that have one moves it all. */
  readonly free: string
  /** What the motors of joints can do at most [N m, N]. */
  readonly motors: Readonly<Record<string, number>>
  /** What the square of a torque costs, where that of an angle costs 1. */
  readonly effort: number
  /** Cost-to-go up to which they act: from farther off they would not bring it back. */
  readonly reach: number
  /** What the model that the feedback is found by takes rotors for. */
  readonly rotors: Exclude<VariantName, 'soft'>
}

/** How the solver runs; what is left out stays. */
export interface SolverChoice {
  readonly method?: Method
  readonly integrator?: Integrator
  /** Length of a step [s]. */
  readonly step?: number
  /** Simulated seconds per second. */
  readonly speed?: number
}

/** What motors do: follow courses, bring the mechanism to a pose by trying ahead, or hold it in one. */
export type Motion = Tracking | Control | Regulation

/** A world force that is held on a body's centre of mass [N]. */
export interface Push {
  readonly body: number
  readonly force: Vector3
}

/** What is done to a motion between two steps. */
export type UserInput =
  | {
      readonly type: 'pull'
      readonly body: number
      readonly localPoint: Vector3
      readonly target: Vector3
    }
  | { readonly type: 'release' }
  /** Holds a world force on a body's centre of mass; null lets go. */
  | { readonly type: 'push'; readonly push: Push | null }
  /** Switches the motors on with what they do, or off. */
  | { readonly type: 'motors'; readonly motors: Motion | null }
  /** Goes on from an instant of the past, where nothing pulls or pushes. */
  | { readonly type: 'turn' }

/** A deed, and how many steps after the start it was done. */
export interface TimedInput {
  readonly at: number
  readonly deed: UserInput
}

/** A motion as it was: what was done, fingerprints of its states on the way, and its end. */
export interface Script {
  readonly deeds: readonly TimedInput[]
  readonly marks: readonly { readonly at: number; readonly state: string }[]
  readonly steps: number
  readonly state: string
}

/** How a motion that is done again compares: the steps between which it first differs, if it does. */
export interface Outcome {
  readonly steps: number
  readonly state: string
  readonly difference: readonly [same: number, other: number] | null
}

/** A number that an instant of a motion has. Joints, loops and bodies are places in the mechanism. */
export type Quantity =
  /** A number of q, of v, or of v̇. */
  | { readonly of: 'q' | 'v' | 'a'; readonly at: number }
  /** Of parent on child; loops follow the joints. Torque: about the axis, of a slider the force along it. */
  | { readonly of: 'joint'; readonly joint: number; readonly what: 'force' | 'moment' | 'torque' }
  /** Of the centre of mass; contact: the size of the sum of what touches it. */
  | {
      readonly of: 'body'
      readonly body: number
      readonly what: 'x' | 'y' | 'z' | 'speed' | 'contact'
    }
  /** Energies, size of the linear momentum, and of the angular one about the centre of mass. */
  | {
      readonly of: 'all'
      readonly what: 'kinetic' | 'potential' | 'total' | 'linear' | 'angular'
    }

/** Values of quantities: rows of a time and then a value each, NaN where there is none. */
export interface Probed {
  /** Number of the wish that they answer. */
  readonly serial: number
  /** In the order of time; what was known of these times and later ones is no longer so. */
  readonly rows: readonly (readonly number[])[]
  /** From before what is known, backwards in time. */
  readonly past: readonly (readonly number[])[]
}

export interface EnsembleState {
  /** Of all bodies of a copy, copy after copy. */
  readonly poses: Float64Array<ArrayBuffer>
  /** Root mean square over the bodies, mean over the copies [m]. */
  readonly distance: number
}

/** What moves beside the simulation, and how. */
export interface SecondChoice {
  readonly variant: VariantName
  readonly method: Method
  readonly integrator: Integrator
  /** [s] */
  readonly step: number
}

/** The second simulation at the time of the first. */
export interface SecondState {
  /** [s] */
  readonly time: number
  /** When it was where the first one was [s]. */
  readonly since: number
  /** Of the first one's bodies and joints, in their order. */
  readonly poses: Float64Array<ArrayBuffer>
  readonly q: Float64Array<ArrayBuffer>
  /** Accelerations of the first one [rad/s², m/s²]; empty where it has none now. */
  readonly a: Float64Array<ArrayBuffer>
  readonly energyError: number
  readonly energyTolerance: number
  /** [m]; of soft pins their stretch. */
  readonly loopError: number
  /** [µs] */
  readonly stepTime: number
  /** Largest distance of a body's origin from the first one's [m]. */
  readonly distance: number
  /** Why it stands still, if it does, in a sentence. */
  readonly stopped: string | null
}

/** A state and all that acts on it, as a model takes it: the accelerations are then those of the motion. */
export interface Forces {
  readonly q: Float64Array
  readonly v: Float64Array
  /** Of motors; what touches pushes as forces on the joints would that accelerate as it does [N·m, N]. */
  readonly tau: Float64Array
  /** Of the hand: six numbers a body, moment about the world's origin first [N·m, N]. */
  readonly wrenches: Float64Array
}

export interface Built {
  readonly epoch: number
  readonly mechanism: Mechanism
  readonly info: MechanismInfo
  /** Sizes of the frames to come. */
  readonly positions: number
  readonly velocities: number
  /** Of all bodies at the start. */
  readonly poses: Float64Array
  /** What energy errors are divided by [J]. */
  readonly energyScale: number
}

/** What the page asks of the worker. */
export type Command =
  | {
      readonly type: 'build'
      /** Number of this build; frames carry it back. */
      readonly epoch: number
      readonly source: MechanismSource
      readonly choice: Required<SolverChoice>
      readonly playing: boolean
      /** What the motors do; null where there are none, or they are off. */
      readonly motors: Motion | null
      /** Whether copies are to move beside it. */
      readonly ensemble: boolean
      /** Whether somebody listens to impacts. */
      readonly sound: boolean
      /** True: positions, velocities and time go on where the shapes are the same. */
      readonly keepState: boolean
    }
  /** Lends a buffer; it comes back filled in a `frame`. The page's frames are the worker's clock. */
  | { readonly type: 'lend'; readonly buffer: ArrayBuffer }
  | { readonly type: 'play'; readonly playing: boolean }
  /** Whole steps; negative goes back through the history. */
  | { readonly type: 'steps'; readonly count: number }
  | { readonly type: 'seek'; readonly time: number }
  | { readonly type: 'reset' }
  | ({ readonly type: 'choose' } & SolverChoice)
  | UserInput
  /** Does a motion again, from the start. */
  | { readonly type: 'replay'; readonly script: Script }
  /** What was done since the start is wanted. */
  | { readonly type: 'account' }
  /** Copies that start where the simulation is, or none any more. */
  | { readonly type: 'ensemble'; readonly on: boolean }
  /** Follows quantities through the history and from now on; `serial` numbers the wish. */
  | {
      readonly type: 'probe'
      readonly quantities: readonly Quantity[]
      readonly serial: number
    }
  /** Whether somebody listens to impacts. */
  | { readonly type: 'listen'; readonly on: boolean }
  /** The last seconds of the history are wanted, as poses. */
  | { readonly type: 'recall'; readonly seconds: number }
  /** The state and what acts on it are wanted. */
  | { readonly type: 'forces' }
  /** What moves beside it from here on; null: nothing. */
  | { readonly type: 'second'; readonly choice: SecondChoice | null }
  /** The page was hidden: the time until the next frame does not count. */
  | { readonly type: 'sleep' }

/** What the worker tells the page. */
export type Report =
  | { readonly type: 'progress'; readonly loaded: number; readonly total: number }
  | { readonly type: 'loaded' }
  /** WebAssembly is missing or did not load. */
  | { readonly type: 'unavailable'; readonly message: string }
  | ({ readonly type: 'built' } & Built)
  /** The mechanism was refused; the one before goes on. */
  | { readonly type: 'refused'; readonly epoch: number; readonly message: string }
  | { readonly type: 'frame'; readonly buffer: ArrayBuffer }
  /** The copies beside the simulation, of the frame that follows. */
  | ({ readonly type: 'ensemble'; readonly epoch: number; readonly time: number } & EnsembleState)
  /** What moves beside the simulation, of the frame that follows, where it is news. */
  | ({ readonly type: 'second'; readonly epoch: number } & SecondState)
  /** Poses along the best ways that the controller sees ahead of the frame that follows. */
  | { readonly type: 'paths'; readonly epoch: number; readonly poses: Float64Array }
  | Answer
  /** A step failed: paused at its last good state. */
  | { readonly type: 'stopped'; readonly time: number; readonly message: string }

/** What is told to whoever asked for it. */
export type Answer =
  /** What was found of the quantities that are followed. */
  | ({ readonly type: 'probed'; readonly epoch: number } & Probed)
  /** Poses of all bodies at times of the history [s]. */
  | {
      readonly type: 'recalled'
      readonly epoch: number
      readonly times: number[]
      readonly poses: Float64Array[]
    }
  | ({ readonly type: 'forces'; readonly epoch: number } & Forces)
  /** All that was done since the start; null where it was changed on the way what moves, or how. */
  | { readonly type: 'account'; readonly epoch: number; readonly script: Script | null }
  /** A motion was done again. */
  | ({ readonly type: 'replayed'; readonly epoch: number } & Outcome)

/** Simulated time for which a regulator holds its torques [s]. */
export const holdInterval = 0.01

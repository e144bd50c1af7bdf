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
import type { BesideChoice, BesideView } from './beside.ts'
import type { Outcome } from './course.ts'
import type { FanView } from './fan.ts'
import type { Forces } from './forces.ts'
import type { Script } from './log.ts'
import type { Push } from './outside.ts'
import type { Probed, Quantity } from './probe.ts'
import type { Regulation } from './regulator.ts'

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

/** What is done to a motion between two steps. */
export type Deed =
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
      readonly fan: boolean
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
  | Deed
  /** Does a motion again, from the start. */
  | { readonly type: 'replay'; readonly script: Script }
  /** What was done since the start is wanted. */
  | { readonly type: 'account' }
  /** Copies that start where the simulation is, or none any more. */
  | { readonly type: 'fan'; readonly on: boolean }
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
  | { readonly type: 'beside'; readonly choice: BesideChoice | null }
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
  | ({ readonly type: 'fan'; readonly epoch: number; readonly time: number } & FanView)
  /** What moves beside the simulation, of the frame that follows, where it is news. */
  | ({ readonly type: 'beside'; readonly epoch: number } & BesideView)
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

import type { CopyFailure, Ensemble, EnsembleOptions } from './ensemble.js'

/** What an ensemble in workers is made of. */
export interface WorkerEnsembleOptions extends EnsembleOptions {
  /** How many share the copies, at most one a copy. Default: as many as there are processors. */
  readonly workers?: number | undefined
}

/** The arrays of an ensemble, by name. */
export type EnsembleArray = {
  [Name in keyof Ensemble]: Ensemble[Name] extends Float64Array ? Name : never
}[keyof Ensemble]

type Promised<Call> = Call extends (...given: infer Given) => infer Answer
  ? (...given: Given) => Promise<Answer>
  : never

type Calls = {
  readonly [Name in
    | 'rollout'
    | 'time'
    | 'setTorques'
    | 'setParameters'
    | 'setState'
    | 'setStates'
    | 'scatter'
    | 'reset']: Promised<Ensemble[Name]>
}

/** Of steps that take a while. */
export interface StepOptions {
  /** Called now and then with the fraction that is done, and with 1 at the end. */
  readonly onProgress?: ((fraction: number) => void) | undefined
  /**
   * Ends the steps early: the promise is rejected with the signal's reason, and all copies that have
   * not stopped have taken the same number of whole steps. The ensemble stays usable.
   */
  readonly signal?: AbortSignal | undefined
}

/**
 * An `Ensemble` whose copies are shared out to workers, a run of neighbours to each. It is asked as an
 * ensemble is, and answers with promises; calls are carried out in the order in which they are made.
 * How many workers there are changes no bit.
 *
 * What some workers refuse, such as a state that does not close a loop, others may have taken. A
 * worker that ends by itself, as for want of memory, ends all: what was asked and is asked later is
 * rejected with a SimulationError.
 */
export interface WorkerEnsemble
  extends Calls,
    Pick<Ensemble, 'count' | 'width' | 'positionSize' | 'velocitySize'> {
  readonly workers: number
  /**
   * Whether workers write into memory that this thread reads, a SharedArrayBuffer, which pages have
   * where `crossOriginIsolated` is true. Otherwise numbers are sent.
   */
  readonly isShared: boolean

  /** Steps of all copies that have not stopped. Default 1. */
  step(count?: number, options?: StepOptions): Promise<void>
  /** One of the arrays of `Ensemble`; it changes when it is read again. */
  read(name: EnsembleArray): Promise<Float64Array>
  /** Of the copies that have stopped, in their order. */
  failures(): Promise<readonly CopyFailure[]>

  /** Ends the workers; what they have been asked is rejected. */
  dispose(): void
  [Symbol.dispose](): void
}

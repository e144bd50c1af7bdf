import type { CopyFailure, Ensemble } from './ensemble.js'

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
 * An ensemble that moves elsewhere than in this thread. It has the interface of `Ensemble` with promises;
 * calls run in their order.
 */
export interface AwaitedEnsemble
  extends Calls,
    Pick<Ensemble, 'count' | 'width' | 'positionSize' | 'velocitySize'> {
  /** Steps of all copies that have not stopped. Default 1. */
  step(count?: number, options?: StepOptions): Promise<void>
  /** One of the arrays of `Ensemble`; it changes when it is read again. */
  read(name: EnsembleArray): Promise<Float64Array>
  /** Of the copies that have stopped, in their order. */
  failures(): Promise<readonly CopyFailure[]>

  /** Frees what it holds; pending calls are rejected. */
  dispose(): void
  [Symbol.dispose](): void
}

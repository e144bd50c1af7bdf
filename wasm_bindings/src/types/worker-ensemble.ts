import type { AwaitedEnsemble } from './awaited-ensemble.js'
import type { Ensemble, EnsembleOptions } from './ensemble.js'

/** Options of an ensemble in workers. */
export interface WorkerEnsembleOptions extends EnsembleOptions {
  /** How many share the copies, at most one a copy. Default: as many as there are processors. */
  readonly workers?: number | undefined
}

/**
 * An ensemble whose copies are shared out to workers, a run of neighbors to each. How many workers
 * there are changes no bit.
 *
 * If some workers refuse a call, such as a state that does not close a loop, others may have accepted it. A
 * worker that ends by itself, for example without memory, ends all: pending and later calls are rejected with
 * a SimulationError.
 */
export interface WorkerEnsemble extends AwaitedEnsemble, Pick<Ensemble, 'precision'> {
  readonly workers: number
  /**
   * Whether workers write into memory that this thread reads, a SharedArrayBuffer, which pages have
   * where `crossOriginIsolated` is true. If not, numbers are sent.
   */
  readonly isShared: boolean
}

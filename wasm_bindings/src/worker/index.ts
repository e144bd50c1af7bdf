export type { AwaitedEnsemble, EnsembleArray, StepOptions } from '../types/awaited-ensemble.js'
export type { WorkerEnsemble, WorkerEnsembleOptions } from '../types/worker-ensemble.js'
export { workerEnsemble } from './worker-ensemble.js'

export type { AwaitedEnsemble, EnsembleArray, StepOptions } from '../types/awaited-ensemble.js'
export type { WorkerEnsemble, WorkerEnsembleOptions } from '../types/worker-ensemble.js'
export type {
  Asked,
  Frame,
  WorkerLinkwork,
  WorkerLinkworkOptions,
  WorkerModel,
  WorkerSimulation
} from '../types/worker-linkwork.js'
export { workerEnsemble } from './worker-ensemble.js'
export { workerLinkwork } from './worker-linkwork.js'

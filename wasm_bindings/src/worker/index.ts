export type {
  EnsembleArray,
  StepOptions,
  WorkerEnsemble,
  WorkerEnsembleOptions
} from '../types/worker-ensemble.js'
export { workerEnsemble } from './worker-ensemble.js'

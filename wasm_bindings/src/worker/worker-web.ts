import { expose } from 'comlink'
import { WorkerSide } from './worker-side.js'

expose(new WorkerSide())

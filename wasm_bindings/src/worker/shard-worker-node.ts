import { workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import { Shard } from './shard.js'

expose(new Shard(), workerData)

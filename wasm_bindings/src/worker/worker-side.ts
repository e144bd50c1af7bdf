import type { ProxyMarked } from 'comlink'
import { ObjectTable } from './object-table.js'
import { Shard } from './shard.js'

/** The interface of a worker, by its parts. */
export class WorkerSide {
  readonly shard = new Shard() as Shard & ProxyMarked
  readonly table = new ObjectTable() as ObjectTable & ProxyMarked
}

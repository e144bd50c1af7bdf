import type { ProxyMarked } from 'comlink'
import { ObjectTable } from './object-table.js'
import { Shard } from './shard.js'

/** What a worker can do, by its parts. */
export class WorkerSide {
  readonly shard = new Shard() as Shard & ProxyMarked
  readonly table = new ObjectTable() as ObjectTable & ProxyMarked
}

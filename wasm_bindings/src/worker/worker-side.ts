import type { ProxyMarked } from 'comlink'
import { Desk } from './desk.js'
import { Shard } from './shard.js'

/** What a worker can do; its parts are asked where they are. */
export class WorkerSide {
  readonly shard = new Shard() as Shard & ProxyMarked
  readonly desk = new Desk() as Desk & ProxyMarked
}

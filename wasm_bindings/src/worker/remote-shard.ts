import type { Remote } from 'comlink'
import { SimulationError } from '../errors.js'
import { RemoteWorker } from './remote-worker.js'
import type { Shard } from './shard.js'

/** A worker and its copies, from `first` up to `next`. */
export class RemoteShard {
  readonly #worker: RemoteWorker

  constructor(
    readonly first: number,
    readonly next: number,
    onEnd: (why: Error) => void
  ) {
    const copies = `copies ${first} to ${next - 1}`
    this.#worker = new RemoteWorker((why) =>
      onEnd(new SimulationError(`the worker of ${copies} has ended: ${why}`))
    )
  }

  get count(): number {
    return this.next - this.first
  }

  call<Answer>(question: (shard: Remote<Shard>) => Promise<Answer>): Promise<Answer> {
    return this.#worker.call(({ shard }) => question(shard))
  }

  end(why: Error): void {
    this.#worker.end(why)
  }
}

import { type Remote, wrap } from 'comlink'
import { startWorker } from '#start-worker'
import { createError, LoadError, SimulationError } from '../errors.js'
import type { Shard } from './shard.js'

/** A worker and its copies, from `first` up to `next`. */
export class RemoteShard {
  readonly #remote: Remote<Shard>
  readonly #stop: () => void
  /** Rejects what is asked and not answered. */
  readonly #waiting = new Set<(why: Error) => void>()
  #end: Error | undefined

  constructor(
    readonly first: number,
    readonly next: number,
    onEnd: (why: Error) => void
  ) {
    const copies = `copies ${first} to ${next - 1}`
    const { endpoint, stop } = startWorker((why) => {
      if (!this.#end) onEnd(new SimulationError(`the worker of ${copies} has ended: ${why}`))
    })
    this.#remote = wrap<Shard>(endpoint)
    this.#stop = stop
  }

  get count(): number {
    return this.next - this.first
  }

  /** The answer to a question, or the error that kept it from being answered. */
  ask<Answer>(question: (shard: Remote<Shard>) => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#end) throw this.#end
      this.#waiting.add(reject)
      question(this.#remote)
        .then(resolve, (error: Error) => reject(ours(error)))
        .finally(() => this.#waiting.delete(reject))
    })
  }

  end(why: Error): void {
    if (this.#end) return
    this.#end = why
    for (const reject of this.#waiting) reject(why)
    this.#stop()
  }
}

/** An error of a worker, which has lost its class on the way. */
function ours({ name, message }: Error): Error {
  return name === 'LoadError' ? new LoadError(message) : createError(name, message, Number.NaN)
}

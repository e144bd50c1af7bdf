import { type Remote, wrap } from 'comlink'
import { startWorker } from '#start-worker'
import { createError, LoadError } from '../errors.js'
import type { WorkerSide } from './worker-side.js'

/** A worker and its pending calls. */
export class RemoteWorker {
  readonly #remote: Remote<WorkerSide>
  readonly #stop: () => void
  /** Reject the pending calls. */
  readonly #waiting = new Set<(why: Error) => void>()
  #end: Error | undefined

  /** `onEnd` hears of a worker that ended by itself. */
  constructor(onEnd: (why: string) => void) {
    const { endpoint, stop } = startWorker((why) => {
      if (!this.#end) onEnd(why)
    })
    this.#remote = wrap<WorkerSide>(endpoint)
    this.#stop = stop
  }

  /** The answer to a question, or the error that kept it from being answered. */
  call<Answer>(question: (worker: Remote<WorkerSide>) => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#end) throw this.#end
      this.#waiting.add(reject)
      question(this.#remote)
        .then(resolve, (error: Error) => reject(ours(error)))
        .finally(() => this.#waiting.delete(reject))
    })
  }

  /** How much it has to answer. */
  get waiting(): number {
    return this.#waiting.size
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

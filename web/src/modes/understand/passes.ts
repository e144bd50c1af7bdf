import type { RecursionPasses } from 'linkwork'
import type { Built, Forces } from '../../model/messages.ts'
import { onChange } from '../../model/signals.ts'
import type { Run } from '../../stage/run.ts'
import type { PassesReply, PassesRequest } from './passes-worker.ts'

/** Results of the recursion at the shown state, under all forces that act on it. */
export class Passes {
  readonly #run: Run
  readonly #onPasses: (passes: RecursionPasses, built: Built) => void
  readonly #onFailure: (message: string) => void
  #worker: Worker | undefined
  #sent: Built | undefined
  #id = 0
  #awaited = 0
  /** The mechanism whose forces are requested. */
  #requesting: Built | undefined
  #again = false

  constructor(
    run: Run,
    onPasses: (passes: RecursionPasses, built: Built) => void,
    onFailure: (message: string) => void
  ) {
    this.#run = run
    this.#onPasses = onPasses
    this.#onFailure = onFailure
    onChange(run.answer, (answer) => {
      if (answer?.type === 'forces' && this.#requesting) this.#send(answer)
    })
  }

  /** Requests the passes of the present state; again later if a request is under way. */
  request(): void {
    const built = this.#run.built.value
    if (!built) return
    // The forces of an earlier mechanism are not reported, so a later request repeats it.
    if (this.#awaited > 0 || this.#requesting === built) {
      this.#again = true
      return
    }
    this.#requesting = built
    this.#run.send({ type: 'forces' })
  }

  #send({ q, v, tau, wrenches }: Forces): void {
    const built = this.#run.built.value
    this.#requesting = undefined
    this.#id += 1
    this.#awaited = this.#id
    const news = built === this.#sent ? {} : { source: this.#run.source }
    this.#sent = built
    this.#worker ??= this.#open()
    const request: PassesRequest = { id: this.#id, ...news, forces: { q, v, tau, wrenches } }
    this.#worker.postMessage(request)
  }

  #open(): Worker {
    const worker = new Worker(new URL('./passes-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<PassesReply>) => this.#take(data)
    worker.onerror = ({ message }) => this.#onFailure(message)
    return worker
  }

  #take(reply: PassesReply): void {
    if (reply.id !== this.#awaited) return
    this.#awaited = 0
    const built = this.#run.built.value
    if (built !== this.#sent || !built) this.#again = true
    else if ('message' in reply) this.#onFailure(reply.message)
    else this.#onPasses(reply.passes, built)
    if (!this.#again) return
    this.#again = false
    this.request()
  }
}

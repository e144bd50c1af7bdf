import type { RecursionPasses } from 'linkwork'
import type { Run } from '../../run.ts'
import type { Built } from '../../worker/protocol.ts'
import type { PassesReply, PassesWish } from './passes-worker.ts'

/** What the recursion leaves at the state that the stage shows, as often as it can be told. */
export class Passes {
  readonly #run: Run
  readonly #onPasses: (passes: RecursionPasses, built: Built) => void
  readonly #onFailure: (message: string) => void
  #worker: Worker | undefined
  #told: Built | undefined
  #id = 0
  #awaited = 0
  #again = false

  constructor(
    run: Run,
    onPasses: (passes: RecursionPasses, built: Built) => void,
    onFailure: (message: string) => void
  ) {
    this.#run = run
    this.#onPasses = onPasses
    this.#onFailure = onFailure
  }

  /** Asks at the present state; once more at the end if a question is under way. */
  ask(): void {
    const built = this.#run.built.value
    if (!built) return
    if (this.#awaited > 0) {
      this.#again = true
      return
    }
    this.#id += 1
    this.#awaited = this.#id
    const { q, v } = this.#run.latest
    const news = built === this.#told ? {} : { source: this.#run.source }
    this.#told = built
    this.#worker ??= this.#open()
    this.#worker.postMessage({ id: this.#id, ...news, q, v } satisfies PassesWish)
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
    if (built !== this.#told || !built) this.#again = true
    else if ('message' in reply) this.#onFailure(reply.message)
    else this.#onPasses(reply.passes, built)
    if (!this.#again) return
    this.#again = false
    this.ask()
  }
}

import type { Answer, Request } from './requests.ts'

type Listener<Type extends Answer['type']> = (answer: Extract<Answer, { type: Type }>) => void

/** Client of the comparison worker, which starts at the first request. */
export class Assistant {
  #worker: Worker | undefined
  readonly #listeners = new Map<Answer['type'], Set<(answer: never) => void>>()

  request(request: Request): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(request)
  }

  on<Type extends Answer['type']>(type: Type, listener: Listener<Type>): void {
    const listeners = this.#listeners.get(type) ?? new Set()
    this.#listeners.set(type, listeners.add(listener))
  }

  #start(): Worker {
    const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      for (const listener of this.#listeners.get(data.type) ?? []) listener(data as never)
    }
    return worker
  }
}

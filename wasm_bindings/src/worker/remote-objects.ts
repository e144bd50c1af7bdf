import { type ProxyMarked, type Remote, transfer } from 'comlink'
import { createError, LoadError, MechanismError, SimulationError } from '../errors.js'
import type { LoadOptions } from '../types/linkwork.js'
import type { Answer, Kept, ObjectTable } from './object-table.js'
import { RemoteWorker } from './remote-worker.js'

type Query = (table: Remote<ObjectTable & ProxyMarked>) => Promise<Answer>

/** The local mirror of an object that stays in a worker. */
export type Mirror = Record<string, (...given: readonly unknown[]) => unknown>

// Frees objects in workers without references here, and workers without objects.
const finalizer = new FinalizationRegistry<() => void>((release) => release())

/** A worker that keeps objects and answers for them. */
export class RemoteObjects {
  readonly #worker: RemoteWorker
  #kept = 0

  constructor() {
    // The worker refers to what is called at its end, which must not refer to us.
    const worker = new RemoteWorker((why) =>
      worker.end(new SimulationError(`the worker has ended: ${why}`))
    )
    this.#worker = worker
    finalizer.register(this, () =>
      worker.end(new SimulationError('this worker has no objects left'))
    )
  }

  /** How busy it is. */
  get burden(): number {
    return this.#kept + this.#worker.waiting
  }

  open(options: LoadOptions): Promise<Mirror> {
    return this.#call((table) => table.open(options)) as Promise<Mirror>
  }

  end(why: Error): void {
    this.#worker.end(why)
  }

  async #call(query: Query): Promise<unknown> {
    const answer = await this.#worker.call(({ table }) => query(table))
    if ('kept' in answer) return this.#mirror(answer)
    if ('value' in answer) return answer.value
    const { name, message, time } = answer
    throw name === 'LoadError' ? new LoadError(message) : createError(name, message, time)
  }

  #mirror({ kept, methods, properties }: Kept): Mirror {
    const mirror: Mirror = {}
    for (const path of methods) {
      const [owner, name] = ownerOf(mirror, path)
      owner[name] = (...given) => this.#call((table) => table.call(kept, path, given.map(sendable)))
    }
    for (const path of properties) {
      const [owner, name] = ownerOf(mirror, path)
      Object.defineProperty(owner, name, {
        get: () => this.#call((table) => table.get(kept, path))
      })
    }
    mirror['set'] = (name, value) => this.#call((table) => table.set(kept, String(name), value))
    if (methods.includes('advance'))
      mirror['frame'] = (seconds, into) =>
        this.#call((table) => table.frame(kept, seconds as number, transferred(into)))
    const worker = this.#worker
    let isKept = true
    const release = () => {
      if (!isKept) return
      isKept = false
      this.#kept--
      worker.call(({ table }) => table.release(kept)).catch(() => {}) // it may have ended
    }
    this.#kept++
    finalizer.register(mirror, release)
    return Object.assign(mirror, { dispose: release, [Symbol.dispose]: release })
  }
}

/** The mirror or its group that has a part, and the name of the part there. */
function ownerOf(mirror: Mirror, path: string): [owner: Mirror, name: string] {
  const [first = '', second] = path.split('.')
  if (second === undefined) return [mirror, first]
  // A group refers to its mirror, which is freed when nothing refers to it.
  if (!(first in mirror))
    Object.defineProperty(mirror, first, { value: Object.create(null, { of: { value: mirror } }) })
  return [mirror[first] as unknown as Mirror, second]
}

/** Views alone, and not all the memory that they look at. */
function sendable(given: unknown): unknown {
  if (typeof given === 'function')
    throw new MechanismError('functions cannot be sent to a worker; call it on what comes back')
  const isView = ArrayBuffer.isView(given) && given.byteLength < given.buffer.byteLength
  return isView && given instanceof Float64Array ? given.slice() : given
}

function transferred(into: unknown): Float64Array<ArrayBuffer> | undefined {
  if (into === undefined) return undefined
  if (into instanceof Float64Array && into.buffer instanceof ArrayBuffer)
    return transfer(into as Float64Array<ArrayBuffer>, [into.buffer])
  throw new MechanismError('into: expected the poses of an earlier frame')
}

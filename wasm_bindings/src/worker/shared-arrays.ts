import { transfer } from 'comlink'

/** Arrays that workers write and read: in memory that all share, where there is some. */
export class SharedArrays {
  // Pages that are not isolated may not send it.
  readonly isShared =
    typeof SharedArrayBuffer === 'function' && globalThis.crossOriginIsolated !== false
  readonly #arrays = new Map<string, Float64Array>()

  at(name: string, length: number): Float64Array {
    const kept = this.#arrays.get(name)
    if (kept?.length === length) return kept
    const Memory = this.isShared ? SharedArrayBuffer : ArrayBuffer
    const array = new Float64Array(new Memory(8 * length))
    this.#arrays.set(name, array)
    return array
  }

  /** The input of a worker: a place in shared memory, or a copy that moves there. */
  outgoing(place: Float64Array): Float64Array {
    if (this.isShared) return place
    const copy = Float64Array.from(place)
    return transfer(copy, [copy.buffer])
  }

  /** The output of a worker: a place in shared memory, if there is some. */
  incoming(place: Float64Array): Float64Array | undefined {
    return this.isShared ? place : undefined
  }
}

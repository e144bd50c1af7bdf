import type { WasmModule } from './wasm-module.js'

interface Placed {
  readonly heap: Float64Array
  readonly address: number
  readonly length: number
  readonly view: Float64Array
}

/** Arrays in the WebAssembly memory, each by a name: a new view only where memory or array moved. */
export class ArrayViews {
  readonly #module: WasmModule
  readonly #placed = new Map<string, Placed>()

  constructor(module: WasmModule) {
    this.#module = module
  }

  at(name: string, address: number, length: number): Float64Array {
    const heap = this.#module.HEAPF64
    const last = this.#placed.get(name)
    // Address and length are stored with the view: reading them from the view takes longer than the call
    // before.
    if (last?.heap === heap && last.address === address && last.length === length) return last.view
    const view = new Float64Array(heap.buffer, address, length)
    this.#placed.set(name, { heap, address, length, view })
    return view
  }
}

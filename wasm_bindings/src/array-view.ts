import type { WasmModule } from './wasm-module.js'

/** An array in the WebAssembly memory: makes a new view only where the memory or the array moved. */
export class ArrayView {
  readonly #module: WasmModule
  #view: Float64Array = new Float64Array(0)

  constructor(module: WasmModule) {
    this.#module = module
  }

  at(address: number, length: number): Float64Array {
    const { buffer } = this.#module.HEAPF64
    const view = this.#view
    const current = view.buffer === buffer && view.byteOffset === address && view.length === length
    if (!current) this.#view = new Float64Array(buffer, address, length)
    return this.#view
  }
}

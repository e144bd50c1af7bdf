import { finiteNumber, text } from './checks.js'
import type { SimulationMemory } from './simulation-memory.js'
import type { MechanismParameters } from './types/parameters.js'
import { unwrap, unwrapNumber } from './wasm-module.js'

/** The numbers of the mechanism of a simulation in WebAssembly. */
export class SimulationParameters implements MechanismParameters {
  readonly #memory: SimulationMemory
  readonly #changed: () => void

  constructor(memory: SimulationMemory, changed: () => void) {
    this.#memory = memory
    this.#changed = changed
    Object.freeze(this)
  }

  get(name: string): number {
    const { handle } = this.#memory
    return unwrapNumber(handle, handle.parameter(text(name, 'name')))
  }

  set(name: string, value: number): void {
    const { handle } = this.#memory
    unwrap(handle.setParameter(text(name, 'name'), finiteNumber(value, 'value')))
    this.#changed()
  }
}

import type { SimulationMemory } from './simulation-memory.js'
import type { EnergyBalance } from './types/energy.js'
import { unwrapNumber } from './wasm-module.js'

/** The energy of a simulation in WebAssembly. */
export class SimulationEnergy implements EnergyBalance {
  readonly #memory: SimulationMemory

  constructor(memory: SimulationMemory) {
    this.#memory = memory
    Object.freeze(this)
  }

  get kinetic(): number {
    const { handle } = this.#memory
    return unwrapNumber(handle, handle.kineticEnergy())
  }

  get potential(): number {
    const { handle } = this.#memory
    return unwrapNumber(handle, handle.potentialEnergy())
  }

  get work(): number {
    const { handle } = this.#memory
    return unwrapNumber(handle, handle.work())
  }
}

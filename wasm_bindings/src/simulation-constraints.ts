import { separateFunctions } from './joint-functions.js'
import type { SimulationMemory } from './simulation-memory.js'
import { jsonText } from './source-text.js'
import type { BrokenLoop, Constraints } from './types/constraints.js'
import type { PrescribedMotions } from './types/tracking.js'
import { unwrap, unwrapNumber } from './wasm-module.js'

/** The loops, couplings and prescribed motions of a simulation in WebAssembly. */
export class SimulationConstraints implements Constraints {
  readonly #memory: SimulationMemory

  constructor(memory: SimulationMemory) {
    this.#memory = memory
    Object.freeze(this)
  }

  get loopError(): number {
    const { handle } = this.#memory
    return unwrapNumber(handle, handle.loopError())
  }

  get couplingError(): number {
    const { handle } = this.#memory
    return unwrapNumber(handle, handle.couplingError())
  }

  get brokenLoops(): readonly BrokenLoop[] {
    return JSON.parse(unwrap(this.#memory.handle.brokenLoops())) as BrokenLoop[]
  }

  prescribe(motions: PrescribedMotions): void {
    const { handle, module } = this.#memory
    const { trajectories, functions } = separateFunctions(motions, 'motions')
    unwrap(handle.prescribe(jsonText(module, trajectories, 'motions'), functions))
  }

  get prescribedForces(): Float64Array {
    const memory = this.#memory
    return memory.view('prescribed', memory.handle.prescribedForces(), memory.velocitySize)
  }
}

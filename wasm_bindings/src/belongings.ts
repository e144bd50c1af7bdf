import type { CompiledCode } from './compilation.js'
import { SimulationError } from './errors.js'
import type { WasmSimulation } from './wasm-module.js'

/** What a simulation has to give back. */
export interface Belongings {
  readonly handle: WasmSimulation
  code?: CompiledCode
}

export function giveBack({ handle, code }: Belongings): void {
  handle.delete()
  code?.release()
}

/** The belongings of a simulation in use. */
export function requireLive(belongings: Belongings | undefined): Belongings {
  if (belongings) return belongings
  throw new SimulationError('this simulation was disposed of; make a new one with simulate()')
}

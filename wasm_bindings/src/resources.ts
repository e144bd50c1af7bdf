import type { CompiledCode } from './compilation.js'
import { SimulationError } from './errors.js'
import type { WasmSimulation } from './wasm-module.js'

/** The resources of a simulation. */
export interface Resources {
  readonly handle: WasmSimulation
  code?: CompiledCode
}

export function freeResources({ handle, code }: Resources): void {
  handle.delete()
  code?.release()
}

/** The resources of a simulation in use. */
export function requireLive(resources: Resources | undefined): Resources {
  if (resources) return resources
  throw new SimulationError('this simulation was disposed of; make a new one with simulate()')
}

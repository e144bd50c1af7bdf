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

let isInFunction = false // of a user, which a step calls

/** Calls a function of a user from within a step: it cannot use simulations. */
export function whileInFunction<Result>(call: () => Result): Result {
  isInFunction = true
  try {
    return call()
  } finally {
    isInFunction = false
  }
}

export function requireOutsideFunctions(): void {
  if (isInFunction)
    throw new SimulationError(
      'functions of joints are called within steps: they cannot use simulations'
    )
}

/** The resources of a simulation in use. */
export function requireLive(resources: Resources | undefined): Resources {
  requireOutsideFunctions()
  if (resources) return resources
  throw new SimulationError('this simulation was disposed of; make a new one with simulate()')
}

import type { Compilation, CompiledQuantity } from './types/simulation.js'
import { unwrapNumber, type WasmModule, type WasmSimulation } from './wasm-module.js'

/** What a compiled mechanism takes up until it is released. */
export interface CompiledCode {
  readonly compilation: Compilation
  /** Gives its place in the function table to others. */
  release(): void
}

// Places in a function table that nobody uses any more: tables grow and never shrink.
const idlePlaces = new WeakMap<WebAssembly.Table, number[]>()

function placesOf(table: WebAssembly.Table): number[] {
  let places = idlePlaces.get(table)
  if (places === undefined) {
    places = []
    idlePlaces.set(table, places)
  }
  return places
}

/** Asks the engine for machine code; it may be forbidden to make any. */
async function instantiate(
  bytes: BufferSource,
  memory: WebAssembly.Memory
): Promise<WebAssembly.Instance> {
  // `math`: the emitted module imports what it needs of Math by the names that it has there.
  const math = Math as unknown as WebAssembly.ModuleImports
  return (await WebAssembly.instantiate(bytes, { env: { memory }, math })).instance
}

/**
 * Compiles the dynamics of a simulation's mechanism to WebAssembly modules, forward and inverse, and
 * lets the simulation run them. Where that cannot be, the simulation stays as it is, and the result
 * says why.
 */
export async function compileSimulation(
  module: WasmModule,
  simulation: WasmSimulation
): Promise<CompiledCode> {
  const start = performance.now()
  const { memory, table } = module.linkage()
  const idle = placesOf(table)
  const places: number[] = []
  const covers: CompiledQuantity[] = []
  let reason: string | undefined
  let bytes = 0
  let functions = 0
  for (const quantity of ['forwardDynamics', 'inverseDynamics'] as const) {
    const isInverse = quantity === 'inverseDynamics'
    try {
      const address = unwrapNumber(simulation, simulation.compile(isInverse))
      const size = simulation.codeSize()
      const count = simulation.codeFunctions()
      const code = new Uint8Array(module.HEAPF64.buffer, address, size).slice()
      const { run } = (await instantiate(code, memory)).exports
      const place = idle.pop() ?? table.grow(1)
      table.set(place, run)
      simulation.useCompiled(place, isInverse)
      places.push(place)
      covers.push(quantity)
      bytes += size
      functions += count
    } catch (error) {
      if (!isInverse) reason = error instanceof Error ? error.message : String(error)
    }
  }
  const release = () => {
    for (const place of places) {
      table.set(place, null)
      idle.push(place)
    }
  }
  const milliseconds = performance.now() - start
  const isCompiled = reason === undefined
  return { compilation: { isCompiled, reason, covers, bytes, functions, milliseconds }, release }
}

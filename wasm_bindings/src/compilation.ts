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

const quantities: readonly CompiledQuantity[] = [
  'forwardDynamics',
  'inverseDynamics',
  'massMatrix',
  'step'
]

/**
 * Compiles what a simulation's mechanism asks for to WebAssembly modules, and lets the simulation run
 * them. Where that cannot be, the simulation stays as it is, and the result says why.
 */
export async function compileSimulation(
  module: WasmModule,
  simulation: WasmSimulation,
  keepParameters: boolean
): Promise<CompiledCode> {
  const start = performance.now()
  const { memory, table } = module.linkage()
  const idle = placesOf(table)
  const places: number[] = []
  const covers: CompiledQuantity[] = []
  let reason: string | undefined
  let bytes = 0
  let functions = 0
  for (const quantity of quantities) {
    try {
      const address = unwrapNumber(simulation, simulation.compile(quantity, keepParameters))
      const size = simulation.codeSize()
      const count = simulation.codeFunctions()
      const code = new Uint8Array(module.HEAPF64.buffer, address, size).slice()
      const { run } = (await instantiate(code, memory)).exports
      const place = idle.pop() ?? table.grow(1)
      table.set(place, run)
      simulation.useCompiled(place, quantity)
      places.push(place)
      covers.push(quantity)
      bytes += size
      functions += count
    } catch (error) {
      if (quantity === 'forwardDynamics')
        reason = error instanceof Error ? error.message : String(error)
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

/** What serves still: changed numbers drop what has others folded in. */
export function stillCompiled(compilation: Compilation, simulation: WasmSimulation): Compilation {
  const covers = compilation.covers.filter((quantity) => simulation.isCompiled(quantity))
  if (covers.length === compilation.covers.length) return compilation
  const isCompiled = covers.includes('forwardDynamics')
  const reason = isCompiled
    ? undefined
    : 'a number was set that the code has folded in; compile with keepParameters'
  return { ...compilation, isCompiled, reason, covers }
}

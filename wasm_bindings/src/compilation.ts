import type { Compilation, CompiledQuantity, Method } from './types/simulation.js'
import { unwrapNumber, type WasmModule, type WasmSimulation } from './wasm-module.js'

/** The resources of a compiled mechanism. */
export interface CompiledCode {
  readonly compilation: Omit<Compilation, 'isCompiled' | 'reason'>
  /** For whose steps. */
  readonly method: Method
  /** Why what is missing could not be compiled. */
  readonly reasons: Partial<Record<CompiledQuantity, string>>
  /** Gives its place in the function table to others. */
  release(): void
}

// Unused places in a function table: tables grow and never shrink.
const idlePlaces = new WeakMap<WebAssembly.Table, number[]>()

function placesOf(table: WebAssembly.Table): number[] {
  let places = idlePlaces.get(table)
  if (places === undefined) {
    places = []
    idlePlaces.set(table, places)
  }
  return places
}

/** Compiles to machine code, which the engine may forbid. */
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
 * Compiles what a simulation's mechanism requests to WebAssembly modules, and lets the simulation run
 * them. If that fails, the simulation does not change, and the result says why.
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
  const reasons: Partial<Record<CompiledQuantity, string>> = {}
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
      reasons[quantity] = error instanceof Error ? error.message : String(error)
    }
  }
  const release = () => {
    for (const place of places) {
      table.set(place, null)
      idle.push(place)
    }
  }
  const milliseconds = performance.now() - start
  const method = simulation.method() as Method
  return { compilation: { covers, bytes, functions, milliseconds }, method, reasons, release }
}

/** The compiled quantity that a method's steps use; undefined: none. */
function moverOf(method: string, code: CompiledCode): CompiledQuantity | undefined {
  if (method === 'articulated-body') return 'forwardDynamics'
  return method === 'variational' && code.method === method ? 'step' : undefined
}

/** The code in use now: changed numbers drop code with other constants, and methods differ. */
export function presentCompilation(code: CompiledCode, simulation: WasmSimulation): Compilation {
  const covers = code.compilation.covers.filter((quantity) => simulation.isCompiled(quantity))
  const method = simulation.method()
  const mover = moverOf(method, code)
  const isCompiled = mover !== undefined && covers.includes(mover)
  const fallback =
    mover === undefined
      ? `steps by '${method}' take no accelerations, and nothing else of them is compiled`
      : 'a number or a loop has changed that the code has folded in; compile with keepParameters'
  const reason = isCompiled ? undefined : (code.reasons[mover ?? 'forwardDynamics'] ?? fallback)
  return { ...code.compilation, isCompiled, reason, covers }
}

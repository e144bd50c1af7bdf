import { described, reading } from './checks.js'
import { MechanismError } from './errors.js'
import type { Linkwork } from './types/linkwork.js'
import type { WasmModule } from './wasm-module.js'

/** The property of a library that is its WebAssembly; the same one in all copies of this file. */
export const wasm: unique symbol = Symbol.for('linkwork.wasm') as never

/** The WebAssembly of a library, for functions that take it. */
export function wasmOf(linkwork: Linkwork): WasmModule {
  const library = linkwork as { readonly [wasm]?: WasmModule } | null | undefined
  const module = reading('linkwork', () => library?.[wasm])
  if (module) return module
  throw new MechanismError(
    `linkwork: expected the library, const linkwork = await load(), found ${described(linkwork)}`
  )
}

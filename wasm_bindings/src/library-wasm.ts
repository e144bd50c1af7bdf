import { described, reading } from './checks.js'
import { MechanismError } from './errors.js'
import type { Linkwork } from './types/linkwork.js'
import type { WasmModule } from './wasm-module.js'

/** The property of a library that is its WebAssembly; the same one in all copies of this file. */
export const wasm: unique symbol = Symbol.for('linkwork.wasm') as never

/**
 * What a reader is called with: the library, unless a text comes first, the document and the options. A
 * document without loops and couplings needs no library.
 */
export function readerArguments<Options>(given: readonly unknown[]): {
  readonly module: WasmModule | undefined
  readonly document: string
  readonly options: Options | undefined
} {
  const [first, second, third] = given
  if (typeof first === 'string')
    return { module: undefined, document: first, options: second as Options | undefined }
  const module = wasmOf(first as Linkwork)
  return { module, document: second as string, options: third as Options | undefined }
}

/** The WebAssembly of a library, for functions that take it. */
export function wasmOf(linkwork: Linkwork): WasmModule {
  const library = linkwork as { readonly [wasm]?: WasmModule } | null | undefined
  const module = reading('linkwork', () => library?.[wasm])
  if (module) return module
  throw new MechanismError(
    `linkwork: expected the library, const linkwork = await load(), found ${described(linkwork)}`
  )
}

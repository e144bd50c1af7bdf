import type { WasmModule } from './wasm-module.js'

/** The options of Emscripten's module. */
export interface WasmModuleOptions {
  /** Passes the instance of the compiled module, now or later. */
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void
  ) => WebAssembly.Exports
  /** The address of a file that it would fetch by itself. */
  readonly locateFile: (name: string) => string
  /** Makes the errors that failed calls return; `time` is NaN where there is none. */
  readonly createError: (name: string, message: string, time: number) => Error
}

export default function createLinkwork(options: WasmModuleOptions): Promise<WasmModule>

import { type createError, LoadError } from './errors.js'
import createLinkwork from './linkwork.mjs'
import type { WasmModule } from './wasm-module.js'

/** Compiles and starts the WebAssembly. Throws an Error with the reason if that is forbidden. */
export async function startWasm(
  given: BufferSource | Response | WebAssembly.Module,
  makeError: typeof createError
): Promise<WasmModule> {
  const compiled = await compile(given)
  return await new Promise((resolve, reject) => {
    createLinkwork({
      createError: makeError,
      locateFile: (name) => name, // or it reads its own address, which CommonJS lacks
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(compiled, imports).then(receive).catch(reject)
        return {}
      }
    }).then(resolve, reject)
  })
}

async function compile(
  given: BufferSource | Response | WebAssembly.Module
): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== 'object') {
    throw new LoadError('linkwork needs WebAssembly, which this engine lacks or has turned off')
  }
  try {
    if (given instanceof WebAssembly.Module) return given
    if (given instanceof Response) return await WebAssembly.compileStreaming(given)
    return await WebAssembly.compile(given)
  } catch (cause) {
    const { message } = cause as Error
    if (!(await mayCompile())) {
      throw new LoadError(
        'linkwork.wasm: WebAssembly may not be compiled here: a content security policy has to ' +
          `allow it, as "script-src 'self' 'wasm-unsafe-eval'" does (${message})`,
        { cause }
      )
    }
    throw new LoadError(
      'linkwork.wasm: cannot be compiled: the file is damaged, or the engine supports no exceptions ' +
        `or SIMD in WebAssembly (${message})`,
      { cause }
    )
  }
}

/** Whether a module of nothing compiles: its magic number and version. */
function mayCompile(): Promise<boolean> {
  const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
  return WebAssembly.compile(empty).then(
    () => true,
    () => false
  )
}

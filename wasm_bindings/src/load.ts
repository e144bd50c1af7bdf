import { readAddress } from '#wasm-source'
import { described, optionsOf } from './checks.js'
import { createError, LoadError, MechanismError } from './errors.js'
import { Library } from './library.js'
import { startWasm } from './start-wasm.js'
import type { Linkwork, LoadOptions } from './types/linkwork.js'
import type { WasmModule } from './wasm-module.js'

const advice =
  'give load({ wasm }) the address of the file linkwork/linkwork.wasm where it is served, or its bytes'

let loading: Promise<Linkwork> | undefined
let loaded: WasmModule | undefined

/**
 * Loads the WebAssembly, once: later calls share it, whatever their options. Needs no
 * configuration in Vite, in a worker or in Node. A load that failed, with a LoadError, may be tried
 * again.
 */
export function load(options?: LoadOptions): Promise<Linkwork> {
  loading ??= loadLibrary(options).catch((error: unknown) => {
    loading = undefined
    throw isOurs(error) ? error : new LoadError(`linkwork.wasm: ${error}`, { cause: error })
  })
  return loading
}

function isOurs(error: unknown): boolean {
  return error instanceof MechanismError || error instanceof LoadError
}

async function loadLibrary(options: LoadOptions | undefined): Promise<Linkwork> {
  const { wasm, onProgress } = optionsOf(options, ['wasm', 'onProgress'])
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new MechanismError(`onProgress: expected a function, found ${described(onProgress)}`)
  }
  const isAddress = wasm === undefined || typeof wasm === 'string' || wasm instanceof URL
  const source = isAddress ? await readAddress(wasm).catch(failToRead) : wasm
  const bytes =
    source instanceof Response ? await readResponse(source, onProgress) : bytesOf(source)
  requireWasm(bytes, source)
  loaded = await startWasm(bytes, createError)
  return new Library(loaded)
}

/** The WebAssembly that `load` has brought, for functions that cannot wait for it. */
export function loadedModule(purpose: string): WasmModule {
  if (loaded) return loaded
  throw new LoadError(`${purpose} needs the WebAssembly: call "await load()" of linkwork first`)
}

function failToRead(error: unknown): never {
  throw new LoadError(`linkwork.wasm: ${error}; ${advice}`, { cause: error })
}

/** A server that does not find the file often answers with a web page instead. */
function requireWasm(bytes: Uint8Array, source: unknown): void {
  const start = new TextDecoder().decode(bytes.subarray(0, 4))
  if (start === '\0asm') return
  const where = source instanceof Response && source.url ? ` at ${source.url}` : ''
  throw new LoadError(
    `linkwork.wasm: expected WebAssembly${where}, found ${bytes.length} bytes that begin with ` +
      `"${start}"; ${advice}`
  )
}

function bytesOf(source: BufferSource): Uint8Array<ArrayBuffer> {
  if (ArrayBuffer.isView(source))
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
  if (source instanceof ArrayBuffer) return new Uint8Array(source)
  throw new MechanismError(
    `wasm: expected bytes, a response or an address, found ${described(source)}`
  )
}

async function readResponse(
  response: Response,
  onProgress: LoadOptions['onProgress']
): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.ok) {
    const { url, status, statusText } = response
    throw new LoadError(`linkwork.wasm: ${url}: ${`${status} ${statusText}`.trim()}; ${advice}`)
  }
  // A compressed response tells its compressed length, which says nothing about what is to come.
  const compressed = response.headers.has('content-encoding')
  const total = compressed ? 0 : Number(response.headers.get('content-length') ?? 0)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let loaded = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push(part.value)
    loaded += part.value.length
    onProgress?.(loaded, total)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

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
 * Loads the WebAssembly, once: later calls share it, with any options. Needs no
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
  loaded = await startWasm(await compilable(source, onProgress), createError)
  return new Library(loaded)
}

// Engines without WebAssembly hear of that when it is started.
const isStreamable = () =>
  typeof WebAssembly === 'object' && typeof WebAssembly.compileStreaming === 'function'
const isCompiled = (source: unknown) =>
  typeof WebAssembly === 'object' && source instanceof WebAssembly.Module

/** The source for the engine: a response while it arrives, if it has the right type. */
async function compilable(
  source: Exclude<LoadOptions['wasm'], URL | string | undefined>,
  onProgress: LoadOptions['onProgress']
): Promise<BufferSource | Response | WebAssembly.Module> {
  if (source instanceof Response) {
    const response = counted(source, onProgress)
    const type = response.headers.get('content-type') ?? ''
    if (/^application\/wasm\s*$/.test(type) && isStreamable()) return response
    return requireWasm(new Uint8Array(await response.arrayBuffer()), source)
  }
  if (isCompiled(source)) return source as WebAssembly.Module
  return requireWasm(bytesOf(source as BufferSource), source)
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
function requireWasm<Bytes extends Uint8Array>(bytes: Bytes, source: unknown): Bytes {
  const start = new TextDecoder().decode(bytes.subarray(0, 4))
  if (start === '\0asm') return bytes
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
    `wasm: expected bytes, a response, an address or a module, found ${described(source)}`
  )
}

/** A response that counts the arrived bytes. */
function counted(response: Response, onProgress: LoadOptions['onProgress']): Response {
  if (!response.ok) {
    const { url, status, statusText } = response
    throw new LoadError(`linkwork.wasm: ${url}: ${`${status} ${statusText}`.trim()}; ${advice}`)
  }
  // The length of a compressed response is the compressed one, not the number of bytes to come.
  const compressed = response.headers.has('content-encoding')
  const total = compressed ? 0 : Number(response.headers.get('content-length') ?? 0)
  let arrived = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      arrived += chunk.length
      controller.enqueue(chunk)
      onProgress?.(arrived, total)
    }
  })
  const { headers, status, statusText } = response
  return new Response(response.body?.pipeThrough(count) ?? null, { headers, status, statusText })
}

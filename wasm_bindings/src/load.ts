import { readAddress } from '#wasm-source'
import { described, optionsOf } from './checks.js'
import { createError, LoadError, MechanismError } from './errors.js'
import { Library } from './library.js'
import { startWasm } from './start-wasm.js'
import type { Linkwork, LoadOptions } from './types/linkwork.js'

const advice =
  'give load({ wasm }) the address of the file linkwork/linkwork.wasm where it is served, or its bytes'

type Progress = NonNullable<LoadOptions['onProgress']>

/** The load that is in progress or done. */
interface Loading {
  readonly library: Promise<Linkwork>
  readonly wasm: LoadOptions['wasm']
  readonly listeners: Progress[]
}

let loading: Loading | undefined

/**
 * Loads the WebAssembly, once: later calls share it. Needs no configuration in Vite, in a worker or in
 * Node. A load that failed, with a LoadError, may be tried again.
 * @throws MechanismError if a later call gives another `wasm` than the first
 */
export function load(options?: LoadOptions): Promise<Linkwork> {
  return rejectedWithOurs(async () => {
    const { wasm, onProgress } = checked(options)
    if (loading && wasm !== undefined && !isSameSource(wasm, loading.wasm))
      throw new MechanismError(
        'wasm: expected the same as in the first call of load(), which loads once. Use create({ wasm }) for another instance'
      )
    if (loading) {
      if (onProgress) loading.listeners.push(onProgress)
    } else {
      const listeners = onProgress ? [onProgress] : []
      const library = instantiated(wasm, (...bytes) => {
        for (const listener of listeners) listener(...bytes)
      })
      loading = { library, wasm, listeners }
      library.catch(() => {
        loading = undefined
      })
    }
    return loading.library
  })
}

/**
 * Loads the WebAssembly in an instance of its own, with its own memory. Its simulations and models are
 * independent of those of `load`.
 */
export function create(options?: LoadOptions): Promise<Linkwork> {
  return rejectedWithOurs(async () => {
    const { wasm, onProgress } = checked(options)
    return instantiated(wasm, onProgress)
  })
}

async function rejectedWithOurs<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof MechanismError || error instanceof LoadError) throw error
    throw new LoadError(`linkwork.wasm: ${error}`, { cause: error })
  }
}

function checked(options: LoadOptions | undefined): LoadOptions {
  const { wasm, onProgress } = optionsOf(options, ['wasm', 'onProgress'])
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw new MechanismError(`onProgress: expected a function, found ${described(onProgress)}`)
  return { wasm, onProgress }
}

const isAddress = (wasm: LoadOptions['wasm']): wasm is URL | string | undefined =>
  wasm === undefined || typeof wasm === 'string' || wasm instanceof URL

const isSameSource = (one: LoadOptions['wasm'], other: LoadOptions['wasm']) =>
  one === other || (isAddress(one) && isAddress(other) && String(one) === String(other))

async function instantiated(
  wasm: LoadOptions['wasm'],
  onProgress: LoadOptions['onProgress']
): Promise<Linkwork> {
  const source = isAddress(wasm) ? await readAddress(wasm).catch(failToRead) : wasm
  const module = await startWasm(await compilable(source, onProgress), createError)
  return new Library(module)
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

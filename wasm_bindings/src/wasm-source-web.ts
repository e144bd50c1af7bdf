import { leftBehind } from './left-behind.js'

/** Fetches the WebAssembly; bundlers recognize the default address and include the file. */
export async function readAddress(address?: URL | string): Promise<Response> {
  const behind = leftBehind('linkwork.wasm', import.meta.url)
  return fetch(address ?? behind ?? new URL('./linkwork.wasm', import.meta.url))
}

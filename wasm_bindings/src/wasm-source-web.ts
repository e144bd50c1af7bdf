/** Fetches the WebAssembly; bundlers recognise the default address and carry the file along. */
export async function readAddress(address?: URL | string): Promise<Response> {
  return fetch(address ?? new URL('./linkwork.wasm', import.meta.url))
}

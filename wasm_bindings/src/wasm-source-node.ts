import { readFile } from 'node:fs/promises'

/** Reads the WebAssembly from a file, by default the one beside this module, or fetches it. */
export async function readAddress(
  address: URL | string = new URL('./linkwork.wasm', import.meta.url)
): Promise<Uint8Array<ArrayBuffer> | Response> {
  const remote = /^(https?|data|blob):/.test(String(address))
  return remote ? fetch(address) : new Uint8Array(await readFile(asFile(address)))
}

function asFile(address: URL | string): URL | string {
  return typeof address === 'string' && address.startsWith('file:') ? new URL(address) : address
}

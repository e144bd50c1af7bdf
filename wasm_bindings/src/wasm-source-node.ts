import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Reads the WebAssembly from a file, by default the one next to this module, or fetches it. */
export async function readAddress(
  address: URL | string = nextToThis()
): Promise<Uint8Array<ArrayBuffer> | Response> {
  const text = String(address)
  if (/^(https?|data|blob):/.test(text)) return fetch(text)
  return new Uint8Array(await readFile(text.startsWith('file:') ? fileURLToPath(text) : text))
}

/** Bundlers recognize the address and include the file. */
function nextToThis(): string {
  const { href } = new URL('./linkwork.wasm', import.meta.url)
  if (href.startsWith('file:')) return href
  // Next makes it a place on the site, which its server cannot read; the file is where it was, too.
  return join(dirname(fileURLToPath(import.meta.url)), 'linkwork.wasm')
}

import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm'
}

/** Serves a folder under a strict policy. Returns the address, and what ends it. */
export async function servePage(folder: string) {
  const policy = policyOf(readFileSync(join(folder, 'index.html'), 'utf8'))
  const server = createServer(({ url = '/' }, response) => {
    const path = normalize(new URL(url, 'http://localhost').pathname)
    const file = join(folder, path === '/' ? 'index.html' : path)
    const type = types[extname(file)]
    if (!type || !existsSync(file)) return response.writeHead(404).end()
    response.setHeader('Content-Security-Policy', policy).setHeader('Content-Type', type)
    return createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: Promise.resolve(`http://127.0.0.1:${port}/`), stop }
}

/** Scripts of the site alone, and import maps, which are in the page, by their hashes. */
function policyOf(page: string): string {
  const maps = page.matchAll(/<script type="?importmap"?>(.*?)<\/script>/gs)
  const hashes = Array.from(maps, ([, map = '']) => {
    return ` 'sha256-${createHash('sha256').update(map).digest('base64')}'`
  })
  return `script-src 'self' 'wasm-unsafe-eval'${hashes.join('')}`
}

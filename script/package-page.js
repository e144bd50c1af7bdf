import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = fileURLToPath(new URL('../wasm_bindings', import.meta.url))
const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' }
const page = `<!doctype html><link rel="icon" href="data:," /><script type="importmap">
{ "imports": { "linkwork": "/dist/index.js", "#wasm-source": "/dist/wasm-source-web.js" } }
</script><script type="module">
globalThis.linkwork = await import('linkwork')
globalThis.library = await globalThis.linkwork.load()
</script>`

/**
 * Serves an empty page with the built package: `linkwork`, and `library` when it is loaded. Returns the
 * address, and what ends it.
 */
export async function servePackage() {
  const server = createServer(({ url }, response) => {
    const file = join(built, normalize(new URL(url, 'http://localhost').pathname))
    const type = types[extname(file)]
    if (!type) response.setHeader('content-type', 'text/html').end(page)
    else if (!existsSync(file)) response.writeHead(404).end()
    else createReadStream(file).pipe(response.setHeader('content-type', type))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${server.address().port}/`, close }
}

import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = fileURLToPath(new URL('../wasm_bindings', import.meta.url))
const installed = fileURLToPath(new URL('../node_modules', import.meta.url))
const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' }
const page = `<!doctype html><link rel="icon" href="data:," /><script type="importmap">
{ "imports": { "linkwork": "/dist/index.js", "#wasm-source": "/dist/wasm-source-web.js",
  "linkwork/three": "/dist/three/index.js", "three": "/three/build/three.module.js",
  "three/webgpu": "/three/build/three.webgpu.js", "three/addons/": "/three/examples/jsm/" } }
</script><script type="module">
globalThis.linkwork = await import('linkwork')
globalThis.library = await globalThis.linkwork.load()
globalThis.drawing = async () => ({
  three: await import('three/webgpu'), ...(await import('linkwork/three'))
})
</script>`

/**
 * Serves an empty page with the built package: `linkwork`, and `library` when it is loaded; `drawing()`
 * loads what draws it. Returns the address, and what ends it.
 */
export async function servePackage() {
  const server = createServer(({ url }, response) => {
    const path = normalize(new URL(url, 'http://localhost').pathname)
    const file = join(path.startsWith('/three/') ? installed : built, path)
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

// Bundles, in one file each next to linkwork.wasm: dist/linkwork.browser.js, the package for pages
// without a bundler, and dist/worker-web.js, of which no bundler has to split anything.
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

async function write(input, file) {
  const bundle = await rolldown({ input: at(input), platform: 'browser' })
  await bundle.write({ file: at(file), codeSplitting: false, minify: true, sourcemap: true })
}

await write('dist/browser.js', 'dist/linkwork.browser.js')
await write('dist/worker/worker-web.js', 'dist/worker-web.js')

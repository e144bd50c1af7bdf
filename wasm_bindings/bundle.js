// Writes dist/linkwork.browser.js, the package in one file, linkwork.wasm beside it.
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const bundle = await rolldown({ input: at('dist/browser.js'), platform: 'browser' })
await bundle.write({
  file: at('dist/linkwork.browser.js'),
  codeSplitting: false,
  minify: true,
  sourcemap: true
})

import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const name = 'virtual:viewer'
const code = fileURLToPath(new URL('../src/modes/measure/viewer.ts', import.meta.url))

/** The script of a page in one file, with all its imports, in one module. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      assetsInlineLimit: 0,
      rollupOptions: { input: code, output: { codeSplitting: false } }
    },
    worker: { format: 'es' }
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const chunks = outputs.filter((each) => each.type === 'chunk')
  const [chunk] = chunks
  if (!chunk || chunks.length > 1)
    throw new Error(`${code}: expected one chunk of ${chunks.length}`)
  return chunk.code
}

let bundling: Promise<string> | undefined

/** The module `virtual:viewer`: the text of the viewer that goes into pages in one file. */
export const viewer: Plugin = {
  name: 'viewer',
  resolveId: (id) => (id === name ? `\0${id}` : undefined),
  async load(id) {
    if (id !== `\0${name}`) return undefined
    bundling ??= bundle()
    return `export default ${JSON.stringify(await bundling)}`
  }
}

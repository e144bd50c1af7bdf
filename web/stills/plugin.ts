import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

type Code = typeof import('../src/model/mechanisms/still.ts')

const list = 'virtual:stills'
const inner = `\0${list}`
const code = fileURLToPath(new URL('../src/model/mechanisms/still.ts', import.meta.url))

let computing: ReturnType<Code['computeStills']> | undefined

/** The gallery's stills, by id, computed once by the package in Node. */
async function compute(): ReturnType<Code['computeStills']> {
  const { module } = await runnerImport<Code>(code, { configFile: false, logLevel: 'error' })
  return await module.computeStills()
}

/**
 * The module `virtual:stills`: for each mechanism of the gallery, by its id, a function that fetches
 * how it starts. Each is a file of its own, fetched where it is wanted.
 */
export const stills: Plugin = {
  name: 'stills',
  resolveId: (id) => (id.startsWith(list) ? `\0${id}` : undefined),
  async load(id) {
    if (!id.startsWith(inner)) return undefined
    computing ??= compute()
    const found = await computing
    if (id === inner) {
      const fetches = [...found.keys()].map((name) => {
        const still = JSON.stringify(`${list}/still-${name}`)
        return `${JSON.stringify(name)}: () => import(${still})`
      })
      return `export const stills = {${fetches.join()}}`
    }
    const still = found.get(id.slice(`${inner}/still-`.length))
    // Read as JSON: a number keeps its bits, and engines read it faster than code.
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(still))})`
  }
}

// Writes dist/tables.js, the tables that C++ exports as constants: for pages that need to know the
// methods and the catalogue's options before, or without, loading the WebAssembly.
import { writeFileSync } from 'node:fs'
import { load } from './dist/index.js'

const linkwork = await load()
const tables = {
  methods: 'MethodEntry',
  accelerationMethods: 'AccelerationMethodEntry',
  catalogue: 'CatalogueEntry'
}
const names = Object.keys(tables)
const values = names.map((name) => `export const ${name} = ${JSON.stringify(linkwork[name])}\n`)
const types = names.map((name) => `export declare const ${name}: readonly ${tables[name]}[]\n`)
const imported = `import type { ${Object.values(tables).sort().join(', ')} } from './types/tables.js'\n`
writeFileSync(new URL('dist/tables.js', import.meta.url), values.join(''))
writeFileSync(new URL('dist/tables.d.ts', import.meta.url), imported + types.join(''))

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly unknown[]
}

interface Bill {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const printed = execFileSync('node', ['script/sbom.js'], { cwd: fileURLToPath(root) })
const { metadata, components, dependencies } = JSON.parse(String(printed)) as Bill

it('is that of the published package, its dependencies and what is compiled into it', () => {
  const { version } = read('wasm_bindings/package.json')
  expect(metadata.component).toMatchObject({ name: 'linkwork', version })
  const compiled = ['Eigen', 'nlohmann-json', 'emscripten', 'musl', 'dlmalloc', 'libc++']
  const parts = [...compiled, 'fast-xml-parser', 'comlink']
  const names = components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(parts))
  const direct = dependencies.find(({ ref }) => ref === metadata.component['bom-ref'])?.dependsOn
  for (const name of parts) {
    expect(direct?.some((ref) => ref.startsWith(`${name}@`))).toBe(true)
  }
})

it('has nothing compiled in that the notice of the package does not name', () => {
  const notice = readFileSync(new URL('wasm_bindings/NOTICE', root), 'utf8')
  const compiled = components.filter(({ purl }) => purl.startsWith('pkg:generic/'))
  expect(compiled.length).toBeGreaterThan(5)
  for (const { name } of compiled) expect(notice).toContain(name)
})

it('has version and license of every part, and refers to none that it does not list', () => {
  const refs = new Set([metadata.component, ...components].map((each) => each['bom-ref']))
  for (const { name, version, licenses } of components) {
    expect(version, name).toMatch(/^\d+(\.\d+)*$/)
    expect(licenses, name).toHaveLength(1)
  }
  for (const { ref, dependsOn } of dependencies) {
    for (const each of [ref, ...dependsOn]) expect(refs).toContain(each)
  }
})

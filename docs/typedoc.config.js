// The API of the package in Markdown: a module an entry of its `exports` that has types.
import { existsSync, readFileSync } from 'node:fs'
import { Converter, ReflectionKind } from 'typedoc'

const folder = '../wasm_bindings'
const { exports } = JSON.parse(
  readFileSync(`${import.meta.dirname}/${folder}/package.json`, 'utf8')
)
const sources = Object.values(exports)
  .filter(({ types }) => types)
  .map(({ types }) => types.replace('./dist/', `${folder}/src/`).replace('.d.ts', '.ts'))
  .filter((file) => existsSync(`${import.meta.dirname}/${file}`))

/** Modules are called as they are imported. */
const importedNames = ({ converter }) =>
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module))
      module.name = module.name === 'index' ? 'linkwork' : `linkwork/${module.name}`
  })

export default {
  plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme', importedNames],
  entryPoints: sources,
  tsconfig: `${folder}/tsconfig.json`,
  out: 'api/typescript',
  docsRoot: '.',
  name: 'linkwork',
  readme: 'none',
  disableSources: true,
  excludeExternals: true,
  excludePrivate: true,
  excludeInternal: true,
  sanitizeComments: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  validation: { notExported: false, invalidPath: false },
  sidebar: { pretty: true }
}

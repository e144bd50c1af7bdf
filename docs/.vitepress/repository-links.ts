import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownRenderer } from 'vitepress'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Documents elsewhere in the repository that are pages here, by the name of their page. */
const pages: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'wasm_bindings/README.md': 'package.md',
  'bench/README.md': 'measurements.md',
  'SECURITY.md': 'security.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing/index.md'
}

/** Other files that pages link to: they are copied next to the site, under `files`. */
const linked = new Set<string>()

/** Anchors as code hosts make them, so a link into a document is right there and here. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\- _]/gu, '')
    .replaceAll(' ', '-')

/** The target of a link of the document `source`, from the top of the site. */
function targetOf(address: string, source: string): string {
  const [path = '', anchor] = address.split('#')
  if (path === '' || /^(\w+:|\/)/.test(path)) return address
  const file = relative(repository, join(dirname(source), path))
  const suffix = anchor === undefined ? '' : `#${anchor}`
  const page = file.startsWith('docs/') ? file.slice('docs/'.length) : pages[file]
  if (page) return `/${page}${suffix}`
  linked.add(file)
  return `/${copyOf(file)}${suffix}`
}

/** As text, which browsers show for every type of file. */
const copyOf = (file: string) => `files/${file}.txt`

/**
 * Makes links between documents of the repository right on the site. A page that includes a document
 * from elsewhere names it in its front matter as `source`; VitePress makes its pictures relative to the
 * page, where their addresses begin with a dot.
 */
export function linksOfRepository(md: MarkdownRenderer): void {
  md.core.ruler.after('inline', 'links-of-repository', ({ tokens, env }) => {
    const included = env.frontmatter?.source
    const source = included ? join(repository, included) : env.path
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href')
      if (token.type === 'link_open' && href) token.attrSet('href', targetOf(href, source))
      const picture = token.attrGet('src')
      if (token.type === 'image' && picture && /^\w/.test(picture))
        token.attrSet('src', `./${picture}`)
    }
  })
}

export async function copyLinkedFiles(folder: string): Promise<void> {
  for (const file of linked) {
    const copy = join(folder, copyOf(file))
    await mkdir(dirname(copy), { recursive: true })
    await copyFile(join(repository, file), copy)
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A fenced block of a page. */
export interface Block {
  readonly language: string
  /** The file that it is saved as, in brackets after the language. */
  readonly file: string | undefined
  readonly text: string
  readonly line: number
}

export interface Page {
  readonly name: string
  readonly blocks: readonly Block[]
  /** Files of the repository that it shows. */
  readonly shown: readonly string[]
}

/** The pages that people wrote, the repository's first one and the package's guide. */
export function readPages(): readonly Page[] {
  const written = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !/^(node_modules|api\/typescript)/.test(file))
    .map((file) => `docs/${file}`)
  return [...written.sort(), 'README.md', 'wasm_bindings/README.md'].map((name) => {
    const text = readFileSync(join(repository, name), 'utf8')
    const shown = [...text.matchAll(/^<<< (\S+)$/gm)].map(([, file = '']) =>
      join(repository, dirname(name), file)
    )
    return { name, blocks: blocksOf(text), shown }
  })
}

const fence = /^( *)```(\w+)[^\S\n]*(?:\[(.+)\])?[^\n]*\n([\s\S]*?)^\1```$/gm

function blocksOf(text: string): Block[] {
  return [...text.matchAll(fence)].map((match) => {
    const [, indent = '', language = '', file, inside = ''] = match
    return {
      language,
      file,
      text: inside.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: text.slice(0, match.index).split('\n').length + 1
    }
  })
}

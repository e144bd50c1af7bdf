// words.js: prints every word that the project does not use, and fails if there is any.
//
// script/words.json lists patterns of old words, each with the term to use, and the kinds of text that it
// applies to: identifiers, comments, strings, docs (Markdown); by default all. Patterns match whole words,
// in lower case, on one line; names in camelCase and snake_case are split into words. `unswept` lists
// folders whose words are not checked yet, `excluded` the recorded results and the texts of others.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const isRead = (file) => /\.([ch]pp|[cm]?[jt]sx?|md)$/.test(file)

/** Returns a sentence for every listed word in the repository at `root`. */
export function findings(root, { unswept, excluded, words } = readWords(root)) {
  const skipped = [...unswept, ...excluded].map((folder) => `${folder}/`)
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((file) => isRead(file) && existsSync(join(root, file)))
    .filter((file) => !skipped.some((folder) => `${file}/`.startsWith(folder)))
  const search = searchFor(words)
  return files.flatMap((file) => {
    const found = wordsIn(readFileSync(join(root, file), 'utf8'), file.endsWith('.md'), search)
    return [...found].map((sentence) => `${file}:${sentence}`)
  })
}

const readWords = (root) => JSON.parse(readFileSync(join(root, 'script/words.json'), 'utf8'))

/** Returns the function that finds the listed words in a text of a kind. */
function searchFor(words) {
  const patterns = words.map((word) => ({ ...word, old: new RegExp(`\\b(?:${word.old})\\b`, 'g') }))
  const of = (kind) => patterns.filter((word) => !word.in || word.in.includes(kind))
  const kinds = ['identifiers', 'comments', 'strings', 'docs']
  const byKind = Object.fromEntries(kinds.map((kind) => [kind, of(kind)]))
  const known = new Map()
  return (kind, text) => {
    const key = `${kind} ${text}`
    if (!known.has(key)) {
      const split = splitNames(text)
      const found = byKind[kind].flatMap((word) =>
        (split.match(word.old) ?? []).map((old) => `"${old}": use "${word.new}"`)
      )
      known.set(key, found)
    }
    return known.get(key)
  }
}

/** Returns the text in lower case with the words of names separated: `stepCount`, `step_count` → `step count`. */
function splitNames(text) {
  const separated = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  return separated.replace(/(?<=\w)_+|_+(?=\w)/g, ' ').toLowerCase()
}

/** Numbers come first, because `1'000` contains no string. */
const token = new RegExp(
  [
    /\b\d[\w'.]*/,
    /(?<comments>\/\/[^\n]*|\/\*[\s\S]*?\*\/)/,
    /(?<strings>R"(?<mark>\w*)\([\s\S]*?\)\k<mark>"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`)/,
    /(?<identifiers>[A-Za-z_$][\w$]*)/
  ]
    .map((part) => part.source)
    .join('|'),
  'g'
)

/** What Markdown does not say itself: code between backquotes, and figures that a command wrote. */
const recorded = /`[^`\n]*`|<!-- figures: [\s\S]*?<!-- end -->/g

/** Returns `LINE says "OLD": use "NEW"` for every listed word of a text, each once per line. */
function wordsIn(text, isMarkdown, search) {
  const found = new Set()
  const look = (kind, part, start) => {
    let line = text.slice(0, start).split('\n').length
    for (const content of part.split('\n')) {
      for (const sentence of search(kind, content)) found.add(`${line} says ${sentence}`)
      line++
    }
  }
  const lookInCode = (code, start) => {
    for (const { groups, index } of code.matchAll(token)) {
      const kind = ['comments', 'strings', 'identifiers'].find((name) => groups[name])
      if (kind) look(kind, groups[kind], start + index)
    }
  }
  if (!isMarkdown) lookInCode(text, 0)
  else {
    let start = 0
    for (const [i, part] of text.split(/(^ *```[\s\S]*?^ *```$)/m).entries()) {
      if (i % 2) lookInCode(part, start)
      else
        look(
          'docs',
          part.replace(recorded, (text) => text.replace(/[^\n]/g, '')),
          start
        )
      start += part.length
    }
  }
  return found
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sentences = findings('.')
  for (const sentence of sentences) console.log(sentence)
  if (sentences.length > 0) process.exitCode = 1
}

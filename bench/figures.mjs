// figures.mjs [--check]: copies figures from bench/results into documents, or fails if any differs.
//
// Comments mark where figures stand; Markdown hides them:
//
//   <!-- figures: NAME -->             what the command printed and its commit and machine, up to
//   <!-- figures: NAME; TITLE -->      one table of it: TITLE is a part of its first header cell or of
//   <!-- end -->                       the line above it
//   <!-- figure: NAME; ROW; COLUMN -->0.84<!-- -->           a cell of the only table with both labels
//   <!-- figure: NAME; TITLE; ROW; COLUMN -->0.84<!-- -->    a cell of the table with this title
//   <!-- figure: NAME; ROW; COLUMN #2 -->0.84<!-- -->        the second number in the cell
//   <!-- figure: published -->5.7<!-- -->                    a figure of a paper, not checked
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  cppCommits,
  folder,
  git,
  isShallow,
  mostCommits,
  readResults,
  repository
} from './results.mjs'

const eitherMarker =
  /^<!-- figures: (.+?) -->\n[\s\S]*?^<!-- end -->$|<!-- figure: (.+?) -->(.*?)<!-- -->/gm

/** Words that only a measurement justifies; what they match has to be marked. */
const measured = [
  /[\d.]+ ?[µn]s\b/,
  /[\d.]+ (?:times|×) (?:as (?:fast|long|much)|faster|slower|sooner|less|more)\b/,
  /\d\.\d+ ?% of/,
  /[\d.]+ ms (?:per|a) step\b/
]

/** Returns the documents whose figures come from files. */
export function documents() {
  const names = git('ls-files', '--', '*.md').split('\n')
  const isOne = (name) =>
    /^(docs\/.*|README\.md|CONTRIBUTING\.md|bench\/README\.md|wasm_bindings\/README\.md)$/.test(
      name
    )
  return names
    .filter(isOne)
    .map((name) => ({ name, text: readFileSync(join(repository, name), 'utf8') }))
}

export const plain = (text) =>
  text
    .replace(/[`*\\]/g, '')
    .replace(/^#+ /, '')
    .replace(/\s+/g, ' ')
    .trim()

const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** Returns the tables of a result: title, header, rows and lines. */
export function tablesOf(body) {
  const tables = []
  let title = ''
  let table
  for (const line of body.split('\n')) {
    if (!line.startsWith('|')) {
      table = undefined
      if (line.trim()) title = line
    } else if (table) {
      table.lines.push(line)
      if (!/^\|[\s|:-]+$/.test(line)) table.rows.push(cellsOf(line))
    } else {
      table = { title, header: cellsOf(line), rows: [], lines: [line] }
      tables.push(table)
    }
  }
  return tables
}

/** Returns the only element, or throws. */
function only(found, what) {
  if (found.length !== 1) throw new Error(`expected one ${what}, found ${found.length}`)
  return found[0]
}

const isTitled = (part) => (table) =>
  [table.title, table.header[0]].some((text) => plain(text).includes(plain(part)))

/** Returns the text of the cell that an inline marker names. */
export function cellOf(result, parts) {
  const [row, last] = parts.slice(-2)
  const [, column, count] = /^(.*?)(?: #(\d+))?$/.exec(last)
  const isNamed = (name) => (text) => plain(text) === plain(name)
  const cells = tablesOf(result.body)
    .filter((table) => parts.length === 2 || isTitled(parts[0])(table))
    .flatMap(({ header, rows }) =>
      rows
        .filter(([first]) => isNamed(row)(first))
        .flatMap((found) => found.filter((_, i) => i > 0 && isNamed(column)(header[i])))
    )
  const cell = only(cells, `cell in row "${row}" and column "${column}"`)
  if (!count) return cell
  const numbers = cell.match(/[-−+]?\d[\d.,]*(?:e[-+]?\d+)?/g) ?? []
  const number = numbers[count - 1]?.replace(/[.,]$/, '')
  if (!number) throw new Error(`"${cell}" has no number ${count}`)
  return number
}

/** Returns the text between the markers of a block. */
export function blockOf(result, title) {
  const { command, commit, date, machine } = result.head
  const source = `\`${command}\`, commit ${commit}, ${date}. ${machine}.`
  const shown =
    title === undefined
      ? result.body
      : only(tablesOf(result.body).filter(isTitled(title)), `table titled "${title}"`).lines.join(
          '\n'
        )
  return `${shown}\n\n${source}`
}

/** Splits a document into prose and code blocks in turn. */
const partsOf = (text) => text.split(/(^ *```[\s\S]*?^ *```$)/m)

/** Calls `change(part, line)` on the prose of a document; returns the document with what it returns. */
function mapProse(text, change) {
  let line = 1
  return partsOf(text)
    .map((part, i) => {
      const mapped = i % 2 ? part : change(part, line)
      line += part.split('\n').length - 1
      return mapped
    })
    .join('')
}

const lineIn = (text, index) => text.slice(0, index).split('\n').length - 1

/** Returns what a marker, its block included, has to be. */
function expectedAt(results, marker, isBlock) {
  const [name, ...parts] = marker.split(';').map((part) => part.trim())
  const result = results.get(name)
  if (!result) throw new Error(`expected the file ${folder}/${name}.md, found none`)
  return isBlock
    ? `<!-- figures: ${marker} -->\n\n${blockOf(result, parts[0])}\n\n<!-- end -->`
    : `<!-- figure: ${marker} -->${cellOf(result, parts)}<!-- -->`
}

/** Returns a document with the figures of the results, and every difference: its line, what is wrong. */
export function withFigures(text, results) {
  const differences = []
  const filled = mapProse(text, (part, start) =>
    part.replace(eitherMarker, (found, ofBlock, ofInline, _, offset) => {
      if (ofInline === 'published') return found
      const line = start + lineIn(part, offset)
      const marker = ofBlock ?? ofInline
      try {
        const expected = expectedAt(results, marker, ofBlock !== undefined)
        const [is, must] = [found, expected].map((each) => each.split('\n'))
        const first = must.findIndex((each, i) => each !== is[i])
        if (found !== expected)
          differences.push({
            line: line + Math.max(first, 0),
            sentence: `found "${is[first] ?? ''}", expected "${must[first] ?? ''}". Run \`node bench/figures.mjs\`.`
          })
        return expected
      } catch (error) {
        differences.push({ line, sentence: `${marker}: ${error.message}` })
        return found
      }
    })
  )
  return { text: filled, differences }
}

/** Returns every figure in the prose of a document that has no marker, and every misplaced marker. */
function unmarked(text) {
  const found = []
  const blank = (marker) => marker.replace(/[^\n]/g, ' ')
  mapProse(text, (part, start) => {
    const bare = part.replace(eitherMarker, blank).split('\n')
    for (const [i, line] of part.split('\n').entries()) {
      if (line.startsWith('<!-- figure: '))
        found.push({
          line: start + i,
          sentence: 'an inline marker must not begin a line: Markdown ends there.'
        })
      const figure = measured.map((pattern) => pattern.exec(bare[i])?.[0]).find(Boolean)
      if (figure)
        found.push({
          line: start + i,
          sentence: `found the measured figure "${figure}" without a marker, expected one of bench/figures.mjs.`
        })
    }
    return part
  })
  return found
}

/** Returns a sentence for every figure of a document that differs from its file or has no marker. */
export function findingsIn({ name, text }, results) {
  const found = [...withFigures(text, results).differences, ...unmarked(text)]
  return found.map(({ line, sentence }) => `${name}:${line}: ${sentence}`)
}

/** Returns the commits of a result: that of its head, and those in a column "commit". */
function commitsOf({ head, body }) {
  const rows = tablesOf(body).flatMap(({ header, rows }) => {
    const column = header.indexOf('commit')
    return column < 0 ? [] : rows.map((cells) => cells[column])
  })
  return new Set([head.commit.split(' ')[0], ...rows])
}

/** Returns a sentence for every result of which a commit is too old or unknown. */
export function oldResults(results, now, countAt = cppCommits) {
  return [...results.values()].flatMap((result) => {
    const file = `${folder}/${result.name}.md`
    return [...commitsOf(result)].flatMap((commit) => {
      const age = now - countAt(commit)
      if (age <= mostCommits) return []
      return [
        `${file}: found commit ${commit}, ${age} commits of cpp/ ago, expected at most ` +
          `${mostCommits}. Run \`bench/all ${result.name}\`.`
      ]
    })
  })
}

/** Copies the figures of all results into all documents. */
export function update() {
  const results = readResults()
  for (const { name, text } of documents()) {
    const { text: expected } = withFigures(text, results)
    if (expected !== text) writeFileSync(join(repository, name), expected)
  }
}

/** Returns a sentence for everything that is wrong in the repository. */
export function findings() {
  const results = readResults()
  const ages = isShallow() ? [] : oldResults(results, cppCommits())
  return [...documents().flatMap((document) => findingsIn(document, results)), ...ages]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!process.argv.includes('--check')) update()
  const found = findings()
  for (const sentence of found) console.error(sentence)
  process.exitCode = found.length === 0 ? 0 : 1
}

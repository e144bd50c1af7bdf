import { createHash } from 'node:crypto'
import { faultsAt } from './faults.mjs'
import { placeOf } from './places.mjs'
import { tokensOf } from './tokens.mjs'

/**
 * Every mutant of a source that can be chosen while the program runs: the original and the changed line,
 * which of the same mutants of the file it is (`nth`), and the place, with both texts.
 */
export function mutantsOf(file, source) {
  const tokens = tokensOf(source)
  const seen = new Map()
  const found = []
  for (const at of tokens.keys()) {
    for (const fault of faultsAt(source, tokens, at)) {
      const place = placeOf(source, tokens, at)
      if (!place || (fault === 'statement' && !place.isStatement)) continue
      const range = { start: tokens[place.from].start, end: tokens[place.to - 1].end }
      const edits = fault === 'statement' ? [{ ...range, text: ';' }] : fault
      const lines = linesAround(source, edits)
      const mutant = { file, from: plain(source, lines, []), to: plain(source, lines, edits) }
      const key = `${mutant.from}\n${mutant.to}`
      const nth = seen.get(key) ?? 0
      seen.set(key, nth + 1)
      const text = plain(source, range, edits)
      const firstLine = lineOf(source, range.start)
      const lastLine = lineOf(source, range.end)
      const line = lineOf(source, tokens[at].start)
      found.push({ ...mutant, nth, ...range, firstLine, line, lastLine, text, place })
    }
  }
  return found
}

/** A range of the source after edits, on one line, without comments. */
function plain(source, { start, end }, edits) {
  let text = ''
  let at = start
  for (const edit of edits) {
    text += source.slice(at, edit.start) + edit.text
    at = edit.end
  }
  text += source.slice(at, end)
  return text
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function linesAround(source, edits) {
  const start = source.lastIndexOf('\n', edits[0].start) + 1
  const end = source.indexOf('\n', edits.at(-1).end)
  return { start, end: end === -1 ? source.length : end }
}

const lineOf = (source, index) => source.slice(0, index).split('\n').length

/**
 * Two mutants of a file, and one more for every hundred that it has. They are those with the smallest
 * hashes that do not overlap: the same on every machine, and still the same where other lines change.
 */
export function sampleOf(mutants) {
  const count = 2 + Math.floor(mutants.length / 100)
  const rank = ({ file, from, to, nth }) =>
    createHash('sha256')
      .update(JSON.stringify([file, from, to, nth]))
      .digest('hex')
  const chosen = []
  for (const mutant of mutants.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
    const isApart = chosen.every(({ start, end }) => end <= mutant.start || mutant.end <= start)
    if (chosen.length < count && isApart) chosen.push(mutant)
  }
  return chosen.toSorted((a, b) => a.start - b.start)
}

/** The source with every mutant of a sample in it, each chosen by its `number`; lines stay in place. */
export function withMutants(source, sample) {
  let text = ''
  let at = 0
  for (const { number, start, end, text: mutant, place } of sample) {
    text += source.slice(at, start)
    text += place.write(`mutantIs(${number})`, mutant, source.slice(start, end))
    at = end
  }
  return `#include "linkwork/mutant.hpp"\n#line 1\n${text}${source.slice(at)}`
}

import { opens } from './tokens.mjs'

/** Replacements: each name by the next of its circle. */
const circles = (...lists) =>
  new Map(lists.flatMap((list) => list.map((name, i) => [name, list[(i + 1) % list.length]])))

const operators = circles(
  ['+', '-'],
  ['*', '/'],
  ['+=', '-='],
  ['*=', '/='],
  ['<', '<='],
  ['>', '>='],
  ['==', '!='],
  ['&&', '||']
)
const members = circles(
  ['x', 'y', 'z'],
  ['xx', 'yy', 'zz'],
  ['xy', 'xz', 'yz'],
  ['angular', 'linear']
)
const indices = circles(
  ['X', 'Y', 'Z'],
  ['XX', 'YY', 'ZZ'],
  ['XY', 'XZ', 'YZ'],
  ['HXX', 'HXY', 'HXZ', 'HYX', 'HYY', 'HYZ', 'HZX', 'HZY', 'HZZ']
)
const functions = circles(['sin', 'cos'], ['min', 'max'])
const beforeSign = new Set(['(', ',', '=', 'return', '{', '[', '?', ':', '*', '/', '<', '>', '&&'])

/**
 * The faults that can be made at the token `at`, each as edits { start, end, text } of the source; one
 * that leaves its whole statement out as `'statement'`.
 */
export function faultsAt(source, tokens, at) {
  const token = tokens[at]
  const { kind, text, start, end } = token
  if (token.isInTemplate) return []
  const replaced = (by) => [{ start, end, text: by }]
  if (kind === 'number') return [replaced(otherNumber(text))]
  if (kind === 'name') return otherNames(tokens, at).map(replaced)
  if (kind !== 'sign') return []
  if (text === '(' && /^cross/.test(tokens[at - 1]?.text)) return exchanged(source, tokens, at)
  if (token.isAfterBlank && token.isBeforeBlank && operators.has(text))
    return [replaced(operators.get(text)), ...(text === '+=' || text === '-=' ? ['statement'] : [])]
  const isSign = text === '-' && !token.isBeforeBlank && beforeSign.has(tokens[at - 1]?.text)
  return isSign ? [replaced('')] : []
}

/** 0 ↔ 1; of other whole numbers the next; twice a constant with a fraction. */
function otherNumber(text) {
  if (/^\d+$/.test(text)) return text === '0' ? '1' : text === '1' ? '0' : `${Number(text) + 1}`
  return `(2 * ${text})`
}

function otherNames(tokens, at) {
  const { text } = tokens[at]
  const before = tokens[at - 1]?.text
  const isMember = before === '.' || before === '->'
  const isCall = tokens[at + 1]?.text === '('
  const found = isMember ? members : indices.has(text) ? indices : isCall ? functions : new Map()
  return found.has(text) ? [found.get(text)] : []
}

/** The two arguments of a call change places. */
function exchanged(source, tokens, open) {
  const close = tokens[open].partner
  const commas = []
  for (let i = open + 1; i < close; i++) {
    if (opens(tokens[i])) i = tokens[i].partner
    else if (tokens[i].text === ',' && !tokens[i].isInTemplate) commas.push(i)
  }
  if (commas.length !== 1) return []
  const first = { start: tokens[open + 1].start, end: tokens[commas[0] - 1].end }
  const second = { start: tokens[commas[0] + 1].start, end: tokens[close - 1].end }
  const textOf = ({ start, end }) => source.slice(start, end)
  return [
    [
      { ...first, text: textOf(second) },
      { ...second, text: textOf(first) }
    ]
  ]
}

import { hostile, number } from './values.mjs'

/** Places of a tree of objects and arrays: each where it is held, and by which key. */
function placesOf(tree) {
  const places = []
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value)) {
      places.push([value, key])
      visit(value[key])
    }
  }
  visit(tree)
  return places
}

/** Of arrays that are copied: strange ones may be said to have two thousand million entries. */
const longest = 100_000

const keys = ['__proto__', 'constructor', 'mass', 'axis', 'joint', 'type', 'name', 'mistake']

/** The result of one mutation of a value; of an unreadable value, another strange one. */
function mutated(value, others, random, strange) {
  try {
    return changed(value, others, random, strange)
  } catch {
    return strange(random)
  }
}

/** `others` are values that stand elsewhere. */
function changed(value, others, random, strange) {
  if (value?.length > longest) return strange(random)
  switch (random.below(8)) {
    case 0:
      return strange(random)
    case 1:
      return random.pick(others)
    case 2:
      return Array.isArray(value) ? [...value, ...value] : [value]
    case 3:
      return Array.isArray(value) ? [...value].slice(1) : undefined
    default:
      if (typeof value === 'number') return random.oneIn(2) ? number(random) : -value
      if (typeof value === 'string') return random.oneIn(2) ? `${value}x` : random.pick(others)
      if (Array.isArray(value)) return random.oneIn(2) ? value.toReversed?.() : [value[0]]
      return number(random)
  }
}

/** A copy of an object with some of its parts changed, by what is `strange` too, taken away or added. */
export function mutatedObject(original, random, strange = hostile) {
  const copy = structuredClone(original)
  const places = placesOf(copy)
  const originals = placesOf(original)
  for (let left = 1 + random.below(3); left > 0; left--) {
    const [holder, key] = random.pick(places)
    const others = random.list(3, () => {
      const [from, name] = random.pick(originals)
      return structuredClone(from[name])
    })
    const kind = random.below(12)
    if (kind === 0) delete holder[key]
    else {
      const isNew = kind === 1 && !Array.isArray(holder)
      const value = mutated(holder[key], others, random, strange)
      // A key of its own, even if it is called __proto__.
      const own = { value, enumerable: true, writable: true, configurable: true }
      Object.defineProperty(holder, isNew ? random.pick(keys) : key, own)
    }
  }
  return copy
}

const words = [
  '<',
  '>',
  '/>',
  '"',
  '&',
  '&lt;',
  '&#0;',
  '&#x110000;',
  '&nobody;',
  '<!--',
  ']]>',
  '<![CDATA[',
  '<!DOCTYPE robot [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>',
  '<?xml version="9"?>',
  '\0',
  '\ud800',
  '${',
  'xacro:',
  'nan',
  'inf',
  '1e999',
  '-0',
  '1e-320',
  '0x10',
  '',
  ' ',
  '0 0 0',
  '1 1',
  'a b c',
  '__proto__',
  'constructor',
  '<loop name="l" type="revolute"/>',
  '<mimic joint="a"/>',
  'world'
]

/** A text of XML with elements, attributes, words or bytes changed. */
export function mutatedText(text, random) {
  let result = text
  for (let left = 1 + random.below(4); left > 0; left--) result = mutatedOnce(result, random)
  return result
}

/** The first and the last match of a pattern. */
function spansOf(text, pattern) {
  return [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length])
}

function mutatedOnce(text, random) {
  const span = (pattern) => random.pick(spansOf(text, pattern)) ?? [0, text.length]
  const put = ([start, end], what) => text.slice(0, start) + what + text.slice(end)
  const part = ([start, end]) => text.slice(start, end)
  const element = /<(\w+)[^>]*\/>|<(\w+)[^>]*>[^<]*<\/\2>/g
  const attributeValue = /(?<==")[^"]*(?=")/g
  const at = random.below(text.length + 1)
  switch (random.below(9)) {
    case 0:
      return put(span(element), '')
    case 1: {
      const [start] = span(element)
      return put([start, start], part(span(element)))
    }
    case 2:
      return put(span(attributeValue), random.pick(words))
    case 3:
      return put(span(attributeValue), part(span(attributeValue)))
    case 4:
      return put(span(attributeValue), String(number(random)))
    case 5:
      return put(span(/\b\w+(?==")/g), random.pick(['name', 'link', 'xyz', 'mistake', '__proto__']))
    case 6:
      return put([at, at], random.pick(words))
    case 7:
      return put([at, Math.min(text.length, at + random.below(20))], '')
    default:
      return put([at, at + 1], String.fromCharCode(random.below(random.oneIn(4) ? 65536 : 128)))
  }
}

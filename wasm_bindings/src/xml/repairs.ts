import { brief } from '../suggestion.js'
import { lineCounter } from './lines.js'
import type { Remarks } from './remarks.js'

const attributes = /([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')/g

/** Replaces an XML declaration after blanks or comments by blanks. */
export function withoutLateDeclaration(text: string, remarks: Remarks): string {
  let at = afterBlanks(text, 0)
  while (text.startsWith('<!--', at)) at = afterBlanks(text, endOf(text, '-->', at))
  if (at === 0 || !/^<\?xml\s/.test(text.slice(at, at + 6))) return text
  const end = endOf(text, '?>', at)
  const line = lineCounter(text)(at)
  remarks.add(
    `line ${line}: XML declaration: expected at the start of line 1, found on line ${line}; it is read`
  )
  return text.slice(0, at) + blank(text.slice(at, end)) + text.slice(end)
}

/** Replaces repeated attributes of an element by blanks: the first counts. */
export function withoutRepeats(text: string, remarks: Remarks): string {
  const lineAt = lineCounter(text)
  const parts: string[] = []
  let done = 0
  for (const [start, end] of startTagsIn(text)) {
    parts.push(
      text.slice(done, start),
      withoutRepeatsIn(text.slice(start, end), lineAt(start), remarks)
    )
    done = end
  }
  return parts.join('') + text.slice(done)
}

function withoutRepeatsIn(tag: string, line: number, remarks: Remarks): string {
  const name = /^<([^\s/>]*)/.exec(tag)?.[1] ?? ''
  const values = new Map<string, string>()
  return tag.replace(attributes, (each: string, attribute: string, value: string) => {
    const first = values.get(attribute)
    if (first === undefined) {
      values.set(attribute, value)
      return each
    }
    const place = `line ${line}: ${brief(name)} ${brief(attribute)}`
    const others = `found ${brief(first)} and ${brief(value)}`
    remarks.countedText(
      `repeated ${name} ${attribute}`,
      `${place}: expected the attribute once, ${others}; the first counts`
    )
    return blank(each)
  })
}

/** From and to of each tag that begins an element. */
function* startTagsIn(text: string): Iterable<readonly [number, number]> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const start = at
    if (text.startsWith('<!--', at)) at = endOf(text, '-->', at)
    else if (text.startsWith('<![CDATA[', at)) at = endOf(text, ']]>', at)
    else if (text.startsWith('<?', at)) at = endOf(text, '?>', at)
    else {
      at = endOfTag(text, at)
      if (text[start + 1] !== '/') yield [start, at]
    }
  }
}

/** Behind the > that no quotes are around. */
function endOfTag(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '>') {
    const letter = text[at]!
    at = letter === '"' || letter === "'" ? endOf(text, letter, at + 1) : at + 1
  }
  return Math.min(at + 1, text.length)
}

/** Behind the next place of what ends something, or behind the text. */
function endOf(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at < 0 ? text.length : at + end.length
}

function afterBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text[at]!)) at++
  return at
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

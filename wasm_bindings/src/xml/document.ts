import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { MechanismError } from '../errors.js'
import { brief } from '../suggestion.js'
import { lineCounter } from './lines.js'
import type { Remarks } from './remarks.js'
import { withoutLateDeclaration, withoutRepeats } from './repairs.js'

/** A format that mechanisms are written in, as its documents and errors have it. */
export interface Format {
  /** Its name in errors about a whole document: `urdf`. */
  readonly name: string
  /** Its common name: `URDF`. */
  readonly title: string
  /** Tags of the root, its own first. */
  readonly roots: readonly string[]
  /** Of a document within another: its name, which places begin with. */
  readonly file?: string
  /** Elements inside one another, at most. */
  readonly depth: number
  /** Elements that the place of what they hold does not name. */
  readonly silent: readonly string[]
  /** Elements whose place begins with themselves, however deep they are. */
  readonly own: readonly string[]
}

/**
 * Limits of a document. No robot comes near: the largest in common use have some
 * thousands of elements.
 */
export const documentLimits = {
  characters: 2 ** 26,
  /** From one < to the next: the parser takes 32 bytes a character until it has read a tag or a text. */
  charactersApart: 2 ** 20,
  elements: 500_000
} as const

/** A node as the parser gives it: its children under its tag, its attributes under `:@`. */
export type Node = Readonly<Record<string, unknown>> & { readonly ':@'?: Record<string, string> }

/** Under this symbol a node has its start. */
export const metaData = XMLParser.getMetaDataSymbol() as unknown as string

/**
 * The nodes of an XML document. Throws MechanismError if the text is none, if it is deeper than
 * the limit, and where it declares a document type: entities of its own could make much of little,
 * or name other files. Attributes that an element has twice are a warning.
 */
export function parseDocument(given: string, { depth }: Format, remarks: Remarks): readonly Node[] {
  let text = withoutLateDeclaration(given, remarks)
  const declaration = declarationIn(text)
  if (declaration >= 0) {
    throw new MechanismError(
      `line ${lineCounter(text)(declaration)}: found "${brief(text.slice(declaration), 16)}": document ` +
        'types and entities of their own are not read; expected elements alone'
    )
  }
  if (faultIn(text)?.msg.endsWith(' is repeated.')) text = withoutRepeats(text, remarks)
  requireWellFormed(text)
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    captureMetaData: true,
    maxNestedTags: depth
  })
  try {
    return parser.parse(text) as Node[]
  } catch (error) {
    const { message } = error as Error
    throw new MechanismError(
      /nested/.test(message)
        ? `line 1: expected at most ${depth} elements inside one another, found more`
        : `line 1: cannot be read as XML: ${brief(message, 200)}`
    )
  }
}

/** Throws MechanismError if tags do not close, attributes are no pairs, and the like. */
export function requireWellFormed(text: string): void {
  const found = faultIn(text)
  if (found)
    throw new MechanismError(`line ${found.line}: not well-formed XML: ${brief(found.msg, 200)}`)
}

function faultIn(text: string) {
  const check = XMLValidator.validate(text)
  return check === true ? undefined : check.err
}

/** Throws MechanismError if a document is too large. */
export function requireSize(text: string, { name }: Format): void {
  const { characters, charactersApart, elements } = documentLimits
  const requireAtMost = (most: number, what: string, found: number) => {
    if (found <= most) return
    throw new MechanismError(`${name}: expected at most ${most} ${what}, found ${found}`)
  }
  requireAtMost(characters, 'characters', text.length)
  const { count, apart } = tagsIn(text)
  requireAtMost(elements, 'elements', count)
  requireAtMost(charactersApart, 'characters from one < to the next', apart)
}

/** How many start tags there are, what comments hold counted too, and how far apart tags begin. */
function tagsIn(text: string): { count: number; apart: number } {
  let count = 0
  let apart = 0
  let last = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (text[at + 1] !== '/') count++
    apart = Math.max(apart, at - last)
    last = at
  }
  return { count, apart: Math.max(apart, text.length - last) }
}

/** The place of a declaration, <!DOCTYPE …> or the like: all that begins so but comments and CDATA. */
function declarationIn(text: string): number {
  let at = text.indexOf('<!')
  while (at >= 0) {
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : ''
    if (end === '') return at
    const close = text.indexOf(end, at + 4)
    at = close < 0 ? -1 : text.indexOf('<!', close)
  }
  return -1
}

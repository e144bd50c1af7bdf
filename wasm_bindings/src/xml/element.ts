import { MechanismError } from '../errors.js'
import { brief } from '../suggestion.js'
import { type Format, metaData, type Node, parseDocument, requireSize } from './document.js'
import { lineCounter } from './lines.js'
import { Remarks } from './remarks.js'

/** An element of the document, with its place for errors. */
export class Element {
  constructor(
    readonly tag: string,
    readonly attributes: Readonly<Record<string, string>>,
    readonly children: readonly Element[],
    readonly line: number,
    /** How an error calls it: `joint "knee", axis`. */
    readonly place: string,
    /** The text in it, without its elements. */
    readonly content = '',
    /** The warnings about its document. */
    readonly remarks = new Remarks(),
    /** Whether no motion depends on it: faults that have a plausible reading are warnings. */
    readonly isTolerant = false
  ) {}

  /** The same element with other attributes and children. */
  with(attributes: Readonly<Record<string, string>>, children: readonly Element[]): Element {
    const { tag, line, place, content, remarks, isTolerant } = this
    return new Element(tag, attributes, children, line, place, content, remarks, isTolerant)
  }

  /** An element of this one's document, at its place. */
  made(tag: string, content: string): Element {
    return new Element(tag, {}, [], this.line, `${this.place}, ${tag}`, content, this.remarks)
  }

  /** Returns the element as a part that no motion depends on. */
  tolerant(): Element {
    const { tag, attributes, line, place, content, remarks } = this
    const children = this.children.map((child) => child.tolerant())
    return new Element(tag, attributes, children, line, place, content, remarks, true)
  }

  all(tag: string): Element[] {
    return this.children.filter((child) => child.tag === tag)
  }

  /**
   * The child with this tag, of which there may be one. The first counts if others are the same, or
   * if no motion depends on them.
   */
  one(tag: string): Element | undefined {
    const [first, ...others] = this.all(tag)
    for (const other of others) {
      const problem = `is there twice, first on line ${first?.line}`
      if (!this.isTolerant && !first?.isSame(other))
        throw fault(other, '', `${problem}; expected one <${tag}>: remove the others`)
      this.remarks.counted(`twice ${tag}`, other, `${problem}; the first counts`)
    }
    return first
  }

  /** Whether two elements are equal, except for their places. */
  isSame(other: Element): boolean {
    const names = Object.keys(this.attributes)
    return (
      this.tag === other.tag &&
      this.content.trim() === other.content.trim() &&
      names.length === Object.keys(other.attributes).length &&
      names.every((name) => this.attributes[name] === other.attributes[name]) &&
      this.children.length === other.children.length &&
      this.children.every((child, i) => child.isSame(other.children[i]!))
    )
  }

  /** The same where there must be one. */
  need(tag: string): Element {
    return this.one(tag) ?? raise(fault(this, '', `expected an element <${tag}>, found none`))
  }

  /** An attribute; for '', the content of the element. */
  text(attribute: string): string | undefined {
    if (attribute === '') return this.content
    return Object.hasOwn(this.attributes, attribute) ? this.attributes[attribute] : undefined
  }

  /** An attribute that must be there and say something. */
  needText(attribute: string): string {
    const text = this.text(attribute)
    if (text === undefined) throw fault(this, '', `expected an attribute ${attribute}, found none`)
    if (text.trim() === '') throw fault(this, attribute, 'is empty')
    return text
  }
}

/** `line 12: joint "knee", axis xyz: problem`. */
export function fault(element: Element, attribute: string, problem: string): MechanismError {
  const place = attribute === '' ? element.place : `${element.place} ${attribute}`
  return new MechanismError(`line ${element.line}: ${place}: ${problem}`)
}

function raise(error: Error): never {
  throw error
}

/**
 * The root element of a document. Throws MechanismError if the text is no XML or breaks the limits
 * of a document, the root is another, or macros of xacro are not expanded.
 */
export function parseRoot(text: string, format: Format, remarks: Remarks): Element {
  requireSize(text, format)
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const nodes = parseDocument(source, format, remarks)
  const lineAt = lineCounter(source)
  const roots = nodes.filter((node) => !tagOf(node).startsWith('?'))
  const elements = roots.flatMap((node) => elementOf(node, '', { lineAt, format, remarks }))
  const [root, second] = elements
  const { roots: tags, title, file } = format
  const where = file === undefined ? '' : ` ${brief(file)}:`
  if (!root)
    throw new MechanismError(`line 1:${where} expected an element <${tags[0]}>, found none`)
  if (!tags.includes(root.tag)) {
    throw new MechanismError(
      `line ${root.line}:${where} expected <${tags[0]}>, the root of ${title}, found ` +
        `<${brief(root.tag)}>`
    )
  }
  if (second) throw fault(second, '', `expected nothing after </${root.tag}>`)
  return root
}

function tagOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ':@') ?? ''
}

/** Data that the elements of one document share. */
interface Reading {
  readonly lineAt: (index: number) => number
  readonly format: Format
  readonly remarks: Remarks
}

/** No element for text and comments. */
function elementOf(node: Node, parentPlace: string, document: Reading): Element[] {
  const { lineAt, format, remarks } = document
  const tag = tagOf(node)
  if (tag === '#text' || tag === '') return []
  const attributes = node[':@'] ?? {}
  const { startIndex } = node[metaData] as { startIndex: number }
  const line = lineAt(startIndex)
  requireExpanded(tag, attributes, line)
  const own =
    attributes['name'] === undefined ? brief(tag) : `${brief(tag)} "${brief(attributes['name'])}"`
  const first = format.file === undefined ? own : `${brief(format.file)}: ${own}`
  const place = parentPlace === '' || format.own.includes(tag) ? first : `${parentPlace}, ${own}`
  const inside = node[tag] as Node[]
  const children = inside.flatMap((child) =>
    elementOf(child, format.silent.includes(tag) ? '' : place, document)
  )
  const content = inside.map((child) => child['#text'] ?? '').join('')
  return [new Element(tag, attributes, children, line, place, content, remarks)]
}

function requireExpanded(tag: string, attributes: Readonly<Record<string, string>>, line: number) {
  const macro = tag.startsWith('xacro:')
    ? `<${tag}>`
    : Object.values(attributes).find((value) => value.includes('${'))
  if (macro === undefined) return
  throw new MechanismError(
    `line ${line}: found ${brief(macro)}: this is xacro, which makes URDF; expand it first: ` +
      'xacro robot.urdf.xacro > robot.urdf'
  )
}

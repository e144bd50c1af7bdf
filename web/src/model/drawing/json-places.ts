import type { SyntaxNode, Tree } from '@lezer/common'
import { parser } from '@lezer/json'
import type { Path } from './schema.ts'

/** Places in a JSON text and the paths that lead to them; the text may be broken elsewhere. */

/** A text with its tree. */
export interface Source {
  readonly text: string
  readonly tree: Tree
}

export const sourceOf = (text: string): Source => ({ text, tree: parser.parse(text) })

export interface Range {
  readonly from: number
  readonly to: number
}

const isValue = (node: SyntaxNode) =>
  ['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'].includes(node.name)

const valuesOf = (node: SyntaxNode): SyntaxNode[] => {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (isValue(child)) found.push(child)
  return found
}

function textOf(source: Source, node: SyntaxNode): string {
  const text = source.text.slice(node.from, node.to)
  try {
    return String(JSON.parse(text))
  } catch {
    return text.replace(/^"|"$/g, '')
  }
}

/** Returns the place of the path of an error, as far as the text has it. */
export function rangeOf(source: Source, path: Path): Range | undefined {
  let node = source.tree.topNode.firstChild
  let found: Range | undefined
  for (const step of path) {
    const next = node && memberOf(source, node, step)
    if (!next) break
    found = { from: next.from, to: next.to }
    node = next.value
  }
  return found
}

interface Part extends Range {
  readonly value: SyntaxNode | null
}

/** A member of an object, from its name on, or an item of an array. */
function memberOf(source: Source, node: SyntaxNode, step: string | number): Part | undefined {
  if (typeof step === 'number') {
    const value = valuesOf(node)[step]
    return value && { from: value.from, to: value.to, value }
  }
  for (const property of node.getChildren('Property')) {
    const name = property.getChild('PropertyName')
    if (name && textOf(source, name) === step)
      return { from: property.from, to: property.to, value: property.lastChild }
  }
  return undefined
}

/** The path of a node: that of the member or the item it is, or is the name of. */
export function pathOf(source: Source, node: SyntaxNode): Path {
  const { parent } = node
  if (!parent) return []
  if (parent.name === 'Property') return pathOf(source, parent)
  if (node.name === 'Property') {
    const name = node.getChild('PropertyName')
    return [...pathOf(source, parent), name ? textOf(source, name) : '']
  }
  if (parent.name === 'Array') {
    const before = valuesOf(parent).filter(({ to }) => to <= node.from)
    return [...pathOf(source, parent), before.length]
  }
  return pathOf(source, parent)
}

/** Returns the value of a text, without its invalid parts. */
export function lenientValue(source: Source, node = source.tree.topNode): unknown {
  switch (node.name) {
    case 'Object':
      return Object.fromEntries(
        node.getChildren('Property').flatMap((property) => {
          const name = property.getChild('PropertyName')
          const [value] = valuesOf(property)
          return name ? [[textOf(source, name), value && lenientValue(source, value)]] : []
        })
      )
    case 'Array':
      return valuesOf(node).map((value) => lenientValue(source, value))
    case 'String':
      return textOf(source, node)
    case 'Number':
      return Number(source.text.slice(node.from, node.to))
    case 'True':
    case 'False':
      return node.name === 'True'
    default: {
      const [value] = valuesOf(node)
      return value && lenientValue(source, value)
    }
  }
}

/** Returns the text with another value at a path. The parent of the value must exist. */
export function withValue(text: string, path: Path, value: unknown): string {
  const source = sourceOf(text)
  const written = JSON.stringify(value)
  const holder = nodeAt(source, path.slice(0, -1))
  const last = path.at(-1)
  const member = holder && last !== undefined ? memberOf(source, holder, last) : undefined
  if (member?.value) return text.slice(0, member.value.from) + written + text.slice(member.value.to)
  if (holder?.name !== 'Object') return text
  const end = valuesEnd(holder)
  const lead = end === holder.from + 1 ? ' ' : ', '
  return `${text.slice(0, end)}${lead}${JSON.stringify(last)}: ${written}${text.slice(end)}`
}

function nodeAt(source: Source, path: Path): SyntaxNode | null {
  let node = source.tree.topNode.firstChild
  for (const step of path) node = (node && memberOf(source, node, step)?.value) ?? null
  return node
}

/** Returns the end of the last member of an object. */
const valuesEnd = (holder: SyntaxNode) =>
  holder.getChildren('Property').at(-1)?.to ?? holder.from + 1

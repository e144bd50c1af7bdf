import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { SyntaxNode } from '@lezer/common'
import type { Mechanism } from 'linkwork'
import { lenientValue, pathOf, type Source, sourceOf } from '../../model/drawing/json-places.ts'
import { layOut } from '../../model/drawing/lay-out.ts'
import { membersAt, type Path, type Schema, valuesAt } from '../../model/drawing/schema.ts'

/** Offers completions at the cursor: values that the schema allows, and names in the file. */
export function completer(schema: Schema): (context: CompletionContext) => CompletionResult | null {
  return ({ state, pos, explicit }) => {
    const source = sourceOf(state.doc.toString())
    const before = source.text.slice(0, pos)
    const typed = /"[^"\\\n]*$|[\w.+-]*$/.exec(before)?.[0] ?? ''
    if (typed === '' && !explicit) return null
    const from = pos - typed.length
    // A quote that closed by itself goes along.
    const to = typed.startsWith('"') && source.text[pos] === '"' ? pos + 1 : pos
    const options = optionsAt(schema, source, from, to)
    return options.length > 0 ? { from, to, options, validFor: /^"?[^"]*$/ } : null
  }
}

/** Returns the completions for a range of the text. */
export function optionsAt(schema: Schema, source: Source, from: number, to: number): Completion[] {
  const lead = source.text.slice(0, from).trimEnd()
  const document = lenientValue(source)
  const node = source.tree.resolveInner(lead.length, -1)
  if (lead.endsWith(':')) return valueOptions(schema, pathOf(source, node), document)
  const inside = container(node)
  const path = pathOf(source, inside)
  if (!/[[{,]$/.test(lead)) return []
  if (inside.name === 'Array') return valueOptions(schema, [...path, 0], document)
  if (inside.name !== 'Object') return []
  const isNamed = /^\s*:/.test(source.text.slice(to))
  const present = inside.getChildren('Property').flatMap((property) => {
    const name = property.getChild('PropertyName')
    const isElsewhere = name && (name.to <= from || name.from >= to)
    return isElsewhere ? [source.text.slice(name.from, name.to)] : []
  })
  return keyOptions(schema, path, document, isNamed).filter(({ label }) => !present.includes(label))
}

function container(node: SyntaxNode): SyntaxNode {
  let at = node
  while (at.parent && at.name !== 'Object' && at.name !== 'Array') at = at.parent
  return at
}

function valueOptions(schema: Schema, path: Path, document: unknown): Completion[] {
  const names = namesAt(path, document).map((name) => ({
    label: JSON.stringify(name),
    type: 'variable'
  }))
  const known = valuesAt(schema, path, document).map(({ value, description }) => ({
    label: JSON.stringify(value),
    type: 'constant',
    ...(description ? { info: description } : {})
  }))
  return [...names, ...known]
}

function keyOptions(schema: Schema, path: Path, document: unknown, isNamed: boolean): Completion[] {
  const members = membersAt(schema, path, document).map((member) => ({
    label: JSON.stringify(member.key),
    type: 'property',
    boost: member.isRequired ? 1 : 0,
    apply: JSON.stringify(member.key) + (isNamed ? '' : `: ${layOut(member.value)}`),
    ...(member.description ? { info: member.description } : {})
  }))
  const named = namesAt([...path, ''], document).map((name) => ({
    label: JSON.stringify(name),
    type: 'variable',
    apply: JSON.stringify(name) + (isNamed ? '' : ': [0]')
  }))
  return [...members, ...named]
}

/** Names of bodies and joints, where a file refers to them. */
function namesAt(path: Path, document: unknown): string[] {
  const { bodies, joints } = Object(document) as Partial<Mechanism>
  const last = path.at(-1)
  if (last === 'child') return namesOf(bodies)
  if (last === 'parent' || last === 'body') return ['world', ...namesOf(bodies)]
  const isState = path[0] === 'initialState' && path.length === 3
  return last === 'joint' || isState ? namesOf(joints) : []
}

function namesOf(list: unknown): string[] {
  return (Array.isArray(list) ? list : []).flatMap((each) => {
    const { name } = Object(each) as { name?: unknown }
    return typeof name === 'string' ? [name] : []
  })
}

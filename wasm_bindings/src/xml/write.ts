/** The value of an attribute; undefined: no attribute. */
type Value = string | number | readonly number[] | undefined

/** An element to be written. */
export interface Tag {
  readonly tag: string
  readonly attributes: Readonly<Record<string, Value>>
  readonly children: readonly Tag[]
}

export function tag(name: string, attributes: Tag['attributes'], ...children: readonly Tag[]): Tag {
  return { tag: name, attributes, children }
}

/** The document, its numbers with as many digits as bring the doubles back exactly. */
export function writeXml(root: Tag): string {
  const lines: string[] = []
  write(root, '', lines)
  return `${lines.join('\n')}\n`
}

function write({ tag, attributes, children }: Tag, indent: string, lines: string[]): void {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const start = [tag, ...given.map(([name, value]) => `${name}="${textOf(value)}"`)].join(' ')
  if (children.length === 0) {
    lines.push(`${indent}<${start}/>`)
    return
  }
  lines.push(`${indent}<${start}>`)
  for (const child of children) write(child, `${indent}  `, lines)
  lines.push(`${indent}</${tag}>`)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;'
}

function textOf(value: Value): string {
  if (typeof value === 'string') return value.replace(/[&<>"]/g, (letter) => entities[letter]!)
  // Negative zero is zero.
  return [value ?? []]
    .flat()
    .map((number) => String(number + 0))
    .join(' ')
}

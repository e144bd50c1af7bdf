/** Largest length of a line of a file [characters]. */
const width = 52

/** A file laid out for a narrow column: what fits on a line, and rows of numbers, stand on one. */
export function layOut(value: unknown, indent = '', lead = 0): string {
  const line = inline(value)
  const fits = indent.length + lead + line.length <= width
  const isRow = Array.isArray(value) && value.every((item) => typeof item === 'number')
  if (fits || isRow || typeof value !== 'object' || value === null) return line
  const deeper = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => `${deeper}${layOut(item, deeper)}`)
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => {
          const name = `${JSON.stringify(key)}: `
          return `${deeper}${name}${layOut(item, deeper, name.length)}`
        })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}: ${inline(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

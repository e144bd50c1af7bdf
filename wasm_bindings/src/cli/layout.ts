import type { Mechanism } from '../types/mechanism.js'

/** A mechanism file laid out for reading: rows of numbers on one line. */
export function layOut(mechanism: Mechanism): string {
  const layout = JSON.stringify(mechanism, null, 2)
  const rows = layout.replace(/\[\n\s*([-+.\de,\s]+?)\n\s*\]/g, (_, row: string) => {
    return `[${row.replace(/\s+/g, ' ')}]`
  })
  return `${rows}\n`
}

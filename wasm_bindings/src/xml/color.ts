import type { Element } from './element.js'
import { numbers } from './values.js'

/**
 * '#rrggbb' of r, g, b and perhaps a, each from 0 to 1, in an element or attribute; undefined where it has
 * none. How much shines through is left out; what is no color is a warning.
 */
export function colorIn(element: Element | undefined, attribute: string): string | undefined {
  if (!element || element.text(attribute) === undefined) return undefined
  const parts = element.remarks.optional(() => numbers(element.tolerant(), attribute, 3, 4))
  const bytes = parts?.slice(0, 3).map((part) => Math.round(255 * Math.min(1, Math.max(0, part))))
  return bytes && `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** r, g, b and a of '#rrggbb'. */
export function rgbaOf(color: string): readonly number[] {
  return [...[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255), 1]
}

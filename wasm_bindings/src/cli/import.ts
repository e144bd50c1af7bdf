import type { Linkwork } from '../types/linkwork.js'
import { type Base, mechanismFromUrdf } from '../urdf/index.js'
import { layOut } from './layout.js'

/**
 * The mechanism file of a URDF document, laid out for reading. What it gives, every other command
 * takes: a mechanism that the library refuses is an error here.
 */
export function importUrdf(
  linkwork: Linkwork,
  text: string,
  base: string | undefined,
  warn: (warnings: readonly string[]) => void
): string {
  const { mechanism, warnings } = mechanismFromUrdf(text, { base: base as Base | undefined })
  warn(warnings)
  warn(linkwork.info(mechanism).warnings)
  return layOut(mechanism)
}

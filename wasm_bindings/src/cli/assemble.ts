import type { Linkwork } from '../types/linkwork.js'
import { layOut } from './layout.js'
import { positionsOf } from './usage.js'

/**
 * The mechanism file with the nearest initial state in which its loops close. Every other command accepts the
 * result: a mechanism that the library refuses is an error here.
 */
export function assemble(
  linkwork: Linkwork,
  text: string,
  settings: readonly string[],
  warn: (warnings: readonly string[]) => void
): string {
  const mechanism = linkwork.assemble(text, { set: positionsOf(settings) })
  warn(linkwork.info(mechanism).warnings)
  return layOut(mechanism)
}

import { MechanismError } from '../errors.js'
import type { Joint } from '../types/mechanism.js'

/** Most levels of nested elements: bodies contain their children. */
export const mostNested = 512

/** Throws MechanismError if a chain of bodies is longer than a document can be deep. */
export function requireShallow(children: ReadonlyMap<string, readonly Joint[]>): void {
  const most = mostNested - 8 // what is around bodies, and inside them
  let level = children.get('world') ?? []
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > most)
      throw new MechanismError(
        `mechanism: expected at most ${most} bodies in a chain, found more: MJCF nests them`
      )
    level = level.flatMap(({ child }) => children.get(child) ?? [])
  }
}

import { MechanismError } from '../errors.js'
import type { Joint } from '../types/mechanism.js'

/** Elements inside one another, at most: bodies hold the bodies that they carry. */
export const mostNested = 512

/** Throws MechanismError where bodies carry each other further than a document can be deep. */
export function requireShallow(carried: ReadonlyMap<string, readonly Joint[]>): void {
  const most = mostNested - 8 // what is around bodies, and inside them
  let level = carried.get('world') ?? []
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > most)
      throw new MechanismError(
        `mechanism: expected at most ${most} bodies that carry each other, found more: MJCF nests them`
      )
    level = level.flatMap(({ child }) => carried.get(child) ?? [])
  }
}

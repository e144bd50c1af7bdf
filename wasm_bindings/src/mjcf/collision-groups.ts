/** The group and the mask of a collider, or contype and conaffinity of a geom. */
export interface GroupBits {
  readonly group: number
  readonly mask: number
}

/** More than a mask has bits. */
const mostGroups = 31

/**
 * Groups and masks that keep apart those of several things that do not touch each other. Things of the same
 * kind that touch the same kinds share a group. The masks of two either both have the group of the other or
 * neither has: MuJoCo needs one of the two, a mechanism both.
 *
 * Returns 'all' if all touch all, and nothing if there are more groups than bits.
 *
 * Cost: O(things + kinds²).
 */
export function groupsOf<Thing>(
  things: readonly Thing[],
  kindOf: (thing: Thing) => string,
  touch: (a: Thing, b: Thing) => boolean
): readonly GroupBits[] | 'all' | undefined {
  const kinds = new Map(things.map((thing) => [kindOf(thing), thing]))
  const list = [...kinds.values()]
  const rows = list.map((a) => list.map((b) => (touch(a, b) ? 1 : 0)))
  if (rows.every((row) => row.every((bit) => bit === 1))) return 'all'
  const groups = [...new Set(rows.map(String))]
  if (groups.length > mostGroups) return undefined
  const groupOf = rows.map((row) => groups.indexOf(String(row)))
  const bits = rows.map((row, kind) => ({
    group: 1 << groupOf[kind]!,
    mask: row.reduce<number>(
      (mask, bit, other) => (bit === 1 ? mask | (1 << groupOf[other]!) : mask),
      0
    )
  }))
  const places = new Map([...kinds.keys()].map((key, place) => [key, place]))
  return things.map((thing) => bits[places.get(kindOf(thing))!]!)
}

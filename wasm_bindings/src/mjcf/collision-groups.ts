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
 * Cost: O(things + kinds²), in memory O(things + kinds).
 */
export function groupsOf<Thing>(
  things: readonly Thing[],
  kindOf: (thing: Thing) => string,
  touch: (a: Thing, b: Thing) => boolean
): readonly GroupBits[] | 'all' | undefined {
  const kinds = new Map(things.map((thing) => [kindOf(thing), thing]))
  const list = [...kinds.values()]
  const groupOfRow = new Map<string, number>()
  const groups = new Map<string, number>()
  for (const [kind, a] of kinds) {
    const row = list.map((b) => (touch(a, b) ? '1' : '0')).join('')
    const group = groupOfRow.get(row) ?? groupOfRow.size
    if (group === mostGroups) return undefined
    groupOfRow.set(row, group)
    groups.set(kind, group)
  }
  const rows = [...groupOfRow.keys()]
  if (rows.every((row) => !row.includes('0'))) return 'all'
  const bits = [...groups.values()]
  const masks = rows.map((row) =>
    bits.reduce((mask, group, place) => (row[place] === '1' ? mask | (1 << group) : mask), 0)
  )
  return things.map((thing) => {
    const group = groups.get(kindOf(thing))!
    return { group: 1 << group, mask: masks[group]! }
  })
}

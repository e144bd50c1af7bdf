/** Things by a name that several may share, in their order. */
export function groupedBy<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string
): ReadonlyMap<string, readonly Thing[]> {
  const groups = new Map<string, Thing[]>()
  for (const thing of things) {
    const name = nameOf(thing)
    const group = groups.get(name)
    if (group) group.push(thing)
    else groups.set(name, [thing])
  }
  return groups
}

import type { Collider } from '../types/mechanism.js'
import { groupedBy } from '../xml/groups.js'

/** Names of geoms, which differ. Those of colliders may be equal. */
export class GeomNames {
  readonly #names = new Map<Collider, string>()
  readonly #taken: Set<string>

  constructor(colliders: readonly Collider[]) {
    const labelled = groupedBy(colliders, ({ name = '' }) => name)
    this.#taken = new Set(labelled.keys())
    for (const [label, [first, ...others]] of labelled)
      if (label !== '' && first && others.length === 0) this.#names.set(first, label)
  }

  /** The name of a collider, if no other has it or it is in a pair. */
  get(collider: Collider): string | undefined {
    return this.#names.get(collider)
  }

  /** The name of a collider in a pair. */
  inPair(collider: Collider): string {
    const known = this.#names.get(collider)
    if (known !== undefined) return known
    const label = collider.name || 'geom'
    let n = 1
    while (this.#taken.has(`${label}_${n}`)) n++
    const name = `${label}_${n}`
    this.#taken.add(name)
    this.#names.set(collider, name)
    return name
  }
}

import type { Collider } from '../types/mechanism.js'

/** The bits of a geom that say what it touches. */
export interface ContactBits {
  readonly type: number
  readonly affinity: number
}

/** More kinds of geoms than groups have bits. */
const mostKinds = 31

/**
 * The group and the mask of each of several geoms. Two geoms of MuJoCo touch if a bit of the type of one is
 * in the affinity of the other; two colliders if each one's mask has the other's group. So every kind of
 * geom, of equal bits, is a group of its own. Nothing if all touch all, or if there are too many kinds.
 */
export function collisionGroupsOf(
  geoms: readonly ContactBits[]
): readonly Pick<Collider, 'group' | 'mask'>[] | undefined {
  const kinds = new Map(geoms.map((geom) => [`${geom.type} ${geom.affinity}`, geom]))
  const list = [...kinds.values()]
  const touches = (a: ContactBits, b: ContactBits) =>
    (a.type & b.affinity) !== 0 || (b.type & a.affinity) !== 0
  if (list.length > mostKinds || list.every((a) => list.every((b) => touches(a, b))))
    return undefined
  const places = new Map([...kinds.keys()].map((key, place) => [key, place]))
  return geoms.map((geom) => ({
    group: 1 << places.get(`${geom.type} ${geom.affinity}`)!,
    mask: list.reduce(
      (mask, other, place) => (touches(geom, other) ? mask | (1 << place) : mask),
      0
    )
  }))
}

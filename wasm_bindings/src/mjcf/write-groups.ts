import type { Collider, Contact, ContactPair } from '../types/mechanism.js'
import { type GroupBits, groupsOf } from './collision-groups.js'
import { haveGroups, keyOf } from './contact-rules.js'
import type { RigidParts } from './rigid-parts.js'

/**
 * The contype and conaffinity by which geoms touch as colliders do. Empty if all colliders touch all, as far as
 * groups, masks and rules go. None if there are too many groups.
 *
 * @param rules  by which colliders do not touch
 */
export function groupBitsOf(
  { colliders, selfCollision = true }: Contact,
  parts: RigidParts,
  rules: readonly ContactPair[]
): ReadonlyMap<Collider, GroupBits> | undefined {
  const isPlain = ({ group, mask }: Collider) => group === undefined && mask === undefined
  if (rules.length === 0 && colliders.every(isPlain)) return new Map()
  const apart = new Set(rules.map((rule) => keyOf(rule.colliders)))
  const named = new Set(rules.flatMap((rule) => rule.colliders))
  const isFixed = ({ body }: Collider) => parts.isFixed(body)
  const touch = (a: Collider, b: Collider) => {
    const fixed = [a, b].filter(isFixed).length
    if (fixed === 2) return true
    if (fixed === 0 && !selfCollision) return false
    return haveGroups(a, b) && !apart.has(keyOf([a.name ?? '', b.name ?? '']))
  }
  const kindOf = (each: Collider) => {
    const { group, mask, name = '' } = each
    return JSON.stringify([group, mask, isFixed(each), named.has(name) ? name : ''])
  }
  const groups = groupsOf(colliders, kindOf, touch)
  if (!groups || groups === 'all') return groups && new Map()
  return new Map(colliders.map((collider, i) => [collider, groups[i]!]))
}

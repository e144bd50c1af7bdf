import type { Collider, Mechanism } from '../types/mechanism.js'
import { type GroupBits, groupsOf } from './collision-groups.js'

/**
 * The contype and conaffinity by which geoms touch as colliders do, where these have groups or masks; nothing
 * if there are too many groups.
 */
export function groupBitsOf({ contact }: Mechanism): ReadonlyMap<Collider, GroupBits> | undefined {
  const { colliders = [], selfCollision = true } = contact ?? {}
  if (colliders.every(({ group, mask }) => group === undefined && mask === undefined))
    return new Map()
  const isGround = ({ body }: Collider) => body === 'world'
  const has = ({ mask = 2 ** 31 - 1 }: Collider, { group = 1 }: Collider) => (mask & group) !== 0
  const touch = (a: Collider, b: Collider) => {
    if (isGround(a) && isGround(b)) return true
    return has(a, b) && has(b, a) && (selfCollision || isGround(a) || isGround(b))
  }
  const kindOf = (collider: Collider) => `${collider.group} ${collider.mask} ${isGround(collider)}`
  const groups = groupsOf(colliders, kindOf, touch)
  if (!groups || groups === 'all') return groups && new Map()
  return new Map(colliders.map((collider, i) => [collider, groups[i]!]))
}

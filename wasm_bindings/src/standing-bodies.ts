import type { Joint } from './types/mechanism.js'

/**
 * Bodies that fixed joints alone tie to the world, `world` among them, and whether each supports a joint that
 * moves and is not free: its children may overlap it.
 */
export function standingBodies(joints: readonly Joint[]): ReadonlyMap<string, boolean> {
  const carried = new Map<string, Joint[]>()
  for (const joint of joints) {
    const siblings = carried.get(joint.parent)
    if (siblings) siblings.push(joint)
    else carried.set(joint.parent, [joint])
  }
  const standing = new Map<string, boolean>()
  const found = ['world']
  for (let body = found.pop(); body !== undefined; body = found.pop()) {
    const on = carried.get(body) ?? []
    standing.set(
      body,
      on.some(({ type }) => type !== 'fixed' && type !== 'free')
    )
    for (const { type, child } of on) if (type === 'fixed') found.push(child)
  }
  return standing
}

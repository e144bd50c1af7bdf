import type { Mechanism } from 'linkwork'

/** A body as the page shows it. */
export interface StagePart {
  readonly name: string
  /** Whether it is fixed to the ground, so it cannot be dragged. */
  readonly isStanding: boolean
}

export function partsOf(mechanism: Mechanism): StagePart[] {
  const standing = standingBodies(mechanism)
  return mechanism.bodies.map(({ name }, index) => ({
    name: spokenName(name),
    isStanding: standing.has(index)
  }))
}

/** Returns the indices of the bodies that are fixed to the ground. */
export function standingBodies({ bodies, joints }: Mechanism): ReadonlySet<number> {
  const parents = new Map(joints.map((joint) => [joint.child, joint]))
  const isFixed = (name: string): boolean => {
    let at = parents.get(name)
    while (at?.type === 'fixed' && at.parent !== 'world') at = parents.get(at.parent)
    return at?.type === 'fixed'
  }
  return new Set(bodies.flatMap(({ name }, index) => (isFixed(name) ? [index] : [])))
}

/** "hipYawRotor" as "Hip yaw rotor", "link12" as "Link 12". */
export function spokenName(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

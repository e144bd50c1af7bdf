import type { Joint, Linkwork, Mechanism, MechanismInfo } from 'linkwork'

/** Joints that a motor can turn or push. */
const movable = new Set(['revolute', 'prismatic', 'helical'])

/**
 * The joints that motors hold: of every group that loops and couplings tie together as many as it has
 * degrees of freedom, rotors last. A group that cannot be held so, as in a singular pose, has none.
 */
export function motorJoints(linkwork: Linkwork, mechanism: Mechanism): string[] {
  const rank = rotorRank(mechanism)
  const held: string[] = []
  for (const group of groupsOf(linkwork.info(mechanism), mechanism)) {
    const inOrder = group.joints.toSorted((a, b) => rank(a) - rank(b))
    const names = inOrder.slice(0, group.degreesOfFreedom).map(({ name }) => name)
    if (names.length < group.degreesOfFreedom) continue
    if (group.joints.length === group.degreesOfFreedom || isHeld(linkwork, mechanism, names))
      held.push(...names)
  }
  return held
}

/** Returns the initial position of a joint [rad or m]. */
export function startOf({ initialState }: Mechanism, joint: string): number {
  return initialState?.q?.[joint]?.[0] ?? 0
}

function groupsOf({ clusters }: MechanismInfo, { joints }: Mechanism) {
  return clusters.flatMap(({ bodies, degreesOfFreedom }) => {
    const parents = joints.filter(({ child, type }) => bodies.includes(child) && movable.has(type))
    return degreesOfFreedom > 0 ? [{ joints: parents, degreesOfFreedom }] : []
  })
}

/** How often a joint is the fast one of a coupling: a rotor turns more than what it drives. */
function rotorRank({ couplings = [] }: Mechanism): (joint: Joint) => number {
  const fast = couplings.map(
    ({ terms }) =>
      terms.toSorted((a, b) => Math.abs(a.coefficient) - Math.abs(b.coefficient))[0]?.joint
  )
  return ({ name }) => fast.filter((each) => each === name).length
}

function isHeld(linkwork: Linkwork, mechanism: Mechanism, names: readonly string[]): boolean {
  using simulation = linkwork.simulate(mechanism)
  const joints = names.map((name) => [name, startOf(mechanism, name)])
  try {
    simulation.tracking.start({ joints: Object.fromEntries(joints) })
    simulation.step(10)
    return true
  } catch {
    return false
  }
}

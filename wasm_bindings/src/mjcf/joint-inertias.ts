import type { Body } from '../types/mechanism.js'
import { combined, inertiaAbout, type Mass, momentAbout, placed } from '../xml/inertia.js'
import { compose, identity, rotate } from '../xml/pose.js'
import type { ReadJoint } from './joints.js'
import type { BodyNode, Tree } from './tree.js'

/**
 * The diagonal of the mass matrix at the document's pose, armature included, of joints with one
 * coordinate [kg·m² or kg]: MuJoCo's `dof_M0`.
 *
 * Cost: O(n).
 */
export function jointInertiasOf(
  tree: Tree,
  bodies: ReadonlyMap<string, Body>,
  read: readonly ReadJoint[]
): ReadonlyMap<string, number> {
  const joints = new Map(read.map(({ joint }) => [joint.name, joint]))
  const inertias = new Map<string, number>()
  const carried = new Map<BodyNode, Mass[]>()
  for (const node of [...tree.bodies].reverse()) {
    const own = placed(massOf(bodies.get(node.name)!), node.inWorld)
    const all = combined([own, ...(carried.get(node) ?? [])])
    if (node.parent) carried.set(node.parent, [...(carried.get(node.parent) ?? []), all])
    for (const { name } of node.joints) {
      const { type, axis, childFrame, armature = 0 } = joints.get(name)!
      if (!axis) continue
      const { position } = compose(node.inWorld, { ...identity, ...childFrame })
      const turning = () =>
        momentAbout(rotate(node.inWorld.rotation, axis), inertiaAbout(position, all))
      inertias.set(name, armature + (type === 'prismatic' ? all.mass : turning()))
    }
  }
  return inertias
}

function massOf({ mass, centerOfMass = [0, 0, 0], inertia = [0, 0, 0] }: Body): Mass {
  const [xx, yy, zz, xy = 0, xz = 0, yz = 0] = inertia
  return { mass, centerOfMass, inertia: [xx, yy, zz, xy, xz, yz] }
}

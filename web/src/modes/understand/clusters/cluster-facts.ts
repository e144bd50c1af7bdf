import { type ClusterPasses, type Mechanism, type RecursionPasses, velocitySize } from 'linkwork'

/** Clusters that loops or couplings tie, by their places in the recursion. */
export const tiedClusters = ({ clusters }: RecursionPasses): number[] =>
  [...clusters.keys()].filter((index) => (clusters[index]?.rows ?? 0) > 0)

/** Names of the entries of v: of the joint, and a number where it has several. */
export function velocityNames({ joints }: Mechanism): string[] {
  return joints.flatMap((joint) => {
    const size = velocitySize(joint)
    if (size === 1) return [joint.name]
    return Array.from({ length: size }, (_, k) => `${joint.name} ${k + 1}`)
  })
}

/** From 1, all equations equally strong, to 0 at a singular pose; 1 without equations. */
export function distanceToSingular({ singularValues }: ClusterPasses): number {
  const [most = 1] = singularValues
  return (singularValues.at(-1) ?? most) / most
}

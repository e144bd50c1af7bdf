import type { Collider, ContactPair } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import type { Candidate } from './touching-geoms.js'
import { type BodyNode, bodyNamed, type Tree } from './tree.js'

/** An <exclude>: two bodies whose geoms do not touch each other, except in pairs. */
export type Exclusion = readonly [BodyNode, BodyNode]

export function exclusionsOf(root: Element, tree: Tree): Exclusion[] {
  return root
    .all('contact')
    .flatMap((contact) => contact.all('exclude'))
    .map((each) => [bodyNamed(tree, each, 'body1'), bodyNamed(tree, each, 'body2')])
}

/**
 * The names of colliders: those of their geoms. Geoms without a name have that of their body where this is
 * excluded from another.
 */
export function labelsOf(
  geoms: readonly Candidate[],
  exclusions: readonly Exclusion[]
): (candidate: Candidate) => string | undefined {
  const taken = new Set(geoms.map(({ geom }) => geom.name))
  const ofBodies = new Map<BodyNode, string>()
  for (const body of new Set(exclusions.flat())) {
    let { name } = body
    while (taken.has(name)) name += '_'
    taken.add(name)
    ofBodies.set(body, name)
  }
  return ({ geom, body }) => (geom.name === '' ? ofBodies.get(body) : geom.name)
}

/** The rules by which the colliders of excluded bodies do not touch each other. */
export function rulesOfExclusions(
  exclusions: readonly Exclusion[],
  colliders: readonly (readonly [BodyNode, Collider])[]
): ContactPair[] {
  const labels = new Map<BodyNode, Set<string>>()
  for (const [body, { name = '' }] of colliders)
    labels.set(body, (labels.get(body) ?? new Set()).add(name))
  const labelsOfBody = (body: BodyNode) => [...(labels.get(body) ?? [])]
  return exclusions.flatMap(([one, other]) =>
    labelsOfBody(one).flatMap((a) =>
      labelsOfBody(other).map((b) => ({ colliders: [a, b], touches: false }))
    )
  )
}

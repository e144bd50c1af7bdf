import type { Collider, ContactPair } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import type { RigidParts } from './rigid-parts.js'
import { keyOf, type Surface } from './surfaces.js'
import type { Candidate } from './touching-geoms.js'
import { type BodyNode, bodyNamed, type Tree } from './tree.js'

/** Two bodies whose geoms do not touch each other, except in pairs. */
export type Exclusion = readonly [BodyNode, BodyNode]

/** Each <exclude> of bodies that a mechanism does not keep apart by itself. */
export function exclusionsOf(root: Element, tree: Tree, parts: RigidParts): Exclusion[] {
  return root
    .all('contact')
    .flatMap((contact) => contact.all('exclude'))
    .map((each): Exclusion => [bodyNamed(tree, each, 'body1'), bodyNamed(tree, each, 'body2')])
    .filter(([one, other]) => parts.canTouch(one.name, other.name))
}

/**
 * Bodies that MuJoCo keeps apart and a mechanism does not: those that several joints connect, between which
 * bodies without mass are. Parts of the world touch their children in both.
 */
export function jointedParents({ bodies }: Tree): Exclusion[] {
  const partOf = (body: BodyNode): BodyNode =>
    body.parent && body.joints.length === 0 ? partOf(body.parent) : body
  const parts = new Map<BodyNode, BodyNode[]>()
  for (const body of bodies) parts.set(partOf(body), [...(parts.get(partOf(body)) ?? []), body])
  return [...parts].flatMap(([{ parent, joints, isStatic }, children]) => {
    if (isStatic || joints.length < 2 || !parent || parent.isStatic) return []
    return (parts.get(partOf(parent)) ?? []).flatMap((one) =>
      children.map((other): Exclusion => [one, other])
    )
  })
}

/** A geom with the surface of its collider. */
interface Labelled extends Candidate {
  readonly surface: Surface
}

/**
 * The names of colliders: those of their geoms. Geoms without a name share one if they are of the same excluded
 * body, and have the same surface if `ruled` has them.
 */
export function labelsOf<Each extends Labelled>(
  geoms: readonly Each[],
  exclusions: readonly Exclusion[],
  ruled: ReadonlySet<Each>
): (geom: Each) => string | undefined {
  const taken = new Set(geoms.map(({ geom }) => geom.name))
  const excluded = new Set(exclusions.flat())
  const labels = new Map<string, string>()
  return (each) => {
    const { geom, body, surface } = each
    if (geom.name !== '') return geom.name
    const owner = excluded.has(body) ? body.name : ''
    if (owner === '' && !ruled.has(each)) return undefined
    const key = JSON.stringify([owner, ruled.has(each) ? keyOf(surface) : ''])
    const known = labels.get(key)
    if (known !== undefined) return known
    let name = owner || 'geom'
    while (taken.has(name)) name += '_'
    taken.add(name)
    labels.set(key, name)
    return name
  }
}

/** The rules by which the colliders of excluded bodies do not touch each other. */
export function rulesOfExclusions(
  exclusions: readonly Exclusion[],
  colliders: readonly { readonly body: BodyNode; readonly fields: Pick<Collider, 'name'> }[]
): ContactPair[] {
  const labels = new Map<BodyNode, Set<string>>()
  for (const {
    body,
    fields: { name = '' }
  } of colliders)
    labels.set(body, (labels.get(body) ?? new Set()).add(name))
  const labelsOfBody = (body: BodyNode) => [...(labels.get(body) ?? [])]
  return exclusions.flatMap(([one, other]) =>
    labelsOfBody(one).flatMap((a) =>
      labelsOfBody(other).map((b) => ({ colliders: [a, b], touches: false }))
    )
  )
}

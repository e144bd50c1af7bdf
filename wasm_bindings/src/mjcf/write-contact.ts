import type { Collider, Mechanism } from '../types/mechanism.js'
import type { Pose } from '../xml/pose.js'
import { type Tag, tag } from '../xml/write.js'
import { ContactRules } from './contact-rules.js'
import { GeomNames } from './geom-names.js'
import { RigidParts } from './rigid-parts.js'
import { placed, sizesOf } from './write-geoms.js'
import { groupBitsOf } from './write-groups.js'
import { HeightFieldAssets } from './write-height-fields.js'
import { bodiesOfLoops, condimOf, excludesOf, frictionsOf, pairsOf } from './write-rules.js'

export interface ContactTags {
  /** Of the colliders that are geoms. */
  readonly colliders: readonly Collider[]
  readonly geom: (collider: Collider, pose: Pose) => Tag
  /** <hfield>. */
  readonly assets: readonly Tag[]
  /** <exclude> and <pair>. */
  readonly rules: readonly Tag[]
  readonly warnings: readonly string[]
}

/** The geoms of colliders, and the rules of their pairs. */
export function contactTags(mechanism: Mechanism): ContactTags {
  const { contact = { colliders: [] } } = mechanism
  const colliders = contact.colliders.filter((each) => sizesOf(each) && !each.sensor)
  const parts = new RigidParts(mechanism)
  const rules = new ContactRules({ ...contact, colliders }, parts)
  const names = new GeomNames(colliders)
  const fields = new HeightFieldAssets(colliders)
  const pairs = pairsOf(rules, colliders, names)
  const { excludes, others } = excludesOf(rules, bodiesOfLoops(mechanism, colliders))
  const groups = groupBitsOf({ ...contact, colliders }, parts, others)
  const isApart = (body: string) => contact.selfCollision === false && !parts.isFixed(body)
  const bitsOf = (collider: Collider) => {
    const bits = groups?.get(collider)
    if (bits) return { contype: bits.group, conaffinity: bits.mask }
    return { conaffinity: isApart(collider.body) ? 0 : 1 }
  }
  // MuJoCo takes the larger coefficients of two geoms, and its default is above 0.
  const haveMoments = colliders.some((each) => condimOf(frictionsOf(each)))
  const frictionOf = (collider: Collider) => {
    const frictions = frictionsOf(collider)
    return haveMoments
      ? { condim: condimOf(frictions), friction: frictions }
      : { friction: frictions[0] }
  }
  const geom = (collider: Collider, pose: Pose) =>
    tag('geom', {
      name: names.get(collider),
      ...sizesOf(collider),
      ...fields.attributes(collider),
      ...placed(fields.placeOf(collider, pose)),
      group: 3, // that viewers hide
      ...bitsOf(collider),
      ...frictionOf(collider),
      surfacevel: collider.surfaceVelocity
    })
  return {
    colliders,
    geom,
    assets: fields.tags,
    rules: [...excludes, ...(pairs ?? [])],
    warnings: warningsOf(mechanism, groups, pairs)
  }
}

/** Features of contact that MJCF lacks. */
function warningsOf({ contact }: Mechanism, groups: unknown, pairs: unknown): string[] {
  const { colliders = [], pairs: rules = [] } = contact ?? {}
  const found: readonly (readonly [unknown, string])[] = [
    [colliders.some((each) => !sizesOf(each)), 'contact: convex hulls are left out'],
    [
      [...colliders, ...rules].some(({ restitution }) => restitution),
      'contact: restitution is left out'
    ],
    [colliders.some(({ sensor }) => sensor), 'contact: sensors are left out'],
    [
      !groups,
      'contact: groups, and pairs that keep apart some colliders of two bodies, are left out: there are too many'
    ],
    [
      !pairs,
      'contact: friction of pairs is left out: there are too many; MuJoCo takes the larger of both colliders'
    ]
  ]
  return found.flatMap(([isThere, warning]) => (isThere ? [warning] : []))
}

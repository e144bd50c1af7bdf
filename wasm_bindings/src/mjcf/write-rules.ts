import type { Collider, ContactPair, Mechanism } from '../types/mechanism.js'
import { groupedBy } from '../xml/groups.js'
import { type Tag, tag } from '../xml/write.js'
import { type ContactRules, keyOf } from './contact-rules.js'
import type { GeomNames } from './geom-names.js'
import { RigidParts } from './rigid-parts.js'
import { frictionPairs } from './surfaces.js'

/**
 * An <exclude> for each two bodies that rules keep apart or a loop connects, and the rules for which there is
 * none.
 */
export function excludesOf(
  rules: ContactRules,
  connected: readonly BodyPair[]
): {
  readonly excludes: readonly Tag[]
  /** They keep apart some colliders of two bodies, or those of several bodies. */
  readonly others: readonly ContactPair[]
} {
  const excludes = new Map<string, Tag>()
  const exclude = (body1: string, body2: string) =>
    excludes.set(keyOf([body1, body2]), tag('exclude', { body1, body2 }))
  for (const pair of connected) exclude(...pair)
  const others: ContactPair[] = []
  for (const rule of rules) {
    if (rule.touches ?? true) continue
    const [body1 = '', body2 = ''] = rule.colliders.map((name) => bodyOf(rules.named(name)))
    const key = keyOf([body1, body2])
    const isOfBodies = body1 !== '' && body2 !== '' && body1 !== body2
    if (isOfBodies && (excludes.has(key) || rules.areApart(body1, body2))) exclude(body1, body2)
    else others.push(rule)
  }
  return { excludes: [...excludes.values()], others }
}

/** The body of several colliders, if it is one. */
function bodyOf([first, ...others]: readonly Collider[]): string | undefined {
  return others.every(({ body }) => body === first?.body) ? first?.body : undefined
}

type BodyPair = readonly [string, string]

/** Bodies with colliders that a loop alone keeps apart in a mechanism: MuJoCo does not. */
export function bodiesOfLoops(
  { joints, loops = [], contact }: Mechanism,
  colliders: readonly Collider[]
): BodyPair[] {
  if (contact?.selfCollision === false) return []
  const parts = new RigidParts({ joints })
  const bodies = [...new Set(colliders.map(({ body }) => body))]
  const ofParts = groupedBy(bodies, (body) => parts.partOf(body))
  const withPart = (body: string) => ofParts.get(parts.partOf(body)) ?? []
  return loops
    .filter(({ parent, child }) => !parts.isFixed(parent) && !parts.isFixed(child))
    .filter(({ parent, child }) => parts.canTouch(parent, child))
    .flatMap(({ parent, child }) =>
      withPart(parent).flatMap((one) => withPart(child).map((other): BodyPair => [one, other]))
    )
}

/** The friction of a collider that gives none. */
export const usualFriction = 0.8

/**
 * A <pair> for each two colliders that touch with another friction than their geoms in MuJoCo, the larger one.
 * Undefined if there are too many whose frictions differ.
 */
export function pairsOf(
  rules: ContactRules,
  colliders: readonly Collider[],
  names: GeomNames
): Tag[] | undefined {
  const things = colliders.map((collider) => {
    const { friction = usualFriction } = collider
    return { collider, surface: { friction, dimension: 3, priority: 0 } }
  })
  const unequal = frictionPairs(things, ({ collider: a }, { collider: b }) => rules.touch(a, b))
  const means = (unequal ?? []).flatMap(({ pair: [{ collider: a }, { collider: b }] }) =>
    rules.frictionOf(a, b) === undefined ? [pairTag(a, b, meanOf(a, b), names)] : []
  )
  return unequal && [...ruledPairs(rules, names), ...means]
}

function ruledPairs(rules: ContactRules, names: GeomNames): Tag[] {
  return [...rules].flatMap(({ colliders, friction, touches = true }) => {
    if (friction === undefined || !touches) return []
    const [ones = [], others = []] = colliders.map((name) => rules.named(name))
    const isSame = ones === others
    return ones.flatMap((a, i) =>
      others
        .filter((b, k) => (!isSame || i < k) && rules.touch(a, b) && friction !== largerOf(a, b))
        .map((b) => pairTag(a, b, friction, names))
    )
  })
}

const frictionsOf = (a: Collider, b: Collider) =>
  [a, b].map(({ friction = usualFriction }) => friction) as [number, number]

const largerOf = (a: Collider, b: Collider) => Math.max(...frictionsOf(a, b))

function meanOf(a: Collider, b: Collider): number {
  const [one, other] = frictionsOf(a, b)
  return Math.sqrt(one * other)
}

function pairTag(a: Collider, b: Collider, friction: number, names: GeomNames): Tag {
  const [geom1, geom2] = [names.inPair(a), names.inPair(b)]
  return tag('pair', { geom1, geom2, friction: [friction, friction] })
}

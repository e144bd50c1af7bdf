import type { Collider, ContactPair, Mechanism } from '../types/mechanism.js'
import { groupedBy } from '../xml/groups.js'
import { type Tag, tag } from '../xml/write.js'
import { type ContactRules, hasFriction, keyOf } from './contact-rules.js'
import type { GeomNames } from './geom-names.js'
import { RigidParts } from './rigid-parts.js'
import {
  areEqual,
  type Frictions,
  frictionPairs,
  frictionsBetween,
  meanFrictions,
  type Surface
} from './surfaces.js'

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

/** The frictions of a collider. */
export const frictionsOf = ({
  friction = 0.8,
  torsionalFriction = 0,
  rollingFriction = 0
}: Collider): Frictions => [friction, torsionalFriction, rollingFriction]

/** The `condim` of frictions; the default 3 is undefined. */
export function condimOf([, torsional, rolling]: Frictions): number | undefined {
  if (rolling > 0) return 6
  return torsional > 0 ? 4 : undefined
}

function surfaceOf(collider: Collider): Surface {
  const frictions = frictionsOf(collider)
  return { frictions, dimension: condimOf(frictions) ?? 3, priority: 0 }
}

/**
 * A <pair> for each two colliders that touch with other frictions than their geoms in MuJoCo, the larger ones.
 * Undefined if there are too many whose frictions differ.
 */
export function pairsOf(
  rules: ContactRules,
  colliders: readonly Collider[],
  names: GeomNames
): Tag[] | undefined {
  const things = colliders.map((collider) => ({ collider, surface: surfaceOf(collider) }))
  const unequal = frictionPairs(things, ({ collider: a }, { collider: b }) => rules.touch(a, b))
  const means = (unequal ?? []).flatMap(({ pair: [{ collider: a }, { collider: b }], means }) =>
    rules.haveFriction(a, b) ? [] : [pairTag(a, b, means, names)]
  )
  return unequal && [...ruledPairs(rules, names), ...means]
}

function ruledPairs(rules: ContactRules, names: GeomNames): Tag[] {
  return [...rules].flatMap((rule) => {
    if (!hasFriction(rule) || !(rule.touches ?? true)) return []
    const [ones = [], others = []] = rule.colliders.map((name) => rules.named(name))
    const isSame = ones === others
    return ones.flatMap((a, i) =>
      others
        .filter((b, k) => (!isSame || i < k) && rules.touch(a, b))
        .flatMap((b) => {
          const ruled = ruledFrictions(rule, a, b)
          const usual = frictionsBetween(surfaceOf(a), surfaceOf(b))
          return areEqual(ruled, usual) ? [] : [pairTag(a, b, ruled, names)]
        })
    )
  })
}

function ruledFrictions(rule: ContactPair, a: Collider, b: Collider): Frictions {
  const [sliding, torsional, rolling] = meanFrictions(frictionsOf(a), frictionsOf(b))
  const { friction = sliding, torsionalFriction = torsional, rollingFriction = rolling } = rule
  return [friction, torsionalFriction, rollingFriction]
}

function pairTag(a: Collider, b: Collider, frictions: Frictions, names: GeomNames): Tag {
  const [geom1, geom2] = [names.inPair(a), names.inPair(b)]
  const [sliding, torsional, rolling] = frictions
  const condim = condimOf(frictions)
  const ofMoments = condim ? [torsional, rolling, rolling] : []
  return tag('pair', { geom1, geom2, condim, friction: [sliding, sliding, ...ofMoments] })
}

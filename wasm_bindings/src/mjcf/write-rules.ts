import type { Collider, ContactPair } from '../types/mechanism.js'
import { type Tag, tag } from '../xml/write.js'
import { type ContactRules, keyOf } from './contact-rules.js'
import type { GeomNames } from './geom-names.js'

/** An <exclude> for each two bodies that rules keep apart, and the rules for which there is none. */
export function excludesOf(rules: ContactRules): {
  readonly excludes: readonly Tag[]
  /** They keep apart some colliders of two bodies, or those of several bodies. */
  readonly others: readonly ContactPair[]
} {
  const excludes = new Map<string, Tag>()
  const others: ContactPair[] = []
  for (const rule of rules) {
    if (rule.touches ?? true) continue
    const [body1 = '', body2 = ''] = rule.colliders.map((name) => bodyOf(rules.named(name)))
    const key = keyOf([body1, body2])
    const isOfBodies = body1 !== '' && body2 !== '' && body1 !== body2
    if (isOfBodies && (excludes.has(key) || rules.areApart(body1, body2)))
      excludes.set(key, tag('exclude', { body1, body2 }))
    else others.push(rule)
  }
  return { excludes: [...excludes.values()], others }
}

/** The body of several colliders, if it is one. */
function bodyOf([first, ...others]: readonly Collider[]): string | undefined {
  return others.every(({ body }) => body === first?.body) ? first?.body : undefined
}

/** A <pair> for each two colliders that touch with a friction of their own. */
export function pairsOf(rules: ContactRules, names: GeomNames): Tag[] {
  return [...rules].flatMap(({ colliders, friction, touches = true }) => {
    if (friction === undefined || !touches) return []
    const [ones = [], others = []] = colliders.map((name) => rules.named(name))
    const isSame = ones === others
    return ones.flatMap((a, i) =>
      others
        .filter((b, k) => (!isSame || i < k) && rules.touch(a, b))
        .map((b) => {
          const [geom1, geom2] = [names.inPair(a), names.inPair(b)]
          return tag('pair', { geom1, geom2, friction: [friction, friction] })
        })
    )
  })
}

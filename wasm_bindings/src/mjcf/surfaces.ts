import type { Vector3 } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import { groupedBy } from '../xml/groups.js'
import type { Remarks } from '../xml/remarks.js'
import { number, numbers } from '../xml/values.js'

/** Coefficients of friction: sliding, torsional [m], rolling [m]. */
export type Frictions = readonly [number, number, number]

/** Those of a geom or a pair that gives none. */
export const usualFrictions: Frictions = [1, 0.005, 0.0001]

/** The attributes of a geom that the friction of its pairs depends on. */
export interface Surface {
  readonly frictions: Frictions
  /** 1 without friction, 4 with torsional friction, 6 with rolling friction too. */
  readonly dimension: number
  readonly priority: number
}

export function surfaceOf(element: Element): Surface {
  const given = element.text('friction') === undefined ? [] : numbers(element, 'friction', 1, 3)
  const frictions = usualFrictions.map((usual, i) => given[i] ?? usual) as unknown as Frictions
  return { frictions, dimension: dimensionOf(element), priority: number(element, 'priority', 0) }
}

/** The velocity of a belt, along the axes of its geom. */
export function surfaceVelocityOf(element: Element, remarks: Remarks): Vector3 | undefined {
  if (element.text('surfacevel') === undefined) return undefined
  const [x = 0, y = 0, z = 0, ...turning] = numbers(element, 'surfacevel', 1, 6)
  if (turning.some((rate) => rate !== 0))
    remarks.counted('surfacevel', element, 'surfacevel: the part that turns is left out')
  return x === 0 && y === 0 && z === 0 ? undefined : [x, y, z]
}

/** `condim` of a geom or a pair. */
export const dimensionOf = (element: Element): number => number(element, 'condim', 3)

/** The frictions that contacts of a dimension have. */
export const frictionsWithin = (dimension: number, [sliding, torsional, rolling]: Frictions) =>
  [
    dimension === 1 ? 0 : sliding,
    dimension > 3 ? torsional : 0,
    dimension > 4 ? rolling : 0
  ] as Frictions

/** The frictions of a pair as MuJoCo has them: those of the higher priority, or the larger ones. */
export function frictionsBetween(a: Surface, b: Surface): Frictions {
  if (a.priority !== b.priority) return ownFrictions(a.priority > b.priority ? a : b)
  const larger = a.frictions.map((one, i) => Math.max(one, b.frictions[i]!))
  return frictionsWithin(Math.max(a.dimension, b.dimension), larger as unknown as Frictions)
}

/** The frictions of a pair with equal surfaces. */
export const ownFrictions = ({ frictions, dimension }: Surface) =>
  frictionsWithin(dimension, frictions)

/** Those of two colliders without a rule: the geometric means. */
export const meanFrictions = (a: Frictions, b: Frictions) =>
  a.map((one, i) => Math.sqrt(one * b[i]!)) as unknown as Frictions

export const areEqual = (a: Frictions, b: Frictions) => a.every((one, i) => one === b[i])

/** The fields of a collider or a rule that has others than those for moments that it has without them. */
export function frictionFields(
  [friction, torsionalFriction, rollingFriction]: Frictions,
  [, torsional, rolling]: Frictions = [0, 0, 0]
) {
  return {
    friction,
    ...(torsionalFriction === torsional ? {} : { torsionalFriction }),
    ...(rollingFriction === rolling ? {} : { rollingFriction })
  }
}

/** Two things with surfaces, and their frictions. */
export interface FrictionPair<Thing> {
  readonly pair: readonly [Thing, Thing]
  readonly frictions: Frictions
  /** Those without a rule. */
  readonly means: Frictions
}

/** Most pairs of colliders that get a friction of their own. */
const mostPairs = 20_000

/**
 * The pairs of things that touch with another friction than the geometric mean of those of equal surfaces.
 * Undefined if there are too many.
 *
 * Cost: O(things + surfaces² + pairs).
 */
export function frictionPairs<Thing extends { readonly surface: Surface }>(
  things: readonly Thing[],
  touch: (a: Thing, b: Thing) => boolean
): readonly FrictionPair<Thing>[] | undefined {
  const kinds = [...groupedBy(things, ({ surface }) => keyOf(surface)).values()]
  const found: FrictionPair<Thing>[] = []
  let looks = 0
  for (const [i, ones] of kinds.entries())
    for (const others of kinds.slice(i + 1)) {
      const [a, b] = [ones[0]!.surface, others[0]!.surface]
      const frictions = frictionsBetween(a, b)
      const means = meanFrictions(ownFrictions(a), ownFrictions(b))
      if (areEqual(frictions, means)) continue
      looks += ones.length * others.length
      if (looks > mostPairs) return undefined
      for (const one of ones)
        for (const other of others)
          if (touch(one, other)) found.push({ pair: [one, other], frictions, means })
    }
  return found
}

export const keyOf = ({ frictions, dimension, priority }: Surface) =>
  `${frictions} ${dimension} ${priority}`

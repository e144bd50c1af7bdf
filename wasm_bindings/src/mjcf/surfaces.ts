import type { Vector3 } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import { groupedBy } from '../xml/groups.js'
import type { Remarks } from '../xml/remarks.js'
import { number, numbers } from '../xml/values.js'

/** The attributes of a geom that the friction of its pairs depends on. */
export interface Surface {
  readonly friction: number
  /** 1 without friction. */
  readonly dimension: number
  readonly priority: number
}

export function surfaceOf(element: Element, remarks: Remarks): Surface {
  const [friction = 1] =
    element.text('friction') === undefined ? [] : numbers(element, 'friction', 1, 3)
  const dimension = dimensionOf(element, remarks)
  return { friction, dimension, priority: number(element, 'priority', 0) }
}

/** The velocity of a belt, along the axes of its geom. */
export function surfaceVelocityOf(element: Element, remarks: Remarks): Vector3 | undefined {
  if (element.text('surfacevel') === undefined) return undefined
  const [x = 0, y = 0, z = 0, ...turning] = numbers(element, 'surfacevel', 1, 6)
  if (turning.some((rate) => rate !== 0))
    remarks.counted('surfacevel', element, 'surfacevel: the part that turns is left out')
  return x === 0 && y === 0 && z === 0 ? undefined : [x, y, z]
}

/** `condim` of a geom or a pair, with a warning if it has friction that contacts lack. */
export function dimensionOf(element: Element, remarks: Remarks): number {
  const dimension = number(element, 'condim', 3)
  if (dimension > 3)
    remarks.counted('condim', element, 'condim: friction of spinning and rolling is left out')
  return dimension
}

/** The friction of a pair as MuJoCo has it: that of the higher priority, or the larger one. */
export function frictionBetween(a: Surface, b: Surface): number {
  if (a.priority !== b.priority) return ownFriction(a.priority > b.priority ? a : b)
  return Math.max(a.dimension, b.dimension) === 1 ? 0 : Math.max(a.friction, b.friction)
}

/** The friction of a pair with equal surfaces. */
export const ownFriction = ({ friction, dimension }: Surface) => (dimension === 1 ? 0 : friction)

/** Two things with surfaces, and their friction. */
export interface FrictionPair<Thing> {
  readonly pair: readonly [Thing, Thing]
  readonly friction: number
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
      const friction = frictionBetween(a, b)
      if (friction === Math.sqrt(ownFriction(a) * ownFriction(b))) continue
      looks += ones.length * others.length
      if (looks > mostPairs) return undefined
      for (const one of ones)
        for (const other of others)
          if (touch(one, other)) found.push({ pair: [one, other], friction })
    }
  return found
}

export const keyOf = ({ friction, dimension, priority }: Surface) =>
  `${friction} ${dimension} ${priority}`

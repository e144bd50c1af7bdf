import type { JointLimits, Range } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import { flag, numbers, oneOf, rangeIn } from '../xml/values.js'
import type { Settings } from './settings.js'

/** A bound where there is none: MJCF has both or none. Bounds as large as this one are none. */
const unbounded = 1e9

/** The bounds of a range, or no attribute. */
export function writtenRange(attribute: string, range: Range | undefined) {
  if (range?.lower === undefined && range?.upper === undefined) return {}
  return { [attribute]: [range.lower ?? -unbounded, range.upper ?? unbounded] }
}

/** A range between two numbers of a unit, less bounds that do not limit. */
export function limitsBetween(
  element: Element,
  attribute: string,
  [least = 0, most = 0]: readonly number[],
  unit = 1
) {
  const range = rangeIn(element, attribute, least, most)
  if (!range || (least <= -unbounded && most >= unbounded)) return undefined
  return {
    ...(least > -unbounded ? { lower: least * unit } : {}),
    ...(most < unbounded ? { upper: most * unit } : {})
  }
}

/** A range that limits: if the element says so, or if ranges limit by default. */
export function rangeOf(
  element: Element,
  attribute: string,
  limited: string,
  { autoLimits }: Settings
): JointLimits | undefined {
  const words = ['true', 'false', 'auto', '1', '0'] as const
  const said =
    element.text(limited) === undefined ? 'auto' : oneOf(element, limited, limited, words)
  const isGiven = element.text(attribute) !== undefined
  const isLimited = said === 'auto' ? autoLimits && isGiven : flag(element, limited, false)
  if (!isLimited) return undefined
  return limitsBetween(element, attribute, numbers(element, attribute, 2))
}

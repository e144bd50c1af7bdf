import type { JointLimits, Range } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { flag, numbers, oneOf, rangeIn } from '../xml/values.js'
import type { Settings } from './settings.js'

/** A bound where there is none: MJCF has both or none. Bounds as large as this one are none. */
const unbounded = 1e9

/** Width of a range with equal bounds, in parts of these or of 1: MuJoCo takes equal ones for no range. */
const leastWidth = 2 ** -40

/** The bounds of a range, or no attribute. */
export function writtenRange(attribute: string, range: Range | undefined) {
  if (range?.lower === undefined && range?.upper === undefined) return {}
  const { lower = -unbounded, upper = unbounded } = range
  const width = lower === upper ? leastWidth * Math.max(1, Math.abs(lower)) : 0
  return { [attribute]: [lower, upper + width] }
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

/** A range that limits. */
export function rangeOf(
  element: Element,
  attribute: string,
  limited: string,
  settings: Settings,
  unit = 1
): JointLimits | undefined {
  const bounds = limitingBounds(element, attribute, limited, settings)
  return bounds && limitsBetween(element, attribute, bounds, unit)
}

/**
 * Bounds that limit: if the element says so, or if ranges limit by default. Two equal ones do not by default:
 * they undo those of a class.
 */
export function limitingBounds(
  element: Element,
  attribute: string,
  limited: string,
  { autoLimits }: Settings
): readonly number[] | undefined {
  const words = ['true', 'false', 'auto', '1', '0'] as const
  const said =
    element.text(limited) === undefined ? 'auto' : oneOf(element, limited, limited, words)
  if (said !== 'auto' && !flag(element, limited, false)) return undefined
  if (said === 'auto' && element.text(attribute) === undefined) return undefined
  if (said === 'auto' && !autoLimits)
    throw fault(element, limited, `expected it with ${attribute}, because autolimits is "false"`)
  const bounds = boundsOf(element, attribute)
  return said === 'auto' && bounds[0] === bounds[1] ? undefined : bounds
}

/** Two numbers, each perhaps `inf`. */
function boundsOf(element: Element, attribute: string): readonly number[] {
  const bounds = element
    .needText(attribute)
    .trim()
    .split(/\s+/)
    .map((word) => {
      if (/^[+-]?inf(inity)?$/i.test(word)) return word.startsWith('-') ? -unbounded : unbounded
      return Number(word)
    })
  const isRange = bounds.length === 2 && bounds.every(Number.isFinite)
  return isRange ? bounds : numbers(element, attribute, 2) // which says what is wrong
}

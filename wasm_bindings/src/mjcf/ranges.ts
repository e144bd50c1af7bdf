import type { JointLimits } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import { flag, numbers, oneOf, rangeIn } from '../xml/values.js'
import type { Settings } from './settings.js'

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
  const [lower = 0, upper = 0] = numbers(element, attribute, 2)
  return rangeIn(element, attribute, lower, upper)
}

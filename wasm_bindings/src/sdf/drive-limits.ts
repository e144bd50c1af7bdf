import type { DriveLimits, JointDriveLimits } from '../types/drive-limits.js'
import type { Element } from '../xml/element.js'
import { number } from '../xml/values.js'
import type { Part } from './models.js'

/** Effort and velocity of the <limit> of a joint's first axis; infinite and negative ones are none. */
export function driveLimitsOf(joints: readonly Part[]): JointDriveLimits {
  const found = joints.flatMap(({ element, name }) => {
    const limit = element.one('axis')?.one('limit')?.tolerant()
    const limits = limit ? { ...given(limit, 'effort'), ...given(limit, 'velocity') } : {}
    return Object.keys(limits).length > 0 ? [[name, limits] as const] : []
  })
  return Object.fromEntries(found)
}

function given(limit: Element, tag: keyof DriveLimits): DriveLimits {
  const found = limit.one(tag)
  if (!found || /inf/i.test(found.content)) return {}
  const value = limit.remarks.optional(() => number(found, ''))
  return value !== undefined && value >= 0 && value < 1e15 ? { [tag]: value } : {}
}

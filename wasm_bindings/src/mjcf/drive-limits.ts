import type { JointDriveLimits } from '../types/drive-limits.js'
import type { JointLimits } from '../types/mechanism.js'
import type { MjcfActuator } from './actuators.js'
import type { ReadJoint } from './joints.js'
import { rangeOf } from './ranges.js'
import type { Settings } from './settings.js'

/**
 * The largest force of each joint's actuators: Σ |gear|·|force|, where the ranges of all of them say
 * how large these are, but never more than the joint's `actuatorfrcrange`.
 */
export function driveLimitsOf(
  actuators: readonly MjcfActuator[],
  joints: readonly ReadJoint[],
  settings: Settings
): JointDriveLimits {
  const found = joints.flatMap(({ joint: { name }, element }) => {
    const driving = actuators.filter(({ gear }) => gear[name] !== undefined)
    if (driving.length === 0) return []
    const together = driving.reduce(
      (sum, each) => sum + Math.abs(each.gear[name] ?? 0) * largestForce(each),
      0
    )
    const range = rangeOf(element, 'actuatorfrcrange', 'actuatorfrclimited', settings)
    const effort = Math.min(together, range ? largest(range) : Number.POSITIVE_INFINITY)
    return Number.isFinite(effort) ? [[name, { effort }] as const] : []
  })
  return Object.fromEntries(found)
}

/** Of a motor, whose force is its control times its gain, the range of its control counts too. */
function largestForce({ gain, bias, controlRange, forceRange }: MjcfActuator): number {
  const isMotor = bias.every((part) => part === 0)
  const byControl =
    isMotor && controlRange ? Math.abs(gain) * largest(controlRange) : Number.POSITIVE_INFINITY
  return Math.min(byControl, forceRange ? largest(forceRange) : Number.POSITIVE_INFINITY)
}

const largest = ({
  lower = Number.NEGATIVE_INFINITY,
  upper = Number.POSITIVE_INFINITY
}: JointLimits) => Math.max(Math.abs(lower), Math.abs(upper))

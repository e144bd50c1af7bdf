import type {
  Actuator,
  GeneralActuator,
  JointLimits,
  PositionActuator,
  Range,
  TorqueActuator,
  VelocityActuator
} from '../types/mechanism.js'
import type { Remarks } from '../xml/remarks.js'
import type { MjcfActuator } from './actuators.js'
import type { ReadJoint } from './joints.js'
import { rangeOf } from './ranges.js'
import type { Settings } from './settings.js'

/** The actuators of a mechanism that an MJCF document's actuators are, in their order. */
export function mechanismActuatorsOf(
  actuators: readonly MjcfActuator[],
  joints: readonly ReadJoint[],
  settings: Settings,
  remarks: Remarks
): Actuator[] {
  const ranges = totalRangesOf(actuators, joints, settings, remarks)
  const result = actuators.map((each) => actuatorOf(each, ranges.get(each)))
  for (const [i, { name }] of actuators.entries())
    if (!result[i])
      remarks.add(`actuator "${name}": its force grows with length or velocity; it is left out`)
  return result.filter((each) => each !== undefined)
}

/**
 * Ranges that joints have for the forces of their only actuator, divided by its gear. Those for the sum of
 * several actuators are left out.
 */
function totalRangesOf(
  actuators: readonly MjcfActuator[],
  joints: readonly ReadJoint[],
  settings: Settings,
  remarks: Remarks
): ReadonlyMap<MjcfActuator, Range> {
  const found = new Map<MjcfActuator, Range>()
  for (const { joint, element } of joints) {
    const range = rangeOf(element, 'actuatorfrcrange', 'actuatorfrclimited', settings)
    const [first, ...others] = actuators.filter(({ gear }) => gear[joint.name] !== undefined)
    if (!range || !first) continue
    if (others.length > 0 || Object.keys(first.gear).length > 1) {
      remarks.once(
        'actuatorfrcrange',
        element,
        'a range of forces of several actuators is left out'
      )
      continue
    }
    const { lower = 0, upper = 0 } = range
    const ends = [lower, upper].map((end) => end / first.gear[joint.name]!).sort((a, b) => a - b)
    found.set(first, { lower: ends[0]!, upper: ends[1]! })
  }
  return found
}

/** Undefined if the force grows with length or velocity. */
function actuatorOf(actuator: MjcfActuator, total: Range | undefined): Actuator | undefined {
  const { name, gear, controlRange, activation, timeConstant, activationRange } = actuator
  const { tendon } = actuator
  const forceRange = tendon
    ? scaled(actuator.forceRange, tendon.gear)
    : within(actuator.forceRange, total)
  const law = lawOf(tendon ? geared(actuator, tendon.gear) : actuator)
  if (!law) return undefined
  const terms = tendon ? { tendon: tendon.name } : { terms: termsOf(gear) }
  return {
    name,
    ...law,
    ...terms,
    ...(controlRange ? { controlRange: open(controlRange) } : {}),
    ...(forceRange ? { forceRange } : {}),
    ...(activation ? { activation } : {}),
    ...(timeConstant === undefined ? {} : { timeConstant }),
    ...(activationRange && activation === 'integrator'
      ? { activationRange: open(activationRange) }
      : {})
  }
}

type Law =
  | Pick<TorqueActuator, 'type' | 'gain'>
  | Pick<PositionActuator, 'type' | 'stiffness' | 'damping'>
  | Pick<VelocityActuator, 'type' | 'damping'>
  | Pick<GeneralActuator, 'type' | 'gain' | 'offset' | 'stiffness' | 'damping'>

function lawOf({ gain, bias: [offset, ofLength, ofVelocity] }: MjcfActuator): Law | undefined {
  const [stiffness, damping] = [0 - ofLength, 0 - ofVelocity]
  if (stiffness < 0 || damping < 0) return undefined
  if (stiffness === 0 && damping === 0 && offset === 0) return { type: 'torque', gain }
  if (offset === 0 && stiffness === gain && gain > 0)
    return { type: 'position', stiffness, damping }
  if (offset === 0 && stiffness === 0 && damping === gain) return { type: 'velocity', damping }
  return { type: 'general', gain, offset, stiffness, damping }
}

const termsOf = (gear: MjcfActuator['gear']) =>
  Object.entries(gear).map(([joint, coefficient]) => ({ joint, coefficient }))

/** The law along a tendon: force and length are those along the tendon, without the gear. */
function geared(actuator: MjcfActuator, gear: number): MjcfActuator {
  const { gain, bias } = actuator
  return {
    ...actuator,
    gain: gain * gear,
    bias: [bias[0] * gear, bias[1] * gear ** 2, bias[2] * gear ** 2]
  }
}

function scaled(range: JointLimits | undefined, by: number): Range | undefined {
  if (!range) return undefined
  const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = range
  const [least, most] = by < 0 ? [upper * by, lower * by] : [lower * by, upper * by]
  return { lower: least, upper: most }
}

function open({ lower, upper }: JointLimits): Range {
  return { ...(lower === undefined ? {} : { lower }), ...(upper === undefined ? {} : { upper }) }
}

function within(one: JointLimits | undefined, other: Range | undefined): Range | undefined {
  if (!one || !other) return one ? open(one) : other
  return {
    lower: Math.max(one.lower ?? Number.NEGATIVE_INFINITY, other.lower ?? Number.NEGATIVE_INFINITY),
    upper: Math.min(one.upper ?? Number.POSITIVE_INFINITY, other.upper ?? Number.POSITIVE_INFINITY)
  }
}

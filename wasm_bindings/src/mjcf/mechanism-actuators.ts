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

/** The actuators of a mechanism that an MJCF document's actuators are, in their order. */
export function mechanismActuatorsOf(
  actuators: readonly MjcfActuator[],
  remarks: Remarks
): Actuator[] {
  const result = actuators.map(actuatorOf)
  for (const [i, { name }] of actuators.entries())
    if (!result[i])
      remarks.add(`actuator "${name}": its force grows with length or velocity; it is left out`)
  return result.filter((each) => each !== undefined)
}

/** Undefined if the force grows with length or velocity. */
function actuatorOf(actuator: MjcfActuator): Actuator | undefined {
  const { name, gear, controlRange, activation, timeConstant, activationRange } = actuator
  const { tendon } = actuator
  const forceRange = actuator.forceRange && scaled(actuator.forceRange, tendon?.gear ?? 1)
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

function scaled({ lower, upper }: JointLimits, by: number): Range {
  const [least, most] = by < 0 ? [upper, lower] : [lower, upper]
  return {
    ...(least === undefined ? {} : { lower: least * by }),
    ...(most === undefined ? {} : { upper: most * by })
  }
}

function open({ lower, upper }: JointLimits): Range {
  return { ...(lower === undefined ? {} : { lower }), ...(upper === undefined ? {} : { upper }) }
}

import type { Joint, Tracking, Trajectory } from 'linkwork'
import type { OptionValues, SliderSpec } from '../mechanisms/entry.ts'
import { spokenName } from '../parts.ts'
import { isLetDown } from './base.ts'
import { startOf } from './motor-joints.ts'
import type { OwnMechanism } from './own-mechanism.ts'

const degrees = { unit: '°', factor: 180 / Math.PI, step: Math.PI / 180 }
const millimeters = { unit: 'mm', factor: 1000, step: 1e-3 }

/** Range of a joint without limits, to both sides of its start [rad, m]. */
const turn = Math.PI
const way = 0.5
/** Displacement of a prismatic joint per radian of a revolute joint [m]. */
const slide = 0.2
/** A second and a half after its neighbor each joint is where that one was; all take four a round. */
const frequency = 0.25
const lag = 0.4

/** The motors' law does not know of a floor, which is felt through stiffness alone. */
const soft = { stiffness: 40, damping: 12 }
const firm = { stiffness: 10_000, damping: 600 }

/** How far all joints sway about where they are held, and where each is held. */
export function jointSliders(own: OwnMechanism): SliderSpec[] {
  const movable = heldJoints(own).filter(({ min, max }) => max > min)
  if (movable.length === 0) return []
  return [
    {
      option: 'sway',
      label: 'Joint swing amplitude',
      min: 0,
      max: 0.5,
      initial: own.footing.isStable ? 0 : 0.2,
      ...degrees,
      drives: true
    },
    ...movable.map(({ joint, min, max, initial }) => ({
      option: optionOf(joint.name),
      label: spokenName(joint.name),
      min,
      max,
      initial,
      ...(joint.type === 'prismatic' ? millimeters : degrees),
      drives: true
    }))
  ]
}

/** So slow a wave is a straight line for hours [Hz]. */
const slowest = 1e-7

/** Motors that turn joints at constant speeds. */
export function turning(turns: Readonly<Record<string, number>>): Tracking {
  const trajectories = Object.entries(turns).map(([name, speed]) => {
    const amplitude = speed / (2 * Math.PI * slowest)
    return [name, { waves: [{ amplitude, frequency: slowest }] }] as const
  })
  return { stiffness: 0, damping: 12, joints: Object.fromEntries(trajectories) }
}

/**
 * Motors that do what they did in the gallery; that turn joints at their speeds; or that hold every joint where its slider says, swaying,
 * and never beyond its stops.
 */
export function motorsOf(own: OwnMechanism, options: OptionValues): Tracking {
  if (own.motion) return own.motion
  if (own.turns && Object.keys(own.turns).length > 0) return turning(own.turns)
  const { sway = 0 } = options
  const trajectories = heldJoints(own).map(({ joint, min, max, initial }, index) => {
    const center = options[optionOf(joint.name)] ?? initial
    const room = Math.min(center - min, max - center)
    const desired = joint.type === 'prismatic' ? slide * sway : sway
    const amplitude = Math.max(0, Math.min(desired, room))
    const trajectory: Trajectory = {
      center,
      waves: [{ amplitude, frequency, phase: -lag * index }]
    }
    return [joint.name, trajectory] as const
  })
  const gains = isLetDown(own, options) ? firm : soft
  return { ...gains, joints: Object.fromEntries(trajectories) }
}

const optionOf = (joint: string) => `joint ${joint}`

interface HeldJoint {
  readonly joint: Joint
  readonly min: number
  readonly max: number
  readonly initial: number
}

function heldJoints({ mechanism, motors }: OwnMechanism): HeldJoint[] {
  return mechanism.joints.flatMap((joint) => {
    if (!motors.includes(joint.name)) return []
    const start = startOf(mechanism, joint.name)
    const range = joint.type === 'prismatic' ? way : turn
    const { lower = start - range, upper = start + range } = joint.limits ?? {}
    const [min, max] = [Math.max(lower, start - range), Math.min(upper, start + range)]
    return [{ joint, min, max, initial: Math.min(max, Math.max(min, start)) }]
  })
}

import { type Capabilities, type Joint, type Mechanism, positionSize, velocitySize } from 'linkwork'
import type { JointDriveLimits } from 'linkwork/urdf'
import { segments } from '../diagram/kinematics.ts'
import {
  count,
  dampingSlider,
  degreesOfFreedom,
  gravitySlider,
  type MechanismEntry,
  type Start
} from '../mechanisms/entry.ts'
import type { Framing } from '../stage-contract.ts'
import type { Settings } from '../state/settings.ts'
import { baseOf, bases, withBase } from './base.ts'
import { jointSliders, motorsOf } from './motor-sliders.ts'

/** A mechanism of the visitor's own, with what is found out when its file is read. */
export interface OwnMechanism {
  readonly mechanism: Mechanism
  /** The height under which nothing reaches at the start [m]. */
  readonly floor: number
  /** Names of the joints that motors hold; none: it has no motors. */
  readonly motors: readonly string[]
  /** Joints that motors turn, and how fast [rad/s]. */
  readonly turns?: Readonly<Record<string, number>>
  /** Its place among the mechanisms that the browser keeps, if it has one. */
  readonly saved?: string
  /** What its motors can do, where the file says so. */
  readonly limits?: JointDriveLimits
}

/** What stands for every file of the visitor's own where entries of the gallery have their names. */
export const ownId = 'own-file'

/** What a heading has room for [letters]. */
const longestTitle = 80

const baseSlider = {
  option: 'base',
  label: 'Base',
  min: 0,
  max: bases.length - 1,
  step: 1,
  choices: bases.map(({ label }) => label)
}

/** The entry of a file that the browser's history keeps beside an address: back and reload show it. */
export function entryKept(kept: unknown): MechanismEntry | undefined {
  return kept ? ownEntry(kept as OwnMechanism) : undefined
}

/**
 * The visitor's own file that is shown, as an address holds it: empty if none is shown, undefined if
 * it is too large.
 */
export async function ownHeld({ entry }: Settings): Promise<string | undefined> {
  if (entry.value.id !== ownId) return ''
  const { holdFile } = await import('./held-file.ts')
  return holdFile(history.state as OwnMechanism)
}

/** Puts a mechanism where the gallery's are, with gravity, damping, base and joints to set. */
export function ownEntry(own: OwnMechanism): MechanismEntry {
  const { mechanism } = own
  const { name, bodies, gravity = [0, 0, -9.81] } = mechanism
  const pull = Math.hypot(...gravity)
  const down = pull > 0 ? gravity.map((part) => part / pull) : [0, 0, -1]
  const base = baseOf(mechanism)
  const motors = own.motors.length + Object.keys(own.turns ?? {}).length
  return {
    id: ownId,
    name,
    title: name.length > longestTitle ? `${name.slice(0, longestTitle)}…` : name,
    group: '',
    tags: [],
    counts: count(bodies.length, 'part'),
    thumbnail: '',
    sliders: [
      ...(base === undefined ? [] : [{ ...baseSlider, initial: base }]),
      { ...gravitySlider, min: 0, max: Math.max(20, pull), initial: pull },
      { ...dampingSlider, min: 0, max: 1, initial: 0 },
      ...jointSliders(own)
    ],
    framing: (_, start) => frameAround(start),
    source: (options) => {
      const held = base === undefined ? mechanism : withBase(own, options['base'] ?? base)
      return {
        ...held,
        gravity: down.map((part) => part * (options['gravity'] ?? pull)) as [
          number,
          number,
          number
        ],
        joints: held.joints.map((joint) => withDamping(joint, options['damping'] ?? 0))
      }
    },
    needs: needsOf(mechanism),
    ...(own.saved ? { saved: own.saved } : {}),
    ...(motors > 0 ? { drive: (options) => motorsOf(own, options) } : {}),
    ...(own.limits ? { limits: own.limits } : {}),
    ...(mechanism.nonholonomic?.length ? { firstMethod: 'multipliers' } : {}),
    facts: ({ loops = [] }, info, options) =>
      [
        count(bodies.length, 'part'),
        ...(loops.length > 0 ? [count(loops.length, 'loop')] : []),
        degreesOfFreedom(info),
        ...(base === undefined ? [] : [bases[options['base'] ?? base]?.fact ?? '']),
        ...(motors > 0 ? [count(motors, 'motor')] : [])
      ].join(', ')
  }
}
const functions = new Set<string>(['curve', 'surface', 'surfaceContact', 'eulerBall', 'custom'])

/** What a method has to keep: constraints on velocities alone, joints by functions. */
function needsOf({ nonholonomic, joints }: Mechanism): (keyof Capabilities)[] {
  return [
    ...(nonholonomic?.length ? (['nonholonomic'] as const) : []),
    ...(joints.some(({ type }) => functions.has(type)) ? (['generalJoints'] as const) : [])
  ]
}

function withDamping(joint: Joint, more: number): Joint {
  // Coordinates that change from chart to chart take no forces of their own.
  const hasCharts = functions.has(joint.type) && positionSize(joint) > velocitySize(joint)
  return joint.type === 'fixed' || hasCharts || more === 0
    ? joint
    : { ...joint, damping: (joint.damping ?? 0) + more }
}

/** The box of all joints and ends at the start, with room to swing. */
function frameAround({ mechanism, poses }: Start): Framing {
  const points = segments(mechanism, poses).flatMap((segment) => segment.points)
  const range = (axis: 0 | 2) => {
    const values = points.map((point) => point[axis])
    return [Math.min(...values), Math.max(...values)] as const
  }
  const [left, right] = range(0)
  const [bottom, top] = range(2)
  const size = Math.hypot(right - left, top - bottom) || 1
  const room = 0.3 * size
  const minor = 10 ** Math.round(Math.log10(size / 12))
  return {
    min: [left - room, Math.min(bottom - room, groundOf(mechanism) ?? bottom)],
    max: [right + room, top + room],
    azimuth: 24,
    elevation: 9,
    fieldOfView: 24,
    floor: groundOf(mechanism) ?? bottom - room,
    grid: { minor, major: 5 * minor, radius: 3 * size }
  }
}

/** The height of the plane that it stands on, where there is one [m]. */
function groundOf({ contact }: Mechanism): number | undefined {
  const ground = contact?.colliders.find(({ type }) => type === 'plane')
  return ground && (ground.frame?.position?.[2] ?? 0)
}

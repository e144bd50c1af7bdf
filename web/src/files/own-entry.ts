import { type Capabilities, type Joint, type Mechanism, positionSize, velocitySize } from 'linkwork'
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
import type { OwnMechanism } from './read-file.ts'

/** What stands for every file of the visitor's own where entries of the gallery have their names. */
export const ownId = 'own-file'

/** What a heading has room for [letters]. */
const longestTitle = 80

/** The entry of a file that the browser's history keeps beside an address: back and reload show it. */
export function entryKept(kept: unknown): MechanismEntry | undefined {
  const { mechanism } = Object(kept) as Partial<OwnMechanism>
  return mechanism && ownEntry(mechanism)
}

/** Puts a mechanism where the gallery's are, with gravity and damping to set. */
export function ownEntry(mechanism: Mechanism): MechanismEntry {
  const { name, bodies, joints, gravity = [0, 0, -9.81] } = mechanism
  const pull = Math.hypot(...gravity)
  const down = pull > 0 ? gravity.map((part) => part / pull) : [0, 0, -1]
  // Nothing would catch what floats and touches nothing: there, gravity waits to be turned on.
  const isHeld = mechanism.loops?.length || mechanism.contact || mechanism.nonholonomic?.length
  const floats = joints.some(({ type }) => type === 'free') && !isHeld
  return {
    id: ownId,
    name,
    title: name.length > longestTitle ? `${name.slice(0, longestTitle)}…` : name,
    group: '',
    tags: [],
    counts: count(bodies.length, 'part'),
    thumbnail: '',
    sliders: [
      { ...gravitySlider, min: 0, max: Math.max(20, pull), initial: floats ? 0 : pull },
      { ...dampingSlider, min: 0, max: 1, initial: 0 }
    ],
    framing: (_, start) => frameAround(start),
    source: (options) => ({
      ...mechanism,
      gravity: down.map((part) => part * (options['gravity'] ?? pull)) as [number, number, number],
      joints: joints.map((joint) => withDamping(joint, options['damping'] ?? 0))
    }),
    needs: needsOf(mechanism),
    ...(mechanism.nonholonomic?.length ? { firstMethod: 'multipliers' } : {}),
    facts: ({ loops = [] }, info, options) =>
      [
        count(bodies.length, 'part'),
        ...(loops.length > 0 ? [count(loops.length, 'loop')] : []),
        degreesOfFreedom(info),
        ...(floats && options['gravity'] === 0 ? ['no gravity, for it floats'] : [])
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
    min: [left - room, bottom - room],
    max: [right + room, top + room],
    azimuth: 24,
    elevation: 9,
    fieldOfView: 24,
    floor: bottom - room,
    grid: { minor, major: 5 * minor, radius: 3 * size }
  }
}

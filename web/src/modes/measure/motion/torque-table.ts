import type { Joint, Loop, Mechanism } from 'linkwork'
import { toWorld } from '../../../model/kinematics.ts'
import type { MechanismEntry } from '../../../model/mechanisms/entry.ts'
import { spokenName } from '../../../model/parts.ts'
import type { Column } from '../csv.ts'
import type { Plotted } from '../trace-plot.ts'
import type { Moved } from './torques.ts'

/** Largest number of motors in the plot. */
const mostMotors = 6

/** Required torque of a motor: its joint, the torque over time, and the largest value. */
export interface Need {
  readonly name: string
  readonly unit: string
  readonly values: number[]
  readonly most: number
  /** When that is [s]. */
  readonly time: number
  readonly limit: number | undefined
}

/** Returns the required torques of the motors, the largest first. */
export function needsOf(moved: Moved, { joints }: Mechanism, { limits }: MechanismEntry): Need[] {
  const needs = moved.joints.map((joint, i) => {
    const isSlider = joints.find(({ name }) => name === joint)?.type === 'prismatic'
    const unit = isSlider ? 'N' : 'N m'
    return needOf(moved, spokenName(joint), unit, moved.torques[i] ?? [], limits?.[joint]?.effort)
  })
  return needs.sort((a, b) => b.most - a.most)
}

/** Returns the external force and moment that each base without a motor needs. */
export const outsideOf = (moved: Moved): Need[] =>
  moved.held.flatMap(({ joint, force, moment }) => [
    needOf(moved, `${spokenName(joint)} from outside`, 'N', force),
    needOf(moved, `${spokenName(joint)} from outside`, 'N m', moment)
  ])

function needOf(
  { times }: Moved,
  name: string,
  unit: string,
  values: readonly number[],
  limit?: number
): Need {
  const sizes = values.map(Math.abs)
  const most = Math.max(...sizes)
  return { name, unit, values: [...values], most, time: times[sizes.indexOf(most)] ?? 0, limit }
}

/** Joints, then loops, as reactions are counted. */
export const heldBy = ({ joints, loops = [] }: Mechanism): readonly (Joint | Loop)[] => [
  ...joints,
  ...loops
]

/** The world force in a joint or loop at every time. */
export const forcesIn = (moved: Moved, place: number): number[][] =>
  moved.forces.map((row) => [...row.subarray(3 * place, 3 * place + 3)])

/** Returns the point of application of a joint or loop force: the origin of its child's frame. */
export function pointOf(mechanism: Mechanism, place: number, poses: Float64Array) {
  const { child, childFrame } = heldBy(mechanism)[place] as Joint | Loop
  const body = mechanism.bodies.findIndex(({ name }) => name === child)
  return toWorld(poses, body, childFrame?.position ?? [0, 0, 0])
}

/** Torques, power and, of a joint that is chosen, the size of its reaction. */
export function torquePlot(
  moved: Moved | undefined,
  needs: readonly Need[],
  reaction: { name: string; forces: readonly number[][] } | undefined,
  version: number
): Plotted {
  if (!moved) return { times: [], columns: [], shown: [], version }
  const motors = needs.slice(0, mostMotors)
  return {
    times: [...moved.times],
    columns: [
      ...motors.map(({ values }) => values),
      [...moved.power],
      ...outsideOf(moved).map(({ values }) => values),
      ...(reaction ? [reaction.forces.map((force) => Math.hypot(...force))] : [])
    ],
    shown: [
      ...motors.map(({ name, unit, limit }) => ({ name, unit, limit })),
      { name: 'Power', unit: 'W' },
      ...outsideOf(moved).map(({ name, unit }) => ({ name, unit })),
      ...(reaction ? [{ name: `${reaction.name} reaction`, unit: 'N' }] : [])
    ],
    version
  }
}

/** All of it as a table, every motor included. */
export function torqueColumns(
  moved: Moved,
  needs: readonly Need[],
  { columns, shown }: Plotted
): Column[] {
  const others = shown.flatMap(({ name, unit }, i) =>
    i < Math.min(needs.length, mostMotors) ? [] : [{ name, unit, values: columns[i] ?? [] }]
  )
  return [{ name: 'Time', unit: 's', values: moved.times }, ...needs, ...others]
}

import type { Linkwork, Mechanism, Model } from 'linkwork'
import { FreePath, type Moment } from './free-path.ts'
import { Spline } from './spline.ts'

/** A pose that a motion passes through: positions of all joints [s; rad, m]. */
export interface KeyPose {
  readonly time: number
  readonly q: readonly number[]
}

/** A motion through key poses, and the forces that it needs; a row a time. */
export interface Moved {
  readonly times: readonly number[]
  readonly q: readonly Float64Array[]
  readonly poses: readonly Float64Array[]
  /** The joints that are driven. */
  readonly joints: readonly string[]
  /** Of each driven joint [N·m, N]. */
  readonly torques: readonly (readonly number[])[]
  /** External forces and moments that bases without a motor need, by joint [N, N·m]. */
  readonly held: readonly {
    readonly joint: string
    readonly force: readonly number[]
    readonly moment: readonly number[]
  }[]
  /** Of all of them together [W]. */
  readonly power: readonly number[]
  /** Through every joint, then every loop: world force of parent on child, three numbers [N]. */
  readonly forces: readonly Float64Array[]
}

/** Time between two rows [s], and how many there are at most. */
const spacing = 0.02
const mostRows = 1000

const driveable = new Set(['revolute', 'prismatic', 'helical'])

/**
 * Inverse dynamics along the spline through key poses of the independent joints, the others following
 * as loops and gears want. A free base goes its way too, held from outside. Throws an Error that says
 * what cannot be driven, or where loops open.
 */
export function moveThrough(
  linkwork: Linkwork,
  mechanism: Mechanism,
  keys: readonly KeyPose[]
): Moved {
  using model = linkwork.model(mechanism)
  using simulation = model.simulate()
  const actuated = drivenJoints(model)
  const typeOf = (name: string) => mechanism.joints.find((joint) => joint.name === name)?.type
  const isFree = (name: string) => typeOf(name) === 'free'
  const strange = actuated.find((name) => !isFree(name) && !driveable.has(typeOf(name) ?? ''))
  if (strange !== undefined)
    throw new Error(`no motor can hold the joint "${strange}" (${typeOf(strange)})`)
  const [start = 0, end = 0] = [keys[0]?.time, keys.at(-1)?.time]
  const paths = actuated.map((name) => pathOf(keys, model.joint(name)))
  const rows = Math.min(mostRows, Math.max(2, Math.round((end - start) / spacing) + 1))
  const times = Array.from({ length: rows }, (_, i) => start + ((end - start) * i) / (rows - 1))
  const driven = actuated.filter((name) => !isFree(name))
  const bases = actuated.filter(isFree)
  const moved = {
    times,
    q: [] as Float64Array[],
    poses: [] as Float64Array[],
    joints: driven,
    torques: driven.map(() => [] as number[]),
    held: bases.map((joint) => ({ joint, force: [] as number[], moment: [] as number[] })),
    power: [] as number[],
    forces: [] as Float64Array[]
  }
  for (const time of times) {
    const desired = paths.map((path) => path(time))
    const byName = (of: keyof Moment) =>
      Object.fromEntries(actuated.map((name, i) => [name, desired[i]?.[of] ?? []]))
    try {
      simulation.assemble({ q: byName('q'), v: byName('v') })
    } catch (error) {
      throw new Error(`at ${time.toFixed(2)} s ${(error as Error).message}`)
    }
    const [q, v] = [simulation.q.slice(), simulation.v.slice()]
    const torque = model.inverseDynamics({ q, v, a: byName('a') }, { actuated }).slice()
    simulation.forces.setTorques(torque)
    const along = driven.map((name) => model.joint(name).v)
    for (const [i, at] of along.entries()) moved.torques[i]?.push(torque[at] ?? 0)
    moved.power.push(along.reduce((sum, at) => sum + (torque[at] ?? 0) * (v[at] ?? 0), 0))
    for (const { joint, force, moment } of moved.held) {
      const at = model.joint(joint).v
      moment.push(Math.hypot(...torque.subarray(at, at + 3)))
      force.push(Math.hypot(...torque.subarray(at + 3, at + 6)))
    }
    moved.q.push(q)
    moved.poses.push(simulation.poses.slice())
    moved.forces.push(forcesOf(simulation.dynamics.reactions()))
  }
  return moved
}

/** The way of a joint through the key poses. */
function pathOf(
  keys: readonly KeyPose[],
  { q: at, positions }: { readonly q: number; readonly positions: number }
): (time: number) => Moment {
  const times = keys.map(({ time }) => time)
  if (positions > 1) {
    const path = new FreePath(
      times,
      keys.map(({ q }) => q.slice(at, at + positions))
    )
    return (time) => path.at(time)
  }
  const spline = new Spline(
    times,
    keys.map(({ q }) => q[at] ?? 0)
  )
  return (time) => {
    const [value, rate, acceleration] = spline.at(time)
    return { q: [value], v: [rate], a: [acceleration] }
  }
}

/**
 * Returns the independent joints: free bases, and the first other joints if they determine all others;
 * if not, those of the model.
 */
export function drivenJoints(model: Model): string[] {
  const { joints } = model.mechanism
  const bases = joints.filter(({ type }) => type === 'free')
  const others = joints
    .filter(({ type }) => driveable.has(type))
    .slice(0, model.degreesOfFreedom - 6 * bases.length)
  const first = [...bases, ...others].map(({ name }) => name)
  try {
    model.massMatrix({}, { actuated: first })
    return first
  } catch {
    return [...new Set(model.massMatrix().coordinates.map(([joint]) => joint))]
  }
}

/** Of moments and forces the forces. */
function forcesOf(reactions: Float64Array): Float64Array {
  return Float64Array.from({ length: reactions.length / 2 }, (_, i) => {
    const joint = Math.floor(i / 3)
    return reactions[6 * joint + 3 + (i % 3)] ?? 0
  })
}

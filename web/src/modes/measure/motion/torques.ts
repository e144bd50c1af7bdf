import type { Linkwork, Mechanism, Model } from 'linkwork'
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
 * as loops and gears want. Throws an Error that says what cannot be driven, or where loops open.
 */
export function moveThrough(
  linkwork: Linkwork,
  mechanism: Mechanism,
  keys: readonly KeyPose[]
): Moved {
  using model = linkwork.model(mechanism)
  using simulation = model.simulate()
  const actuated = drivenJoints(model)
  const free = mechanism.joints.find(
    ({ name, type }) => actuated.includes(name) && !driveable.has(type)
  )
  if (free)
    throw new Error(
      `no motor can hold the joint "${free.name}" (${free.type}): stand it on the ground`
    )
  const [start = 0, end = 0] = [keys[0]?.time, keys.at(-1)?.time]
  const splines = actuated.map((name) => {
    const at = model.joint(name).q
    return new Spline(
      keys.map(({ time }) => time),
      keys.map(({ q }) => q[at] ?? 0)
    )
  })
  const rows = Math.min(mostRows, Math.max(2, Math.round((end - start) / spacing) + 1))
  const times = Array.from({ length: rows }, (_, i) => start + ((end - start) * i) / (rows - 1))
  const moved = {
    times,
    q: [] as Float64Array[],
    poses: [] as Float64Array[],
    joints: actuated,
    torques: actuated.map(() => [] as number[]),
    power: [] as number[],
    forces: [] as Float64Array[]
  }
  for (const time of times) {
    const wished = splines.map((spline) => spline.at(time))
    const byName = (of: 0 | 1 | 2) =>
      Object.fromEntries(actuated.map((name, i) => [name, wished[i]?.[of] ?? 0]))
    try {
      simulation.assemble({ q: byName(0), v: byName(1) })
    } catch (error) {
      throw new Error(`at ${time.toFixed(2)} s ${(error as Error).message}`)
    }
    const [q, v] = [simulation.q.slice(), simulation.v.slice()]
    const torque = model.inverseDynamics({ q, v, a: byName(2) }, { actuated }).slice()
    simulation.setTorques(torque)
    const along = actuated.map((name) => model.joint(name).v)
    for (const [i, at] of along.entries()) moved.torques[i]?.push(torque[at] ?? 0)
    moved.power.push(along.reduce((sum, at) => sum + (torque[at] ?? 0) * (v[at] ?? 0), 0))
    moved.q.push(q)
    moved.poses.push(simulation.poses.slice())
    moved.forces.push(forcesOf(simulation.reactions()))
  }
  return moved
}

/**
 * As many joints as there are freedoms: the first of the mechanism, as a crank is, where these tell
 * how all others stand, else those that the model takes.
 */
export function drivenJoints(model: Model): string[] {
  const first = model.mechanism.joints
    .filter(({ type }) => driveable.has(type))
    .slice(0, model.degreesOfFreedom)
    .map(({ name }) => name)
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

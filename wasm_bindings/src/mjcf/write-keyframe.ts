import { positionSize, velocitySize } from '../joint-sizes.js'
import type { Joint, Mechanism, Quaternion, Vector3 } from '../types/mechanism.js'
import { rotate } from '../xml/pose.js'
import { type Tag, tag } from '../xml/write.js'

/** The initial state, joints in the order of the document. */
export function keyframeTags(
  { initialState }: Mechanism,
  carried: ReadonlyMap<string, readonly Joint[]>
): Tag[] {
  if (!initialState) return []
  const { q = {}, v = {} } = initialState
  const joints = inOrder('world', carried)
  const rows = joints.map((joint) => {
    const position = q[joint.name] ?? zero(joint)
    const velocity = v[joint.name] ?? Array<number>(velocitySize(joint)).fill(0)
    return [positionsOf(joint, position), velocitiesOf(joint, velocity, position)] as const
  })
  const qpos = rows.flatMap(([position]) => position)
  const qvel = rows.flatMap(([, velocity]) => velocity)
  const moves = qvel.some((value) => value !== 0)
  return [tag('key', { name: 'initial', qpos, qvel: moves ? qvel : undefined })]
}

function inOrder(body: string, carried: ReadonlyMap<string, readonly Joint[]>): Joint[] {
  return (carried.get(body) ?? []).flatMap((joint) => [joint, ...inOrder(joint.child, carried)])
}

function zero(joint: Joint): number[] {
  const size = positionSize(joint)
  const hasQuaternion = joint.type === 'spherical' || joint.type === 'free'
  return Array.from({ length: size }, (_, i) => (hasQuaternion && i === size - 1 ? 1 : 0))
}

/** Quaternions with w first; a screw's slide follows its angle. */
function positionsOf({ type, pitch = 0 }: Joint, q: readonly number[]): readonly number[] {
  if (type === 'helical') return [q[0]!, pitch * q[0]!]
  if (type !== 'spherical' && type !== 'free') return q
  const [x, y, z, w] = q.slice(-4) as unknown as Quaternion
  return [...q.slice(0, -4), w, x, y, z]
}

/** A free body's [ω; v] in its own axes as v in the world's, then ω. */
function velocitiesOf(
  { type, pitch = 0 }: Joint,
  v: readonly number[],
  q: readonly number[]
): readonly number[] {
  if (type === 'helical') return [v[0]!, pitch * v[0]!]
  if (type !== 'free') return v
  const rotation = q.slice(3) as unknown as Quaternion
  return [...rotate(rotation, v.slice(3) as unknown as Vector3), ...v.slice(0, 3)]
}

import { described } from '../checks.js'
import { MechanismError } from '../errors.js'
import { velocitySize } from '../joint-sizes.js'
import { suggestion } from '../suggestion.js'
import type { Mechanism, Quaternion, Vector3 } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import { conjugate, identity, rotate } from '../xml/pose.js'
import { numbers } from '../xml/values.js'
import type { ReadJoint } from './joints.js'
import { quaternionOf } from './places.js'

type State = NonNullable<Mechanism['initialState']>
type Values = Record<string, readonly number[]>

/** The <key> that `choice` names or counts from 0; the first without a choice. */
export function keyframeOf(root: Element, choice: unknown): Element | undefined {
  const keys = root.all('keyframe').flatMap((section) => section.all('key'))
  if (choice === undefined) return keys[0]
  const found = keys.find(
    (key, i) => (typeof choice === 'number' ? i : key.text('name')) === choice
  )
  if (found) return found
  const names = keys.map((key) => key.text('name') ?? '')
  throw new MechanismError(
    `keyframe: expected the name or number of a keyframe, found ${described(choice)}` +
      suggestion(String(choice), 'keyframes', names)
  )
}

/** The initial positions of joints, from a keyframe if there is one, without those at zero. */
export function initialStateOf(
  joints: readonly ReadJoint[],
  key: Element | undefined
): { initialState?: State } {
  const still = joints.map(({ joint }) => Array<number>(velocitySize(joint)).fill(0))
  const positions = key && listOf(key, 'qpos', joints.map(usualPosition))
  const velocities = key && listOf(key, 'qvel', still)
  const q: Values = {}
  const v: Values = {}
  for (const [i, { joint, start }] of joints.entries()) {
    const given = positions?.[i]
    const position = key && given ? positionOf(joint.type, given, key) : start
    if (!isZero(position)) q[joint.name] = position
    const velocity = velocityOf(joint.type, velocities?.[i] ?? [], position)
    if (velocity.some((value) => value !== 0)) v[joint.name] = velocity
  }
  const state = {
    ...(Object.keys(q).length > 0 ? { q } : {}),
    ...(Object.keys(v).length > 0 ? { v } : {})
  }
  return Object.keys(state).length > 0 ? { initialState: state } : {}
}

/** Splits the numbers of an attribute by joint. Missing numbers at the end are the usual ones. */
function listOf(
  key: Element,
  attribute: string,
  usual: readonly (readonly number[])[]
): (readonly number[])[] | undefined {
  if (key.text(attribute) === undefined) return undefined
  const whole = usual.flat()
  const given = numbers(key, attribute, 1, whole.length)
  if (given.length < whole.length)
    key.remarks.at(
      key,
      `${attribute}: expected ${whole.length} numbers, found ${given.length}; the others are where the model starts`
    )
  const list = [...given, ...whole.slice(given.length)]
  let at = 0
  return usual.map(({ length }) => {
    at += length
    return list.slice(at - length, at)
  })
}

/** Initial position of a joint in the order of MJCF: quaternions have w first. */
function usualPosition({ joint, start }: ReadJoint): readonly number[] {
  if (joint.type !== 'free' && joint.type !== 'spherical') return start
  const [x = 0, y = 0, z = 0, w = 1] = start.slice(-4)
  return [...start.slice(0, -4), w, x, y, z]
}

/** A position of ours, its quaternion with w last; one of zero turns nothing. */
function positionOf(type: string, given: readonly number[], key: Element): readonly number[] {
  const turned = (parts: readonly number[]) =>
    parts.every((part) => part === 0) ? identity.rotation : quaternionOf(parts, key, 'qpos')
  if (type === 'spherical') return turned(given)
  return type === 'free' ? [...given.slice(0, 3), ...turned(given.slice(3))] : given
}

/** A free body's velocity comes in world axes, [v; ω] with ω in its own; ours is [ω; v] in its own. */
function velocityOf(
  type: string,
  given: readonly number[],
  position: readonly number[]
): readonly number[] {
  if (type !== 'free' || given.length === 0) return given
  const rotation = position.slice(3) as unknown as Quaternion
  const linear = rotate(conjugate(rotation), given.slice(0, 3) as unknown as Vector3)
  return [...given.slice(3), ...linear]
}

/** All numbers 0, but the last of a quaternion 1. */
function isZero(position: readonly number[]): boolean {
  const last = position.length > 1 ? 1 : 0
  return position.every((value, i) => value === (i === position.length - 1 ? last : 0))
}

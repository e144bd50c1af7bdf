import { MechanismError } from '../errors.js'
import { brief } from '../suggestion.js'
import type { Joint, Vector3 } from '../types/mechanism.js'
import { cannotSay } from '../xml/export.js'
import { type Tag, tag } from '../xml/write.js'
import { writtenRange } from './ranges.js'

/** A revolute joint or slide that a joint is made of. */
interface Part {
  readonly type: 'hinge' | 'slide'
  readonly axis: Vector3
}

const x: Vector3 = [1, 0, 0]
const y: Vector3 = [0, 1, 0]
const z: Vector3 = [0, 0, 1]

/** Of joints of one or more coordinates, in their order; the outermost first. */
function partsOf({ type, axis = z, axis2 = z }: Joint): readonly Part[] | undefined {
  switch (type) {
    case 'revolute':
      return [{ type: 'hinge', axis }]
    case 'prismatic':
      return [{ type: 'slide', axis }]
    case 'cylindrical':
    case 'helical':
      return [
        { type: 'hinge', axis },
        { type: 'slide', axis }
      ]
    case 'universal':
      return [
        { type: 'hinge', axis },
        { type: 'hinge', axis: axis2 }
      ]
    case 'planar':
      return [
        { type: 'slide', axis: x },
        { type: 'slide', axis: y },
        { type: 'hinge', axis: z }
      ]
    default:
      return undefined
  }
}

/** Names of the revolute joints and slides of a joint. A screw turns under its own name, which actuators use. */
export function partNames(joint: Joint): string[] {
  const { name, type } = joint
  if (type === 'helical') return [name, `${name}_slide`]
  const parts = partsOf(joint) ?? []
  return parts.map((_, i) => (parts.length > 1 ? `${name}_${i + 1}` : name))
}

export function jointTags(joint: Joint, index: number): Tag[] {
  const { name, type, damping, friction, stiffness, rest, armature, ballLimits } = joint
  if (type === 'fixed') return []
  const dynamics = {
    damping: damping || undefined,
    frictionloss: friction || undefined,
    armature: armature || undefined
  }
  if (type === 'free') {
    requireFree(joint)
    return [tag('joint', { name, type: 'free', ...dynamics })]
  }
  const spring = { stiffness: stiffness || undefined }
  if (type === 'spherical') {
    const range = ballLimits?.turn === undefined ? {} : { range: [0, ballLimits.turn] }
    return [tag('joint', { name, type: 'ball', ...dynamics, ...spring, ...range })]
  }
  const parts = partsOf(joint)
  if (!parts)
    throw cannotSay('MJCF', `joint ${index + 1} of "${brief(joint.parent)}"`, joint, [
      ...['fixed', 'revolute', 'prismatic', 'helical', 'cylindrical', 'universal', 'planar'],
      ...['spherical', 'free']
    ])
  const names = partNames(joint)
  return parts.map((part, i) =>
    tag('joint', {
      name: names[i],
      ...part,
      ...writtenRange('range', rangeOf(joint, i)),
      ...writtenRange('actuatorfrcrange', i === 0 ? joint.actuatorForceRange : undefined),
      // Damping and springs of a screw act on its angle.
      ...(type === 'helical' && i > 0
        ? {}
        : { ...dynamics, ...spring, springref: (stiffness && rest) || undefined })
    })
  )
}

/** The range of a part of a joint. */
const rangeOf = ({ limits, coordinateLimits }: Joint, part: number) =>
  (part === 0 ? limits : undefined) ?? coordinateLimits?.[part]

/** A free joint of MJCF starts at the world's origin. */
function requireFree({ name, parent, parentFrame, stiffness = 0 }: Joint): void {
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = parentFrame ?? {}
  const problem =
    parent !== 'world'
      ? 'its parent to be the world'
      : position.some((part) => part !== 0) || Math.abs(rotation[3]) !== 1
        ? 'no parentFrame'
        : stiffness > 0
          ? 'no stiffness'
          : undefined
  if (problem === undefined) return
  throw new MechanismError(`joint "${brief(name)}": MJCF's free joints need ${problem}`)
}

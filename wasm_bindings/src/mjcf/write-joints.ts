import { MechanismError } from '../errors.js'
import { brief } from '../suggestion.js'
import type { Joint, Vector3 } from '../types/mechanism.js'
import { cannotSay } from '../xml/export.js'
import { type Tag, tag } from '../xml/write.js'

/** A bound where there is none: MJCF has both or none. */
const unbounded = 1e9

/** A revolute joint or slide that a joint is made of; one alone has the joint's name. */
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

/** Names of the revolute joints and slides that a joint is made of. */
export function partNames(joint: Joint): string[] {
  const parts = partsOf(joint) ?? []
  return parts.map((_, i) => (parts.length > 1 ? `${joint.name}_${i + 1}` : joint.name))
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
      ...rangeOf(joint, i),
      ...(i === 0 ? forceRangeOf(joint) : {}),
      // Damping and springs of a screw act on its angle.
      ...(type === 'helical' && i > 0
        ? {}
        : { ...dynamics, ...spring, springref: (stiffness && rest) || undefined })
    })
  )
}

/** The range of a part of a joint. */
function rangeOf({ limits, coordinateLimits }: Joint, part: number): { range?: readonly number[] } {
  const { lower, upper } = (part === 0 ? limits : undefined) ?? coordinateLimits?.[part] ?? {}
  if (lower === undefined && upper === undefined) return {}
  return { range: [lower ?? -unbounded, upper ?? unbounded] }
}

/** The range of the sum of the forces of actuators on a joint. */
function forceRangeOf({ actuatorForceRange }: Joint): { actuatorfrcrange?: readonly number[] } {
  if (!actuatorForceRange) return {}
  const { lower = -unbounded, upper = unbounded } = actuatorForceRange
  return { actuatorfrcrange: [lower, upper] }
}

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

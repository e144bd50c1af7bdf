import { described, reading } from './checks.js'
import { MechanismError } from './errors.js'
import { suggestion } from './suggestion.js'
import type { ContactSurface, Joint } from './types/mechanism.js'

/** The properties that determine a joint's sizes. */
type Sized = Pick<Joint, 'type' | 'surface' | 'surfaces' | 'spin' | 'coordinates'>

const velocitySizes: Readonly<Record<Joint['type'], number | ((joint: Sized) => number)>> = {
  fixed: 0,
  revolute: 1,
  prismatic: 1,
  helical: 1,
  curve: 1,
  cylindrical: 2,
  universal: 2,
  planar: 3,
  spherical: 3,
  eulerBall: 3,
  free: 6,
  surface: ({ surface }) => (surface?.spin === false ? 2 : 3),
  surfaceContact: ({ spin }) => (spin === false ? 4 : 5),
  custom: ({ coordinates }) => coordinates?.length ?? 0
}

/** How many numbers a joint holds in v, in accelerations and in generalized forces. */
export function velocitySize(joint: Sized): number {
  return reading('joint', () => {
    const { type } = joint
    if (!Object.hasOwn(velocitySizes, type)) {
      const types = suggestion(String(type), 'joint types', Object.keys(velocitySizes))
      throw new MechanismError(`joint.type: no joint type is ${described(type)}${types}`)
    }
    const size = velocitySizes[type]
    return typeof size === 'number' ? size : size(joint)
  })
}

/** How many numbers a joint holds in q: of quaternions and charts one more than in v. */
export function positionSize(joint: Sized): number {
  return velocitySize(joint) + (hasOneMore(joint) ? 1 : 0)
}

function hasOneMore({ type, spin, surfaces }: Sized): boolean {
  const hasPoles = (surface: ContactSurface) => surface.type !== 'torus'
  if (type === 'surfaceContact') return spin !== false && (surfaces?.some(hasPoles) ?? false)
  return type === 'spherical' || type === 'free' || type === 'eulerBall'
}

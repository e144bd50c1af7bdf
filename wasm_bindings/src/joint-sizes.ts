import type { ContactSurface, Joint } from './types/mechanism.js'

/** What tells a joint's sizes. */
type Sized = Pick<Joint, 'type' | 'surface' | 'surfaces' | 'spin' | 'coordinates'>

/** How many numbers a joint holds in v, in accelerations and in generalised forces. */
export function velocitySize(joint: Sized): number {
  switch (joint.type) {
    case 'fixed':
      return 0
    case 'revolute':
    case 'prismatic':
    case 'helical':
    case 'curve':
      return 1
    case 'cylindrical':
    case 'universal':
      return 2
    case 'planar':
    case 'spherical':
    case 'eulerBall':
      return 3
    case 'free':
      return 6
    case 'surface':
      return joint.surface?.spin === false ? 2 : 3
    case 'surfaceContact':
      return joint.spin === false ? 4 : 5
    case 'custom':
      return joint.coordinates?.length ?? 0
  }
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

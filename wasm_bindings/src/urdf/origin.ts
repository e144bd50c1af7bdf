import type { Vector3 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { identity, type Pose, rollPitchYaw } from '../xml/pose.js'
import { vector } from '../xml/values.js'

/** An axis; URDF's default is x. */
export function axisOf(element: Element): Vector3 {
  const axis = element.one('axis')
  if (!axis) return [1, 0, 0]
  const direction = vector(axis, 'xyz', [1, 0, 0])
  if (Math.hypot(...direction) > 0) return direction
  throw fault(axis, 'xyz', 'expected a direction, found zero')
}

/** The pose of an element's <origin>; the identity if it has none. */
export function originOf(element: Element): Pose {
  const origin = element.one('origin')
  if (!origin) return identity
  return {
    position: vector(origin, 'xyz', [0, 0, 0]),
    rotation: rollPitchYaw(vector(origin, 'rpy', [0, 0, 0]))
  }
}

import type { Quaternion, Vector3 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { cross, type Pose, rotationOfAxes, turnAbout, turnFromZ, unit } from '../xml/pose.js'
import { numbers, vector } from '../xml/values.js'
import { eulerRotation, type Settings } from './settings.js'

/** Attributes that turn an element; one of them at most. */
export const orientations = ['quat', 'axisangle', 'euler', 'xyaxes', 'zaxis'] as const

/** The pose of an element by `pos` and an orientation. */
export function placeOf(element: Element, settings: Settings): Pose {
  return { position: vector(element, 'pos', [0, 0, 0]), rotation: rotationOf(element, settings) }
}

/** Returns the pose of an element with `fromto`, in the middle, z towards the start, and half its length. */
export function segmentOf(element: Element): { readonly place: Pose; readonly half: number } {
  const [a, b, c, d, e, f] = numbers(element, 'fromto', 6) as [...Vector3, ...Vector3]
  const along: Vector3 = [a - d, b - e, c - f]
  const rotation = turnFromZ(direction(element, 'fromto', along))
  const position: Vector3 = [(a + d) / 2, (b + e) / 2, (c + f) / 2]
  return { place: { position, rotation }, half: Math.hypot(...along) / 2 }
}

function rotationOf(element: Element, settings: Settings): Quaternion {
  const [given, second] = orientations.filter((each) => element.text(each) !== undefined)
  if (second) throw fault(element, second, `found with ${given}; expected one orientation`)
  switch (given) {
    case 'quat':
      return quaternionOf(numbers(element, 'quat', 4), element, 'quat')
    case 'axisangle': {
      const [x, y, z, angle] = numbers(element, 'axisangle', 4) as Quaternion
      return turnAbout(direction(element, 'axisangle', [x, y, z]), angle * settings.radians)
    }
    case 'euler': {
      const angles = vector(element, 'euler').map((angle) => angle * settings.radians)
      return eulerRotation(angles, settings)
    }
    case 'xyaxes': {
      const [a, b, c, ...rest] = numbers(element, 'xyaxes', 6)
      const x = direction(element, 'xyaxes', [a!, b!, c!])
      const z = direction(element, 'xyaxes', cross(x, rest as unknown as Vector3))
      return rotationOfAxes(x, cross(z, x), z)
    }
    case 'zaxis':
      return turnFromZ(direction(element, 'zaxis', vector(element, 'zaxis')))
    default:
      return [0, 0, 0, 1]
  }
}

/** A unit quaternion [x, y, z, w] of four numbers w, x, y, z of any length. */
export function quaternionOf(
  [w = 0, x = 0, y = 0, z = 0]: readonly number[],
  element: Element,
  attribute: string
): Quaternion {
  const length = Math.hypot(w, x, y, z)
  if (length > 0) return [x / length, y / length, z / length, w / length]
  throw fault(element, attribute, 'expected a quaternion, found zero')
}

/** A unit vector. */
export function direction(element: Element, attribute: string, vector: Vector3): Vector3 {
  if (Math.hypot(...vector) > 0) return unit(vector)
  throw fault(element, attribute, 'expected a direction, found zero')
}

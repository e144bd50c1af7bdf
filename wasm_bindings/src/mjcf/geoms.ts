import type { Vector3 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { compose, type Pose, turnFromZ } from '../xml/pose.js'
import { magnitude, number, numbers, oneOf } from '../xml/values.js'
import type { Item } from './contents.js'
import { direction, placeOf } from './places.js'
import type { Settings } from './settings.js'

const types = [
  'plane',
  'hfield',
  'sphere',
  'capsule',
  'ellipsoid',
  'cylinder',
  'box',
  'mesh',
  'sdf'
] as const

/** How many sizes a solid has, or how many beside the length that `fromto` tells. */
const sizes = { sphere: 1, capsule: 2, ellipsoid: 3, cylinder: 2, box: 3 } as const

/** A solid by half its sizes along x, y and z; round ones have a radius along x and y. */
export interface Solid {
  readonly type: keyof typeof sizes
  readonly half: Vector3
}

/** A <geom> of a body. */
export interface Geom {
  readonly element: Element
  readonly type: (typeof types)[number]
  /** In the body's frame. */
  readonly pose: Pose
  /** None of planes and of what is described by other files. */
  readonly solid: Solid | undefined
  readonly group: number
}

export function geomOf({ element, pose }: Item, settings: Settings): Geom {
  const isMesh = element.text('type') === undefined && element.text('mesh') !== undefined
  const named =
    element.text('type') === undefined ? 'sphere' : oneOf(element, 'type', 'type', types)
  const type = isMesh ? 'mesh' : named
  const group = number(element, 'group', 0)
  const place = { element, type, group }
  // A solid that is fitted to a mesh has sizes that the mesh tells.
  const isFitted = element.text('mesh') !== undefined
  if (isFitted || !(type in sizes))
    return { ...place, pose: compose(pose, placeOf(element, settings)), solid: undefined }
  const kind = type as Solid['type']
  if (element.text('fromto') === undefined || kind === 'sphere')
    return {
      ...place,
      pose: compose(pose, placeOf(element, settings)),
      solid: { type: kind, half: halfSizes(element, kind) }
    }
  const [a, b, c, d, e, f] = numbers(element, 'fromto', 6) as [...Vector3, ...Vector3]
  const [radius = 0] = positive(element, 1)
  const along: Vector3 = [a - d, b - e, c - f]
  const rotation = turnFromZ(direction(element, 'fromto', along))
  const position: Vector3 = [(a + d) / 2, (b + e) / 2, (c + f) / 2]
  const half: Vector3 = [radius, radius, Math.hypot(...along) / 2]
  return { ...place, pose: compose(pose, { position, rotation }), solid: { type: kind, half } }
}

function halfSizes(element: Element, type: Solid['type']): Vector3 {
  const [x = 0, y = 0, z = 0] = positive(element, sizes[type])
  if (type === 'sphere') return [x, x, x]
  return type === 'capsule' || type === 'cylinder' ? [x, x, y] : [x, y, z]
}

function positive(element: Element, count: number): readonly number[] {
  const list = numbers(element, 'size', count, 3).slice(0, count)
  if (list.every((size) => size > 0)) return list
  throw fault(element, 'size', `expected sizes above 0, found ${list.join(' ')}`)
}

/** Mass, and moments of inertia about the middle along the solid's axes. */
export interface Lump {
  readonly mass: number
  readonly moments: Vector3
}

/** Of a geom's density, or its mass where that is given. */
export function lumpOf({ element, solid }: Geom): Lump | undefined {
  if (!solid) return undefined
  const { type, half } = solid
  const [x, y, z] = half
  const density = magnitude(element, 'density', 1000)
  const mass = magnitude(element, 'mass', density * volumeOf(solid))
  const moments = (share: number): Vector3 => [
    share * mass * (y * y + z * z),
    share * mass * (x * x + z * z),
    share * mass * (x * x + y * y)
  ]
  switch (type) {
    case 'box':
      return { mass, moments: moments(1 / 3) }
    case 'sphere':
    case 'ellipsoid':
      return { mass, moments: moments(1 / 5) }
    case 'cylinder': {
      const across = mass * ((x * x) / 4 + (z * z) / 3)
      return { mass, moments: [across, across, (mass * x * x) / 2] }
    }
    case 'capsule': {
      const ends = (mass * 2 * x) / (2 * x + 3 * z)
      const middle = mass - ends
      const across =
        middle * ((x * x) / 4 + (z * z) / 3) + ends * ((2 * x * x) / 5 + z * z + (3 * x * z) / 4)
      return { mass, moments: [across, across, (middle * x * x) / 2 + (ends * 2 * x * x) / 5] }
    }
  }
}

function volumeOf({ type, half: [x, y, z] }: Solid): number {
  switch (type) {
    case 'box':
      return 8 * x * y * z
    case 'sphere':
    case 'ellipsoid':
      return (4 / 3) * Math.PI * x * y * z
    case 'cylinder':
      return 2 * Math.PI * x * x * z
    case 'capsule':
      return Math.PI * x * x * (2 * z + (4 / 3) * x)
  }
}

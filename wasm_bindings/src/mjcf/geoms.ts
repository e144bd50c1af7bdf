import { brief } from '../suggestion.js'
import type { Vector3, Vector6 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { type Mass, massOfSolid, placed } from '../xml/inertia.js'
import { compose, type Pose } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { magnitude, number, numbers, oneOf } from '../xml/values.js'
import { type Item, nameOf } from './contents.js'
import { fittedSolid } from './fitted-solids.js'
import type { MeshAssets } from './mesh-assets.js'
import { placeOf, segmentOf } from './places.js'
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

/** How many sizes a solid has, or how many in addition to the length from `fromto`. */
const sizes = { sphere: 1, capsule: 2, ellipsoid: 3, cylinder: 2, box: 3 } as const

/** A solid by half its sizes along x, y and z; round ones have a radius along x and y. */
export interface Solid {
  readonly type: keyof typeof sizes
  readonly half: Vector3
}

/** A <geom> of a body. */
export interface Geom {
  readonly element: Element
  /** '' where there is none. */
  readonly name: string
  readonly type: (typeof types)[number]
  /** In the body's frame. */
  readonly pose: Pose
  /** None of planes and of what is described by other files. */
  readonly solid: Solid | undefined
  readonly group: number
}

export function geomOf(
  { element, pose, suffix }: Item,
  meshes: MeshAssets,
  settings: Settings,
  remarks: Remarks
): Geom {
  const type = element.text('type') === undefined ? 'sphere' : oneOf(element, 'type', 'type', types)
  const group = number(element, 'group', 0)
  const place = { element, name: nameOf({ element, suffix }), type, group }
  if (!(type in sizes))
    return { ...place, pose: compose(pose, placeOf(element, settings)), solid: undefined }
  const kind = type as Solid['type']
  const mesh = element.text('mesh')
  if (mesh !== undefined) {
    const own = compose(pose, placeOf(element, settings))
    const known = meshes.get(mesh)?.inline?.mass
    if (known) {
      const fitted = fittedSolid(kind, known, number(element, 'fitscale', 1))
      return { ...place, solid: fitted.solid, pose: compose(own, fitted.pose) }
    }
    remarks.counted(
      'fitted solid',
      element,
      `a ${kind} fitted to mesh "${brief(mesh)}" is left out: the size of the mesh is not known`
    )
    return { ...place, pose: own, solid: undefined }
  }
  if (element.text('fromto') === undefined || kind === 'sphere')
    return {
      ...place,
      pose: compose(pose, placeOf(element, settings)),
      solid: { type: kind, half: halfSizes(element, kind) }
    }
  const [radius = 0] = positive(element, 1)
  const { place: segment, half: length } = segmentOf(element)
  const half: Vector3 = [radius, radius, length]
  return { ...place, pose: compose(pose, segment), solid: { type: kind, half } }
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

/** Whether it can touch a geom. */
export function canTouch({ element }: Geom): boolean {
  return number(element, 'contype', 1) !== 0 || number(element, 'conaffinity', 1) !== 0
}

/** The geom's solid as a mechanism file has it. */
export function solidShape({ type, half: [x, y, z] }: Solid) {
  switch (type) {
    case 'box':
      return { type, size: [2 * x, 2 * y, 2 * z] } as const
    case 'sphere':
      return { type, radius: x } as const
    case 'ellipsoid':
      return { type, semiAxes: [x, y, z] } as const
    default:
      return { type, radius: x, length: 2 * z } as const
  }
}

/** Of a geom's density, or its mass where that is given; undefined where its shape is not known. */
export function massOfGeom(
  { element, solid, pose, type }: Geom,
  meshes: MeshAssets
): Mass | undefined {
  const unit = solid
    ? massOfSolid(solidShape(solid), 1)
    : type === 'mesh'
      ? meshes.get(element.text('mesh') ?? '')?.inline?.mass
      : undefined
  if (!unit) return undefined
  const density = magnitude(element, 'density', 1000)
  const scale = magnitude(element, 'mass', density * unit.mass) / unit.mass
  const inertia = unit.inertia.map((part) => scale * part) as unknown as Vector6
  return placed({ ...unit, mass: scale * unit.mass, inertia }, pose)
}

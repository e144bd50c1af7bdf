import type { Collider, Shape } from '../types/mechanism.js'
import { rgbaOf } from '../xml/color.js'
import type { Pose } from '../xml/pose.js'
import { type Tag, tag } from '../xml/write.js'

/** Sizes of a solid as a <geom> has them; nothing for what it cannot be. */
export function sizesOf(shape: Shape | Collider) {
  switch (shape.type) {
    case 'box':
      return { type: 'box', size: shape.size.map((edge) => edge / 2) }
    case 'sphere':
      return { type: 'sphere', size: shape.radius }
    case 'ellipsoid':
      return { type: 'ellipsoid', size: shape.semiAxes }
    case 'plane':
      return { type: 'plane', size: [0, 0, 1] }
    case 'heightfield':
      return { type: 'hfield' }
    case 'cylinder':
    case 'capsule': {
      const isCone = 'endRadius' in shape && shape.endRadius !== shape.radius
      return isCone ? undefined : { type: shape.type, size: [shape.radius, shape.length / 2] }
    }
    default:
      return undefined
  }
}

export function placed({ position, rotation: [x, y, z, w] }: Pose) {
  return { pos: position, quat: [w, x, y, z] }
}

/** A shape, which touches nothing. */
export function geomTags(shape: Shape, pose: Pose): Tag[] {
  const sizes = sizesOf(shape)
  if (!sizes) return []
  const { color } = shape
  const look = color === undefined ? {} : { rgba: rgbaOf(color) }
  return [tag('geom', { ...sizes, ...placed(pose), contype: 0, conaffinity: 0, ...look })]
}

import {
  type BufferGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Shape as Outline,
  SphereGeometry,
  Vector2
} from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import type { Shape } from '../types/mechanism.js'
import { taperedCapsule } from './geometries.js'

const segments = 32

/** The solid of a mechanism file's shape, in the shape's own frame (z up); dispose of it yourself. */
export function shapeGeometry(shape: Shape): BufferGeometry {
  switch (shape.type) {
    case 'box':
      return new RoundedBoxGeometry(...shape.size, 3, shape.rounding ?? 0)
    case 'sphere':
      return new SphereGeometry(shape.radius, segments, segments / 2)
    case 'cylinder': {
      const { radius, endRadius = radius, length } = shape
      return new CylinderGeometry(endRadius, radius, length, segments).rotateX(Math.PI / 2)
    }
    case 'capsule': {
      const { radius, endRadius = radius, length } = shape
      const along = taperedCapsule(length, radius, endRadius)
      return along.translate(0, -length / 2, 0).rotateX(Math.PI / 2)
    }
    case 'extrusion':
      return extrusion(shape.outline, shape.length, shape.rounding ?? 0)
  }
}

/** The bevel cuts inwards, so that the outline and the length are those of the whole. */
function extrusion(
  corners: readonly (readonly [number, number])[],
  length: number,
  bevel: number
): BufferGeometry {
  const outline = new Outline(corners.map(([x, y]) => new Vector2(x, y)))
  const depth = length - 2 * bevel
  const solid = new ExtrudeGeometry(outline, {
    depth,
    bevelEnabled: bevel > 0,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 2
  })
  return solid.translate(0, 0, -depth / 2)
}

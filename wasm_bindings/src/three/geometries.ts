import { BoxGeometry, type BufferGeometry, CylinderGeometry, SphereGeometry } from 'three'
import type { Solid } from './parts.js'
import { shapeGeometry, taperedCapsule } from './shapes.js'

const segments = 24

/** A solid along y; a link begins at the origin. */
export function geometryOf(solid: Solid): BufferGeometry {
  switch (solid.kind) {
    case 'given':
      return shapeGeometry(solid.shape)
    case 'link':
      return taperedCapsule(solid.length, solid.radius, 0.75 * solid.radius)
    case 'pin':
      return new CylinderGeometry(solid.radius, solid.radius, 3 * solid.radius, segments)
    case 'slider':
      return new BoxGeometry(3 * solid.radius, 4 * solid.radius, 3 * solid.radius)
    case 'ball':
      return new SphereGeometry(1.2 * solid.radius, segments, segments / 2)
    case 'rotor':
      return new CylinderGeometry(solid.radius, solid.radius, solid.width, segments)
  }
}

/** A massless rod, of length 1 from the origin along y. */
export function unitRod(radius: number): BufferGeometry {
  return new CylinderGeometry(radius, radius, 1, 16).translate(0, 0.5, 0)
}

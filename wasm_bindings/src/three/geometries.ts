import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  LatheGeometry,
  SphereGeometry,
  Vector2
} from 'three'
import type { Solid } from './parts.js'
import { shapeGeometry } from './shapes.js'

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

/** Two balls and the cone that touches both, turned about y; the first is at the origin. */
export function taperedCapsule(
  length: number,
  startRadius: number,
  endRadius: number
): LatheGeometry {
  // The cone touches the balls where their normals lean by this angle towards the thin end.
  const lean = Math.asin(Math.max(-1, Math.min(1, (startRadius - endRadius) / length)))
  const steps = segments / 4
  const profile: Vector2[] = []
  const arc = (center: number, radius: number, from: number, to: number) => {
    for (let i = 0; i <= steps; i++) {
      const angle = from + ((to - from) * i) / steps
      profile.push(new Vector2(radius * Math.cos(angle), center + radius * Math.sin(angle)))
    }
  }
  arc(0, startRadius, -Math.PI / 2, lean)
  arc(length, endRadius, lean, Math.PI / 2)
  return new LatheGeometry(profile, segments)
}

import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  LatheGeometry,
  SphereGeometry,
  Vector2
} from 'three'
import type { Shape } from './parts.js'

const segments = 24

/** The solid of a shape, along y; a link begins at the origin. */
export function geometryOf(shape: Shape): BufferGeometry {
  switch (shape.kind) {
    case 'link':
      return taperedCapsule(shape.length, shape.radius, 0.75 * shape.radius)
    case 'pin':
      return new CylinderGeometry(shape.radius, shape.radius, 3 * shape.radius, segments)
    case 'slider':
      return new BoxGeometry(3 * shape.radius, 4 * shape.radius, 3 * shape.radius)
    case 'ball':
      return new SphereGeometry(1.2 * shape.radius, segments, segments / 2)
    case 'rotor':
      return new CylinderGeometry(shape.radius, shape.radius, shape.width, segments)
  }
}

/** Two balls and the cone that touches both, turned about y. */
function taperedCapsule(length: number, startRadius: number, endRadius: number): LatheGeometry {
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

/** Toothed wheels, in units of the actuator's radius; axes along z. */
import { type BufferGeometry, Path, Shape, Vector2 } from 'three'
import type { Surface } from '../theme.ts'
import { disc, plate } from './plates.ts'

/** Outline of a wheel whose teeth reach from `root` to `tip`, a tooth centered on the x axis. */
function toothed(root: number, tip: number, teeth: number): Vector2[] {
  const pitch = (2 * Math.PI) / teeth
  const points: Vector2[] = []
  const corner = (radius: number, angle: number) =>
    points.push(new Vector2(radius * Math.cos(angle), radius * Math.sin(angle)))
  for (let tooth = 0; tooth < teeth; tooth++) {
    const middle = tooth * pitch
    corner(root, middle - 0.3 * pitch)
    corner(tip, middle - 0.14 * pitch)
    corner(tip, middle + 0.14 * pitch)
    corner(root, middle + 0.3 * pitch)
  }
  return points
}

/** Wheel with outer teeth between z = `from` and z = `to`. */
export function gear(
  root: number,
  tip: number,
  teeth: number,
  from: number,
  to: number,
  surface: Surface
): BufferGeometry {
  const shape = new Shape(toothed(root, tip, teeth))
  return plate(shape, to - from, surface, { at: (from + to) / 2, bevel: 0 })
}

/** Ring with inner teeth that reach in from `root` to `tip`. */
export function ringGear(
  outer: number,
  root: number,
  tip: number,
  teeth: number,
  from: number,
  to: number
): BufferGeometry {
  const shape = new Shape()
  shape.absarc(0, 0, outer, 0, 2 * Math.PI, false)
  shape.holes.push(new Path(toothed(root, tip, teeth).reverse()))
  return plate(shape, to - from, 'ringGear', { at: (from + to) / 2, bevel: 0, curveSegments: 48 })
}

/** Flat ring between two radii. */
export function ring(
  outer: number,
  inner: number,
  from: number,
  to: number,
  surface: Surface
): BufferGeometry {
  const shape = new Shape()
  shape.absarc(0, 0, outer, 0, 2 * Math.PI, false)
  shape.holes.push(disc(inner))
  return plate(shape, to - from, surface, { at: (from + to) / 2, bevel: 0, curveSegments: 48 })
}

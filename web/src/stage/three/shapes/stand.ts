/** Supports of a mechanism. */
import { type BufferGeometry, Shape, Vector3 } from 'three'
import { plate, polygon, roundedRectangle } from './plates.ts'
import { block, cylinder, dome, rod } from './solids.ts'

/** Rod from a point up past the top of the frame. */
export function hanger(from: Vector3, top: number, radius: number): BufferGeometry {
  return rod(from, new Vector3(from.x, top, from.z), radius, 'stand')
}

/** Clevis that ends a hanger at `at`: a collar, a block and a brass cap; `u` is its half width. */
export function clevis(at: Vector3, u: number): BufferGeometry[] {
  const cheek = plate(
    roundedRectangle(2 * u, 4.6 * u, 0.9 * u, new Shape(), 0, 1.25 * u),
    1.2 * u,
    'housing',
    {
      bevel: 0.12 * u
    }
  )
  const back = cheek.clone()
  const depth = 2.05 * u
  const pieces = [
    cheek.translate(0, 0, depth),
    back.translate(0, 0, -depth),
    block(1.9 * u, 1.6 * u, 4.6 * u, 'housing').translate(0, 2.8 * u, 0),
    cylinder(0.95 * u, 0, 1.3 * u, 'housing')
      .rotateX(-Math.PI / 2)
      .translate(0, 3.4 * u, 0),
    cylinder(0.4 * u, -depth, depth + 0.6 * u, 'pin'),
    dome(0.66 * u, 'brass').translate(0, 0, depth + 0.6 * u)
  ]
  for (const piece of pieces) piece.translate(at.x, at.y, at.z)
  return pieces
}

/** Low slab on the floor: its top at height `top`. */
export function slab(left: number, right: number, top: number, height: number, depth: number) {
  const shape = roundedRectangle(right - left, depth, 0.004, new Shape(), (left + right) / 2, 0)
  return plate(shape, height, 'stand', { bevel: Math.min(0.003, 0.2 * height) })
    .rotateX(-Math.PI / 2)
    .translate(0, top - height / 2, 0)
}

/** Tapered bearing block from a base at height `foot` up to a bearing at (x, y), seen from the front. */
export function bearingBlock(
  at: Vector3,
  foot: number,
  radius: number,
  depth: number
): BufferGeometry {
  const half = 1.75 * radius
  const shape = polygon([
    [at.x - half, foot],
    [at.x + half, foot],
    [at.x + radius, at.y + 0.2 * radius],
    [at.x + 0.55 * radius, at.y + radius],
    [at.x - 0.55 * radius, at.y + radius],
    [at.x - radius, at.y + 0.2 * radius]
  ])
  return plate(shape, depth, 'housing', { at: at.z })
}

/** Flat parts cut from plate: outlines in x–y, extruded along z with a bevelled edge. */
import { type BufferGeometry, ExtrudeGeometry, Path, Shape, Vector2 } from 'three'
import { painted } from '../materials.ts'
import type { Surface } from '../theme.ts'

/** A circle that a plate's outline wraps. */
export interface Disc {
  readonly x: number
  readonly y: number
  readonly r: number
}

/**
 * Outline of a taut belt round discs, taken counterclockwise: arcs joined by common tangents.
 * Two discs make a link, three a coupler.
 */
export function belt<Outline extends Path>(discs: readonly Disc[], outline: Outline): Outline {
  const count = discs.length
  const normals = discs.map((disc, i) => {
    const next = discs[(i + 1) % count] as Disc
    const heading = Math.atan2(next.y - disc.y, next.x - disc.x)
    const distance = Math.hypot(next.x - disc.x, next.y - disc.y)
    const tilt = Math.acos(Math.min(1, Math.max(-1, (disc.r - next.r) / distance)))
    return heading - tilt
  })
  for (const [i, disc] of discs.entries()) {
    const from = normals[(i + count - 1) % count] as number
    const to = normals[i] as number
    outline.absarc(disc.x, disc.y, disc.r, from, to, false)
  }
  outline.closePath()
  return outline
}

export function disc(r: number, x = 0, y = 0): Path {
  return new Path().absarc(x, y, r, 0, 2 * Math.PI, true) as Path
}

/** Rectangle with rounded corners, centered at (x, y). */
export function roundedRectangle<Outline extends Path>(
  width: number,
  height: number,
  r: number,
  outline: Outline,
  x = 0,
  y = 0
): Outline {
  const [w, h] = [width / 2 - r, height / 2 - r]
  outline.absarc(x + w, y - h, r, -Math.PI / 2, 0, false)
  outline.absarc(x + w, y + h, r, 0, Math.PI / 2, false)
  outline.absarc(x - w, y + h, r, Math.PI / 2, Math.PI, false)
  outline.absarc(x - w, y - h, r, Math.PI, 1.5 * Math.PI, false)
  outline.closePath()
  return outline
}

/** Closed polygon. */
export function polygon(points: readonly (readonly [number, number])[]): Shape {
  return new Shape(points.map(([x, y]) => new Vector2(x, y)))
}

export interface PlateOptions {
  /** Middle of the plate along z. */
  readonly at?: number
  readonly bevel?: number
  readonly bevelSegments?: number
  readonly curveSegments?: number
}

/** Extrudes an outline (with its holes) to a plate `thickness` thick over all, edges bevelled. */
export function plate(
  shape: Shape,
  thickness: number,
  surface: Surface,
  {
    at = 0,
    bevel = Math.min(0.0025, 0.2 * thickness),
    bevelSegments = 2,
    curveSegments = 24
  }: PlateOptions = {}
): BufferGeometry {
  const geometry = new ExtrudeGeometry(shape, {
    depth: thickness - 2 * bevel,
    bevelEnabled: bevel > 0,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments,
    curveSegments
  })
  return painted(geometry.translate(0, 0, at - thickness / 2 + bevel), surface)
}

/** Polygon whose corners (x, y, radius) are rounded by quadratic curves. */
export function roundedPolygon(corners: readonly (readonly [number, number, number])[]): Shape {
  const shape = new Shape()
  const count = corners.length
  for (const [i, [x, y, r]] of corners.entries()) {
    const [px, py] = corners[(i + count - 1) % count] as readonly [number, number, number]
    const [nx, ny] = corners[(i + 1) % count] as readonly [number, number, number]
    const before = r / Math.hypot(px - x, py - y)
    const after = r / Math.hypot(nx - x, ny - y)
    const [ax, ay] = [x + (px - x) * before, y + (py - y) * before]
    if (i === 0) shape.moveTo(ax, ay)
    else shape.lineTo(ax, ay)
    shape.quadraticCurveTo(x, y, x + (nx - x) * after, y + (ny - y) * after)
  }
  shape.closePath()
  return shape
}

/** Slot with round ends between two points, to be cut from a plate or to fill such a cut. */
export function slot<Outline extends Path>(
  from: Vector2,
  to: Vector2,
  radius: number,
  outline: Outline
): Outline {
  return belt(
    [
      { x: from.x, y: from.y, r: radius },
      { x: to.x, y: to.y, r: radius }
    ],
    outline
  )
}

/**
 * Link plate between two eyes with a lightening slot: the plate with the slot cut through, and a
 * thinner web that closes it half way.
 */
export function slottedLink(
  from: Disc,
  to: Disc,
  thickness: number,
  at: number,
  surface: Surface,
  bevel: number
): BufferGeometry[] {
  const shape = belt([from, to], new Shape())
  const start = new Vector2(from.x, from.y)
  const end = new Vector2(to.x, to.y)
  const length = start.distanceTo(end)
  const width = 0.42 * Math.min(from.r, to.r)
  const near = start.clone().lerp(end, (1.15 * from.r + width) / length)
  const far = end.clone().lerp(start, (1.15 * to.r + width) / length)
  if (near.distanceTo(far) > length || length < 2.6 * (from.r + to.r)) {
    return [plate(shape, thickness, surface, { at, bevel })]
  }
  shape.holes.push(slot(near, far, width, new Path()))
  const web = slot(near, far, width, new Shape())
  return [
    plate(shape, thickness, surface, { at, bevel }),
    plate(web, 0.5 * thickness, 'inner', { at, bevel: 0 })
  ]
}

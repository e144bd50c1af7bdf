/** Screen outlines of the moving parts: projections of their bounding boxes. */
import { Box3, type BufferGeometry, InstancedMesh, Matrix4, Mesh, Vector3 } from 'three'
import type { Box } from '../../model/stage.ts'
import type { Anatomy } from './anatomy.ts'
import type { Eye } from './camera.ts'
import type { Figure } from './figure.ts'

type Point = readonly [x: number, y: number]

/** A convex outline, anticlockwise where y points up, with the box about it. */
export interface Outline extends Box {
  readonly points: readonly Point[]
}

const matrix = new Matrix4()
const corner = new Vector3()

/** Every solid that is drawn of bodies that move, and where it is now. */
export function* movingSolids(
  figure: Figure,
  anatomy: Anatomy
): Generator<readonly [BufferGeometry, Matrix4]> {
  for (const [part, bodies] of figure.parts) {
    if (!(part instanceof Mesh) || !part.visible) continue
    part.updateWorldMatrix(true, false)
    for (const [i, body] of bodies.entries()) {
      if (anatomy.isStanding(body)) continue
      if (part instanceof InstancedMesh) {
        part.getMatrixAt(i, matrix)
        matrix.premultiply(part.matrixWorld)
      } else matrix.copy(part.matrixWorld)
      const isShrunk = matrix.determinant() === 0 // how a part of many is hidden
      if (!isShrunk) yield [part.geometry, matrix]
    }
  }
}

/** Outlines of all that moves: of bodies, and of springs and rods between them. */
export function silhouettes(figure: Figure, anatomy: Anatomy, eye: Eye): Outline[] {
  const found: Outline[] = []
  for (const [solid, place] of movingSolids(figure, anatomy))
    found.push(outlineOf(boxAbout(solid), place, eye))
  for (const part of figure.group.children)
    if (part instanceof Mesh && !figure.parts.has(part)) found.push(...outlinesOf(part, eye))
  return found
}

/** A box as an outline. */
export function outlineAbout(box: Box): Outline {
  const { left, top, right, bottom } = box
  const points: Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom]
  ]
  return { ...box, points }
}

/** Of a mesh that rides on no body, or of each of its instances. */
function outlinesOf(part: Mesh, eye: Eye): Outline[] {
  const count = part instanceof InstancedMesh ? part.count : 1
  return Array.from({ length: count }, (_, i) => {
    if (part instanceof InstancedMesh) part.getMatrixAt(i, matrix)
    else matrix.identity()
    return outlineOf(boxAbout(part.geometry), matrix.premultiply(part.matrixWorld), eye)
  })
}

/** The box about all that is drawn of bodies that move, in the stage's frame. */
export function movingBox(figure: Figure, anatomy: Anatomy): Box3 {
  const whole = new Box3()
  for (const [solid, place] of movingSolids(figure, anatomy))
    whole.union(boxAbout(solid).clone().applyMatrix4(place))
  return whole
}

function boxAbout(solid: BufferGeometry): Box3 {
  if (!solid.boundingBox) solid.computeBoundingBox()
  return solid.boundingBox ?? new Box3()
}

function outlineOf({ min, max }: Box3, place: Matrix4, eye: Eye): Outline {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i): Point => {
    corner.set((i & 1 ? max : min).x, (i & 2 ? max : min).y, (i & 4 ? max : min).z)
    eye.project(corner.applyMatrix4(place), corner)
    return [corner.x, corner.y]
  })
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return {
    points: hullOf(corners),
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys)
  }
}

/** The convex hull, by Andrew's monotone chain. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (inOrder: readonly Point[]) => {
    const chain: Point[] = []
    for (const point of inOrder) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

function turn(a: Point = [0, 0], b: Point = [0, 0], c: Point = [0, 0]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/** Whether a box and an outline share a point: no side of either has the other beyond it. */
export function overlaps(box: Box, outline: Outline): boolean {
  if (sharedArea(box, outline) === 0) return false
  const corners = outlineAbout(box).points
  const { points } = outline
  return points.every((point, i) => {
    const next = points[(i + 1) % points.length]
    return corners.some((each) => turn(point, next, each) > 0)
  })
}

/** Returns the area of the intersection of two boxes [px²]. */
export function sharedArea(one: Box, other: Box): number {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return Math.max(0, wide) * Math.max(0, high)
}

import type { Vector3 } from '../types/mechanism.js'
import { cross } from './pose.js'

/** Three points of a list, counterclockwise from outside. */
export type Triangle = readonly [number, number, number]

interface Face {
  readonly corners: Triangle
  readonly normal: Vector3
  /** Of the face's plane along its normal. */
  readonly distance: number
}

/**
 * The faces of the convex hull of points, grown point by point, O(points · faces). Undefined where they
 * span no volume.
 */
export function convexHull(points: readonly Vector3[]): readonly Triangle[] | undefined {
  const size = Math.max(...extents(points))
  const tolerance = 1e-10 * size
  const first = tetrahedronOf(points, tolerance)
  if (!first) return undefined
  let faces = first.map((corners) => faceOf(points, corners))
  for (const [i, point] of points.entries()) {
    const isSeen = (face: Face) => dot(face.normal, point) - face.distance > tolerance
    const seen = faces.filter(isSeen)
    if (seen.length === 0) continue
    const made = horizonOf(seen).map(([a, b]) => faceOf(points, [a, b, i]))
    faces = [...faces.filter((face) => !isSeen(face)), ...made]
  }
  return faces.map(({ corners }) => corners)
}

/** Edges of faces that no other of them has the other way round. */
function horizonOf(faces: readonly Face[]): (readonly [number, number])[] {
  const edges = new Map<string, readonly [number, number]>()
  for (const { corners } of faces) {
    const [a, b, c] = corners
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a]
    ] as const) {
      if (!edges.delete(`${to} ${from}`)) edges.set(`${from} ${to}`, [from, to])
    }
  }
  return [...edges.values()]
}

function faceOf(points: readonly Vector3[], corners: Triangle): Face {
  const [a, b, c] = corners.map((i) => points[i]!) as unknown as [Vector3, Vector3, Vector3]
  const across = cross(minus(b, a), minus(c, a))
  const length = Math.hypot(...across) || 1
  const normal: Vector3 = [across[0] / length, across[1] / length, across[2] / length]
  return { corners, normal, distance: dot(normal, a) }
}

/** Four points that are far apart, as faces that look outwards. */
function tetrahedronOf(points: readonly Vector3[], tolerance: number): Triangle[] | undefined {
  const [origin] = points
  if (!origin) return undefined
  const farthest = (measure: (point: Vector3) => number) => {
    const values = points.map(measure)
    const most = values.reduce((best, value, i) => (value > values[best]! ? i : best), 0)
    return values[most]! > tolerance ? most : undefined
  }
  const b = farthest((point) => Math.hypot(...minus(point, origin)))
  if (b === undefined) return undefined
  const along = minus(points[b]!, origin)
  const length = Math.hypot(...along)
  const c = farthest((point) => Math.hypot(...cross(along, minus(point, origin))) / length)
  if (c === undefined) return undefined
  const { normal, distance } = faceOf(points, [0, b, c])
  const d = farthest((point) => Math.abs(dot(normal, point) - distance))
  if (d === undefined) return undefined
  const isBelow = dot(normal, points[d]!) < distance
  const [x, y] = isBelow ? [b, c] : [c, b]
  return [
    [0, x, y],
    [0, y, d],
    [y, x, d],
    [x, 0, d]
  ]
}

function extents(points: readonly Vector3[]): number[] {
  return ([0, 1, 2] as const).map((i) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const point of points)
      [least, most] = [Math.min(least, point[i]), Math.max(most, point[i])]
    return most - least
  })
}

function minus([a, b, c]: Vector3, [x, y, z]: Vector3): Vector3 {
  return [a - x, b - y, c - z]
}

function dot([a, b, c]: Vector3, [x, y, z]: Vector3): number {
  return a * x + b * y + c * z
}

import type { Vector3, Vector6 } from '../types/mechanism.js'
import type { Triangle } from './convex-hull.js'
import type { Mass } from './inertia.js'
import { cross } from './pose.js'

/** How triangles have mass: as what they enclose, each pyramid counted as positive, or as a shell. */
export type MeshInertia = 'exact' | 'legacy' | 'shell'

/** Mass per density, or per density of area of a shell; undefined where there is no volume or area. */
export function massOfTriangles(
  points: readonly Vector3[],
  triangles: readonly Triangle[],
  kind: MeshInertia
): Mass | undefined {
  const faces = triangles.map((corners) => corners.map((i) => points[i]!) as unknown as Corners)
  const middle = centroidOf(faces)
  const parts = faces.map((face) => ({ face, weight: weightOf(face, middle, kind) }))
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  if (!(total > 1e-15)) return undefined
  const center = ([0, 1, 2] as const).map((i) => {
    // A pyramid's center is three quarters of the way from its tip to its base.
    const from = ({ face }: (typeof parts)[number]) =>
      kind === 'shell' ? meanOf(face, i) : (meanOf(face, i) * 3 + middle[i]) / 4
    return parts.reduce((sum, part) => sum + part.weight * from(part), 0) / total
  }) as unknown as Vector3
  return momentsAbout(center, faces, kind)
}

type Corners = readonly [Vector3, Vector3, Vector3]

/** The mean of the triangles' middles, by their areas. */
function centroidOf(faces: readonly Corners[]): Vector3 {
  const areas = faces.map((face) => Math.hypot(...normalOf(face)) / 2)
  const whole = areas.reduce((sum, area) => sum + area, 0)
  return ([0, 1, 2] as const).map((i) =>
    whole > 0 ? faces.reduce((sum, face, k) => sum + areas[k]! * meanOf(face, i), 0) / whole : 0
  ) as unknown as Vector3
}

/** Volume of the pyramid from a tip to a triangle, or the triangle's area. */
function weightOf(face: Corners, tip: Vector3, kind: MeshInertia): number {
  const normal = normalOf(face)
  if (kind === 'shell') return Math.hypot(...normal) / 2
  const [a] = face
  const volume =
    ((a[0] - tip[0]) * normal[0] + (a[1] - tip[1]) * normal[1] + (a[2] - tip[2]) * normal[2]) / 6
  return kind === 'legacy' ? Math.abs(volume) : volume
}

/** Twice the area long. */
function normalOf([a, b, c]: Corners): Vector3 {
  return cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]])
}

const meanOf = ([a, b, c]: Corners, i: 0 | 1 | 2) => (a[i] + b[i] + c[i]) / 3

/** The mass and its inertia about a point, of pyramids from it. */
function momentsAbout(center: Vector3, faces: readonly Corners[], kind: MeshInertia): Mass {
  const pairs = [
    [0, 0],
    [1, 1],
    [2, 2],
    [0, 1],
    [0, 2],
    [1, 2]
  ] as const
  const products = [0, 0, 0, 0, 0, 0]
  let mass = 0
  for (const face of faces) {
    const weight = weightOf(face, center, kind)
    mass += weight
    const corners = face.map((corner) => corner.map((part, i) => part - center[i as 0 | 1 | 2]))
    for (const [k, [i, j]] of pairs.entries()) {
      const [sumI, sumJ] = [i, j].map((n) => corners.reduce((sum, corner) => sum + corner[n]!, 0))
      const own = corners.reduce((sum, corner) => sum + corner[i]! * corner[j]!, 0)
      products[k]! += (weight / (kind === 'shell' ? 12 : 20)) * (own + sumI! * sumJ!)
    }
  }
  const [xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0] = products
  const inertia: Vector6 = [yy + zz, xx + zz, xx + yy, 0 - xy, 0 - xz, 0 - yz]
  return { mass, centerOfMass: center, inertia }
}

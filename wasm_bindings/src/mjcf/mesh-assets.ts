import type { Vector3 } from '../types/mechanism.js'
import { convexHull, type Triangle } from '../xml/convex-hull.js'
import { type Element, fault } from '../xml/element.js'
import type { Mass } from '../xml/inertia.js'
import { type MeshInertia, massOfTriangles } from '../xml/mesh-inertia.js'
import { conjugate, rotate } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { list, numbers, oneOf, vector } from '../xml/values.js'
import type { Defaults } from './defaults.js'
import { quaternionOf } from './places.js'

/** A <mesh> of <asset>. */
export interface MeshAsset {
  /** Its defaults applied. */
  readonly element: Element
  /** The mesh itself, where its corners are in the document. */
  readonly inline: InlineMesh | undefined
}

export interface InlineMesh {
  /** In the frame of a geom. */
  readonly points: readonly Vector3[]
  /** Of the convex hull. */
  readonly hull: readonly Triangle[]
  /** For a density of 1; undefined where it has no volume. */
  readonly mass: Mass | undefined
}

export type MeshAssets = ReadonlyMap<string, MeshAsset>

/** By name, which is that of the file where none is given; the first of a name counts. */
export function meshAssetsOf(root: Element, defaults: Defaults, remarks: Remarks): MeshAssets {
  const assets = new Map<string, MeshAsset>()
  for (const each of root.all('asset').flatMap((asset) => asset.all('mesh'))) {
    const name = each.text('name') ?? nameOf(each.text('file') ?? '').replace(/\.[^.]*$/, '')
    if (assets.has(name)) {
      remarks.counted('mesh twice', each, 'is there twice; the first counts')
      continue
    }
    const element = defaults.applied(each.tolerant(), undefined)
    const inline =
      element.text('vertex') === undefined ? undefined : remarks.optional(() => inlineOf(element))
    assets.set(name, { element, inline })
  }
  return assets
}

/** The last part of a path. */
export const nameOf = (path: string) => path.replace(/^.*[\\/]/s, '')

function inlineOf(element: Element): InlineMesh {
  const points = pointsOf(element)
  const hull = convexHull(points)
  if (!hull) throw fault(element, 'vertex', 'expected points that span a volume, found none')
  const words = ['legacy', 'exact', 'convex', 'shell'] as const
  const inertia =
    element.text('inertia') === undefined ? 'legacy' : oneOf(element, 'inertia', 'inertia', words)
  const faces = element.text('face') === undefined ? hull : facesOf(element, points.length)
  const isConvex = inertia === 'convex'
  const kind: MeshInertia = isConvex ? 'exact' : inertia
  return { points, hull, mass: massOfTriangles(points, isConvex ? hull : faces, kind) }
}

/** Corners where the reference and the scale of the mesh put them. */
function pointsOf(element: Element): Vector3[] {
  const parts = list(element, 'vertex')
  if (parts.length < 12 || parts.length % 3 !== 0)
    throw fault(element, 'vertex', `expected at least four points, found ${parts.length} numbers`)
  const [a, b, c] = vector(element, 'refpos', [0, 0, 0])
  const quaternion =
    element.text('refquat') === undefined ? [1, 0, 0, 0] : numbers(element, 'refquat', 4)
  const back = conjugate(quaternionOf(quaternion, element, 'refquat'))
  const scale = vector(element, 'scale', [1, 1, 1])
  return Array.from({ length: parts.length / 3 }, (_, i) => {
    const [x = 0, y = 0, z = 0] = parts.slice(3 * i, 3 * i + 3)
    const turned = rotate(back, [x - a, y - b, z - c])
    return [turned[0] * scale[0], turned[1] * scale[1], turned[2] * scale[2]]
  })
}

/** A scale that mirrors turns faces over. */
function facesOf(element: Element, count: number): Triangle[] {
  const corners = list(element, 'face')
  const isCorner = (i: number) => Number.isInteger(i) && i >= 0 && i < count
  if (corners.length % 3 !== 0 || !corners.every(isCorner))
    throw fault(element, 'face', `expected three of ${count} points for each face`)
  const [x, y, z] = vector(element, 'scale', [1, 1, 1])
  const isMirrored = x * y * z < 0
  return Array.from({ length: corners.length / 3 }, (_, i) => {
    const [a = 0, b = 0, c = 0] = corners.slice(3 * i, 3 * i + 3)
    return isMirrored ? [a, c, b] : [a, b, c]
  })
}

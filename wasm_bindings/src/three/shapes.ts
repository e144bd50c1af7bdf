import {
  type BufferGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Shape as Outline,
  PlaneGeometry,
  SphereGeometry,
  TorusGeometry,
  TubeGeometry,
  Vector2
} from 'three'
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js'
import { ParametricGeometry } from 'three/addons/geometries/ParametricGeometry.js'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Frame, HeightfieldCollider, Shape, Vector3 } from '../types/mechanism.js'
import { bezierPoint, FileCurve, vector } from './curves.js'

const segments = 32
const capsuleSegments = 24

/** A solid that only colliders have. */
interface ColliderShape {
  readonly frame?: Frame
  readonly color?: undefined
}

interface Ground extends ColliderShape, Pick<HeightfieldCollider, 'extents' | 'heights'> {
  readonly type: 'heightfield'
}

/** The geometry of a body: a shape of its file, or the hull or the ground of a collider. */
export type DrawnShape =
  | Shape
  | (ColliderShape & { readonly type: 'hull'; readonly points: readonly Vector3[] })
  | Ground

/** The solid of a mechanism file's shape, in the shape's own frame (z up); dispose of it yourself. */
export function shapeGeometry(shape: DrawnShape): BufferGeometry {
  switch (shape.type) {
    case 'box':
      return new RoundedBoxGeometry(...shape.size, 3, shape.rounding ?? 0)
    case 'sphere':
      return new SphereGeometry(shape.radius, segments, segments / 2)
    case 'cylinder': {
      const { radius, endRadius = radius, length } = shape
      return new CylinderGeometry(endRadius, radius, length, segments).rotateX(Math.PI / 2)
    }
    case 'capsule': {
      const { radius, endRadius = radius, length } = shape
      const along = taperedCapsule(length, radius, endRadius)
      return along.translate(0, -length / 2, 0).rotateX(Math.PI / 2)
    }
    case 'extrusion':
      return extrusion(shape.outline, shape.length, shape.rounding ?? 0)
    case 'ellipsoid':
      return new SphereGeometry(1, segments, segments / 2).scale(...shape.semiAxes)
    case 'torus':
      return new TorusGeometry(shape.majorRadius, shape.minorRadius, segments / 2, 2 * segments)
    case 'tube': {
      const curve = new FileCurve(shape.curve)
      const rings = Math.max(96, 12 * curve.pieces)
      return new TubeGeometry(curve, rings, shape.radius, segments / 2, shape.curve.closed)
    }
    case 'patch':
      return patch(shape.points)
    case 'hull':
      return new ConvexGeometry(shape.points.map(vector))
    case 'heightfield':
      return ground(shape)
  }
}

/** The rows of the plane begin at the largest y; its triangles are those of the collider. */
function ground({ extents: [width, depth], heights }: Ground): BufferGeometry {
  const rows = heights.length
  const columns = heights[0]?.length ?? 0
  const surface = new PlaneGeometry(width, depth, columns - 1, rows - 1)
  const points = surface.getAttribute('position')
  for (let i = 0; i < points.count; i++)
    points.setZ(i, heights[rows - 1 - Math.floor(i / columns)]?.[i % columns] ?? 0)
  surface.computeVertexNormals()
  return surface
}

/** A sheet that is visible from both sides with every material: its faces again, turned over. */
function patch(net: readonly (readonly Vector3[])[]): BufferGeometry {
  const rows = net.map((row) => row.map(vector))
  const across = (u: number, v: number) =>
    bezierPoint(
      rows.map((row) => bezierPoint(row, v)),
      u
    )
  const front = new ParametricGeometry((u, v, target) => target.copy(across(u, v)), 48, 48)
  const back = new ParametricGeometry((u, v, target) => target.copy(across(v, u)), 48, 48)
  return mergeGeometries([front, back])
}

/** The bevel cuts inwards, so the outline and the length are those of the whole. */
function extrusion(
  corners: readonly (readonly [number, number])[],
  length: number,
  bevel: number
): BufferGeometry {
  const outline = new Outline(corners.map(([x, y]) => new Vector2(x, y)))
  const depth = length - 2 * bevel
  const solid = new ExtrudeGeometry(outline, {
    depth,
    bevelEnabled: bevel > 0,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 2
  })
  return solid.translate(0, 0, -depth / 2)
}

/** Two balls and the cone that touches both, turned about y; the first is at the origin. */
export function taperedCapsule(
  length: number,
  startRadius: number,
  endRadius: number
): LatheGeometry {
  // The cone touches the balls where their normals lean by this angle towards the thin end.
  const lean = Math.asin(Math.max(-1, Math.min(1, (startRadius - endRadius) / length)))
  const steps = capsuleSegments / 4
  const profile: Vector2[] = []
  const arc = (center: number, radius: number, from: number, to: number) => {
    for (let i = 0; i <= steps; i++) {
      const angle = from + ((to - from) * i) / steps
      profile.push(new Vector2(radius * Math.cos(angle), center + radius * Math.sin(angle)))
    }
  }
  arc(0, startRadius, -Math.PI / 2, lean)
  arc(length, endRadius, lean, Math.PI / 2)
  return new LatheGeometry(profile, capsuleSegments)
}

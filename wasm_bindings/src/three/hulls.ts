import { Box3, Line3, type Mesh, type Object3D, Plane, Vector3 } from 'three'
import { ConvexHull } from 'three/addons/math/ConvexHull.js'
import { described, reading } from '../checks.js'
import { MechanismError } from '../errors.js'
import { standingBodies } from '../standing-bodies.js'
import { brief } from '../suggestion.js'
import type { ContactPair, HullCollider, Mechanism } from '../types/mechanism.js'
import { meshesIn } from './drawable.js'
import { LoadedMeshes } from './meshes.js'

/** A mechanism that touches with the hulls of its meshes. */
export interface Hulled {
  readonly mechanism: Mechanism
  /** Meshes of which no collider is made, and why. */
  readonly warnings: readonly string[]
}

/** The collider of a mechanism file. */
const mostPoints = 256

/**
 * The mechanism with a collider, the convex hull, of each loaded mesh that is for touching, next to
 * those it has. A hull of more than 256 points keeps those that lie farthest in 256 directions, spread
 * evenly in the mesh's box: a ball shrinks by a hundredth. Hulls have what `contact` of their meshes says. Bodies
 * touch the world alone unless the mechanism changes this. Those that stand still and support a joint get no
 * hull, because their children overlap them.
 */
export function withHulls(mechanism: Mechanism, loaded: LoadedMeshes): Hulled {
  if (!(loaded instanceof LoadedMeshes))
    throw new MechanismError(`loaded: expected LoadedMeshes, found ${described(loaded)}`)
  return reading('mechanism', () => {
    const standing = standingBodies(mechanism.joints)
    const warnings: string[] = []
    const colliders: HullCollider[] = []
    const rules = new Set<ContactPair>()
    for (const { mesh, object } of loaded.meshes) {
      if (mesh.purpose !== 'collision') continue
      const points = standing.get(mesh.body) ? undefined : hullOf(object)
      if (points) {
        const { collider, pairs = [] } = mesh.contact ?? {}
        colliders.push({
          type: 'hull',
          body: mesh.body,
          points: points.map(numbersOf),
          ...collider
        })
        for (const pair of pairs) rules.add(pair)
        continue
      }
      const why = standing.get(mesh.body)
        ? `"${brief(mesh.body)}" stands still and supports a joint`
        : 'it spans no volume'
      warnings.push(`mesh "${brief(mesh.uri)}": no collider is made: ${why}`)
    }
    if (colliders.length === 0) return { mechanism, warnings }
    const { contact = { colliders: [], selfCollision: false } } = mechanism
    const all = [...contact.colliders, ...colliders]
    const names = new Set(all.map(({ name }) => name))
    const known = [...rules].filter((rule) => rule.colliders.every((name) => names.has(name)))
    const pairs = [...(contact.pairs ?? []), ...known]
    const hulled = { ...contact, colliders: all, ...(pairs.length > 0 ? { pairs } : {}) }
    return { mechanism: { ...mechanism, contact: hulled }, warnings }
  })
}

/** Corners of the convex hull, in the frame of the body; none where it is flat. */
function hullOf(object: Object3D): Vector3[] | undefined {
  object.updateMatrixWorld(true)
  const points = meshesIn(object).flatMap(cornersOf)
  if (!hasVolume(points)) return undefined
  const corners = new Set<Vector3>()
  for (const face of new ConvexHull().setFromPoints(points).faces) {
    let edge = face.edge
    do {
      corners.add(edge.head().point)
      edge = edge.next
    } while (edge !== face.edge)
  }
  return corners.size <= mostPoints ? [...corners] : farthest([...corners])
}

function cornersOf({ geometry, matrixWorld }: Mesh): Vector3[] {
  const { position } = geometry.attributes
  return Array.from({ length: position?.count ?? 0 }, (_, i) =>
    new Vector3().fromBufferAttribute(position!, i).applyMatrix4(matrixWorld)
  )
}

/** Whether points lie off a plane by more than a hundred-thousandth of how far they are apart. */
function hasVolume(points: readonly Vector3[]): boolean {
  const farthestBy = (distance: (point: Vector3) => number) =>
    points.reduce((best, point) => (distance(point) > distance(best) ? point : best))
  const [a] = points
  if (!a) return false
  const b = farthestBy((point) => point.distanceTo(a))
  const line = new Line3(a, b)
  const foot = new Vector3()
  const c = farthestBy((point) => point.distanceTo(line.closestPointToPoint(point, false, foot)))
  const plane = new Plane().setFromCoplanarPoints(a, b, c)
  const d = farthestBy((point) => Math.abs(plane.distanceToPoint(point)))
  return Math.abs(plane.distanceToPoint(d)) > 1e-5 * a.distanceTo(b)
}

/** Of points those farthest along directions, as of a box of edges of one length. */
function farthest(points: readonly Vector3[]): Vector3[] {
  const size = new Box3().setFromPoints([...points]).getSize(new Vector3())
  const found = directions.map((direction) => {
    const along = direction.clone().divide(size)
    return points.reduce((best, point) => (point.dot(along) > best.dot(along) ? point : best))
  })
  return [...new Set(found)]
}

/** The axes both ways, and a spiral by the golden angle, which leaves no gaps. */
const directions = [
  ...[1, -1].flatMap((s) => [new Vector3(s, 0, 0), new Vector3(0, s, 0), new Vector3(0, 0, s)]),
  ...Array.from({ length: mostPoints - 6 }, (_, i) => {
    const z = 1 - (2 * i + 1) / (mostPoints - 6)
    const angle = Math.PI * (3 - Math.sqrt(5)) * i
    return new Vector3(Math.cos(angle), Math.sin(angle), 0)
      .multiplyScalar(Math.sqrt(1 - z * z))
      .setZ(z)
  })
]

const numbersOf = ({ x, y, z }: Vector3) => [x, y, z] as const

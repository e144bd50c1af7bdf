/** Turned and rounded solids, painted. Axes run along z, towards the viewer, where not said. */
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  LatheGeometry,
  Quaternion,
  SphereGeometry,
  Vector2,
  Vector3
} from 'three'
import { painted } from '../materials.ts'
import type { Surface } from '../theme.ts'

const up = new Vector3(0, 1, 0)
const front = new Vector3(0, 0, 1)

/** Cylinder from z = `from` to z = `to`. */
export function cylinder(
  radius: number,
  from: number,
  to: number,
  surface: Surface,
  segments = 32
): BufferGeometry {
  const geometry = new CylinderGeometry(radius, radius, to - from, segments)
  return painted(geometry.rotateX(Math.PI / 2).translate(0, 0, (from + to) / 2), surface)
}

/** A solid turned about z: `profile` lists (radius, z) from back to front. */
export function turned(
  profile: readonly (readonly [radius: number, z: number])[],
  surface: Surface,
  segments = 48
): BufferGeometry {
  const points = profile.map(([radius, z]) => new Vector2(radius, z))
  return painted(new LatheGeometry(points, segments).rotateX(Math.PI / 2), surface)
}

/** Domed cap that closes a pin: base at z = 0, dome towards +z. */
export function dome(radius: number, surface: Surface): BufferGeometry {
  const profile: [number, number][] = [
    [0, 0],
    [radius, 0],
    [radius, 0.28 * radius]
  ]
  for (let i = 1; i <= 6; i++) {
    const t = (Math.PI / 2) * (i / 6)
    profile.push([radius * Math.cos(t), radius * (0.28 + 0.62 * Math.sin(t))])
  }
  return turned(profile, surface, 28)
}

export function ball(radius: number, surface: Surface, segments = 24): BufferGeometry {
  return painted(new SphereGeometry(radius, segments, Math.ceil((2 * segments) / 3)), surface)
}

export function block(
  width: number,
  height: number,
  depth: number,
  surface: Surface
): BufferGeometry {
  return painted(new BoxGeometry(width, height, depth), surface)
}

/** Round rod between two points. */
export function rod(
  a: Vector3,
  b: Vector3,
  radius: number,
  surface: Surface,
  segments = 20
): BufferGeometry {
  const along = b.clone().sub(a)
  const length = along.length()
  const geometry = new CylinderGeometry(radius, radius, length, segments)
  geometry.applyQuaternion(new Quaternion().setFromUnitVectors(up, along.normalize()))
  const middle = a.clone().add(b).multiplyScalar(0.5)
  return painted(geometry.translate(middle.x, middle.y, middle.z), surface)
}

/** Capsule that tapers from radius `ra` at a to `rb` at b. */
export function taperedCapsule(
  a: Vector3,
  b: Vector3,
  ra: number,
  rb: number,
  surface: Surface,
  segments = 20
): BufferGeometry {
  const along = b.clone().sub(a)
  const length = Math.max(along.length(), 1e-9)
  const geometry = new CapsuleGeometry(1, length, Math.ceil(segments / 3), segments)
  const position = geometry.getAttribute('position')
  for (let i = 0; i < position.count; i++) {
    const y = position.getY(i)
    const t = Math.min(Math.max(y / length + 0.5, 0), 1)
    const radius = ra + (rb - ra) * t
    const beyond = y - Math.min(Math.max(y, -length / 2), length / 2)
    const core = y - beyond
    position.setXYZ(i, position.getX(i) * radius, core + beyond * radius, position.getZ(i) * radius)
  }
  geometry.computeVertexNormals()
  geometry.applyQuaternion(new Quaternion().setFromUnitVectors(up, along.normalize()))
  const middle = a.clone().add(b).multiplyScalar(0.5)
  return painted(geometry.translate(middle.x, middle.y, middle.z), surface)
}

/** Rotates a geometry from the z axis to `axis`, and moves it to `to`. */
export function placed(
  geometry: BufferGeometry,
  to: Vector3,
  axis: Vector3 = front
): BufferGeometry {
  if (!axis.equals(front)) {
    geometry.applyQuaternion(new Quaternion().setFromUnitVectors(front, axis))
  }
  return geometry.translate(to.x, to.y, to.z)
}

/** The axis of the joint, toward the viewer, which makes caps visible. */
export function towardsViewer(axis: Vector3): Vector3 {
  const facing = axis.z !== 0 ? axis.z : axis.x !== 0 ? axis.x : axis.y
  return facing < 0 ? axis.clone().negate() : axis.clone()
}

import type { Body, Quaternion, Vector3, Vector6 } from '../types/mechanism.js'
import { add, cross, identity, type Pose, rotate, rotateInertia, rotationOfAxes } from './pose.js'

/** Mass, center of mass and inertia about it, as a body has them. */
export type Mass = Required<Pick<Body, 'mass' | 'centerOfMass'>> & { readonly inertia: Vector6 }

export const massless: Mass = { mass: 0, centerOfMass: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] }

/** A solid about its origin, as shapes and colliders have it; round ones along z. */
export type Solid =
  | { readonly type: 'box'; readonly size: Vector3 }
  | { readonly type: 'sphere'; readonly radius: number }
  | { readonly type: 'ellipsoid'; readonly semiAxes: Vector3 }
  | { readonly type: 'cylinder' | 'capsule'; readonly radius: number; readonly length: number }

/** [m³] */
export function volumeOf(solid: Solid): number {
  switch (solid.type) {
    case 'box':
      return product(solid.size)
    case 'sphere':
      return (4 / 3) * Math.PI * solid.radius ** 3
    case 'ellipsoid':
      return (4 / 3) * Math.PI * product(solid.semiAxes)
    case 'cylinder':
      return Math.PI * solid.radius ** 2 * solid.length
    case 'capsule':
      return Math.PI * solid.radius ** 2 * (solid.length + (4 / 3) * solid.radius)
  }
}

/** Moments of inertia about its origin for a mass of 1 kg, homogeneous [m²]. */
export function momentsOf(solid: Solid): Vector3 {
  switch (solid.type) {
    case 'box':
      return momentsOfSquares(solid.size, 1 / 12)
    case 'sphere':
      return momentsOfSquares([solid.radius, solid.radius, solid.radius], 1 / 5)
    case 'ellipsoid':
      return momentsOfSquares(solid.semiAxes, 1 / 5)
    case 'cylinder': {
      const square = solid.radius ** 2
      const across = square / 4 + solid.length ** 2 / 12
      return [across, across, square / 2]
    }
    case 'capsule':
      return momentsOfCapsule(solid.radius, solid.length / 2)
  }
}

/** A cylinder between two half balls, `half` from its middle to either. */
function momentsOfCapsule(radius: number, half: number): Vector3 {
  const ends = (2 * radius) / (2 * radius + 3 * half)
  const middle = 1 - ends
  const square = radius ** 2
  const across =
    middle * (square / 4 + half ** 2 / 3) +
    ends * ((2 * square) / 5 + half ** 2 + (3 * radius * half) / 4)
  return [across, across, (middle * square) / 2 + (ends * 2 * square) / 5]
}

function momentsOfSquares([x, y, z]: Vector3, share: number): Vector3 {
  return [share * (y * y + z * z), share * (x * x + z * z), share * (x * x + y * y)]
}

const product = ([x, y, z]: Vector3) => x * y * z

/** The mass of a solid of a density at a pose [kg/m³]. */
export function massOfSolid(solid: Solid, density: number, pose: Pose = identity): Mass {
  const mass = density * volumeOf(solid)
  const moments = momentsOf(solid).map((moment) => mass * moment) as unknown as Vector3
  return placed({ mass, centerOfMass: [0, 0, 0], inertia: [...moments, 0, 0, 0] }, pose)
}

/** A mass in the frame around a pose. */
export function placed({ mass, centerOfMass, inertia }: Mass, { position, rotation }: Pose): Mass {
  return {
    mass,
    centerOfMass: add(position, rotate(rotation, centerOfMass)),
    inertia: rotateInertia(rotation, inertia)
  }
}

/** Several masses as one. */
export function combined(parts: readonly Mass[]): Mass {
  const mass = parts.reduce((sum, part) => sum + part.mass, 0)
  const weighted = (i: 0 | 1 | 2) =>
    parts.reduce((sum, part) => sum + part.mass * part.centerOfMass[i], 0)
  const centerOfMass: Vector3 =
    mass > 0 ? [weighted(0) / mass, weighted(1) / mass, weighted(2) / mass] : [0, 0, 0]
  const about = parts.map((part) => inertiaAbout(centerOfMass, part))
  const inertia = [0, 1, 2, 3, 4, 5].map((i) => about.reduce((sum, part) => sum + part[i]!, 0))
  return { mass, centerOfMass, inertia: inertia as unknown as Vector6 }
}

/** Inertia about a point: its own and, by Steiner, that of its mass at its center. */
export function inertiaAbout([a, b, c]: Vector3, { mass, centerOfMass, inertia }: Mass): Vector6 {
  const [xx, yy, zz, xy, xz, yz] = inertia
  const [x, y, z] = [centerOfMass[0] - a, centerOfMass[1] - b, centerOfMass[2] - c]
  return [
    xx + mass * (y * y + z * z),
    yy + mass * (x * x + z * z),
    zz + mass * (x * x + y * y),
    xy - mass * x * y,
    xz - mass * x * z,
    yz - mass * y * z
  ]
}

/** Principal moments, and the rotation from the principal axes. */
export interface Principal {
  readonly moments: Vector3
  readonly rotation: Quaternion
}

/** Diagonalizes a symmetric matrix by Jacobi's method. */
export function principalOf(inertia: Vector6): Principal {
  if (inertia[3] === 0 && inertia[4] === 0 && inertia[5] === 0)
    return { moments: [inertia[0], inertia[1], inertia[2]], rotation: [0, 0, 0, 1] }
  const m = matrixOf(inertia)
  const axes: number[][] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1]
  ]
  const size = Math.hypot(...m.flat())
  for (let sweep = 0; sweep < 50; sweep++) {
    if (Math.hypot(m[0]![1]!, m[0]![2]!, m[1]![2]!) <= 1e-16 * size) break
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2]
    ] as const)
      eliminate(m, axes, p, q)
  }
  const column = (i: number) => axes.map((row) => row[i]!) as unknown as Vector3
  const [x, y] = [column(0), column(1)]
  const rotation = rotationOfAxes(x, y, cross(x, y))
  return { moments: [m[0]![0]!, m[1]![1]!, m[2]![2]!], rotation }
}

/** Returns the inertia with given principal moments and axes. */
export function inertiaOf({ moments, rotation }: Principal): Vector6 {
  return rotateInertia(rotation, [...moments, 0, 0, 0])
}

/** The moment about a unit axis. */
export function momentAbout([x, y, z]: Vector3, [xx, yy, zz, xy, xz, yz]: Vector6): number {
  return xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z)
}

function matrixOf([xx, yy, zz, xy, xz, yz]: Vector6): number[][] {
  return [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz]
  ]
}

/** Applies the rotation in the plane of p and q that makes entry (p, q) zero. */
function eliminate(m: number[][], axes: number[][], p: number, q: number): void {
  const apq = m[p]![q]!
  if (apq === 0) return
  const theta = (m[q]![q]! - m[p]![p]!) / (2 * apq)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1))
  const c = 1 / Math.hypot(t, 1)
  const s = t * c
  for (const rows of [m, axes]) {
    for (const row of rows) {
      const [a, b] = [row[p]!, row[q]!]
      row[p] = c * a - s * b
      row[q] = s * a + c * b
    }
  }
  for (let k = 0; k < 3; k++) {
    const [a, b] = [m[p]![k]!, m[q]![k]!]
    m[p]![k] = c * a - s * b
    m[q]![k] = s * a + c * b
  }
}

import type { Body, Collider, Contact, Mechanism, Vector3 } from 'linkwork'
import { localPoints, toWorld } from '../kinematics.ts'
import type { Footing, MeshBox, OwnMechanism } from './own-mechanism.ts'

/** Radius of a limb relative to a typical length; height of floor contacts relative to the robot. */
const thickness = 0.05
const resting = 0.05
/** Least margin of a stable robot, as a part of the height of its center of mass. */
const stable = 0.15

/**
 * Returns the contact of a robot that is let down: its shapes, and a floor if its file has no ground.
 */
export function landing(own: OwnMechanism): Contact {
  const { contact } = own.mechanism
  const colliders = touching(own)
  if (colliders.some(({ body }) => body === 'world')) return { ...contact, colliders }
  const position: Vector3 = [0, 0, own.footing.floor]
  const ground: Collider = { type: 'plane', body: 'world', frame: { position } }
  return { selfCollision: false, ...contact, colliders: [ground, ...colliders] }
}

/** Returns the footing of a robot, from the initial poses of all bodies. */
export function footingOf(
  own: Pick<OwnMechanism, 'mechanism' | 'meshes'>,
  poses: Float64Array
): Footing {
  const { bodies } = own.mechanism
  const places = new Map(bodies.map(({ name }, index) => [name, index]))
  const points = touching(own).flatMap((collider) => {
    const body = places.get(collider.body)
    return body === undefined ? [] : pointsOf(collider).map((point) => toWorld(poses, body, point))
  })
  if (points.length === 0) return { floor: 0, isStable: false }
  const floor = points.reduce((least, [, , z]) => Math.min(least, z), Number.POSITIVE_INFINITY)
  const highest = points.reduce((most, [, , z]) => Math.max(most, z), floor)
  const feet = points.filter(([, , z]) => z < floor + resting * (highest - floor))
  const center = centerOf(bodies, poses)
  return { floor, isStable: isOver(center, feet, stable * (center[2] - floor)) }
}

const origin: Vector3 = [0, 0, 0]

function centerOf(bodies: readonly Body[], poses: Float64Array): Vector3 {
  let whole = 0
  const sum: [number, number, number] = [0, 0, 0]
  for (const [body, { mass = 0, centerOfMass = origin }] of bodies.entries()) {
    whole += mass
    for (const [i, value] of toWorld(poses, body, centerOfMass).entries()) sum[i]! += mass * value
  }
  return [sum[0] / whole, sum[1] / whole, sum[2] / whole]
}

/** Whether feet lie so far to all sides of a point: it tilts by that before it falls. */
function isOver([x, y]: Vector3, feet: readonly Vector3[], margin: number): boolean {
  return directions.every(([dx, dy]) =>
    feet.some((foot) => dx * (foot[0] - x) + dy * (foot[1] - y) > margin)
  )
}

const directions = Array.from({ length: 32 }, (_, i) => {
  const angle = (2 * Math.PI * i) / 32
  return [Math.cos(angle), Math.sin(angle)] as const
})

/** Returns the colliders of the file, or colliders from the shapes of each body. */
function touching({ mechanism, meshes }: Pick<OwnMechanism, 'mechanism' | 'meshes'>): Collider[] {
  if (mechanism.contact) return [...mechanism.contact.colliders]
  const boxes = (meshes?.boxes ?? []).filter(({ body }) => body !== 'world')
  const meshed = new Set(boxes.map(({ body }) => body))
  const limbs = limbsOf(mechanism)
  const lookless = (name: string) => limbs.filter(({ body }) => body === name)
  const shaped = mechanism.bodies.flatMap((body) => {
    const own = collidersOf(body)
    return own.length > 0 || meshed.has(body.name) ? own : lookless(body.name)
  })
  return [...shaped, ...boxes.map(boxAbout)]
}

/**
 * Returns capsules from the joint of every body to the joints of its children, or to its end. Short
 * ones are left out.
 */
function limbsOf(mechanism: Mechanism): Collider[] {
  const points = localPoints(mechanism)
  const limbs = mechanism.bodies.flatMap(({ name }, index) => {
    const [from, ...others] = points[index] ?? []
    return others.map((to) => ({ body: name, from: from as Vector3, to }))
  })
  const long = limbs.map(({ from, to }) => Math.hypot(...minus(to, from))).sort((a, b) => a - b)
  const typical = long.at(Math.floor(0.75 * long.length)) ?? 0
  return limbs.flatMap(({ body, from, to }): Collider[] => {
    const along = minus(to, from)
    const length = Math.hypot(...along)
    if (length < 0.25 * typical || length === 0) return []
    const position: Vector3 = [
      from[0] + along[0] / 2,
      from[1] + along[1] / 2,
      from[2] + along[2] / 2
    ]
    const frame = { position, rotation: turnFromZ(along) }
    return [{ type: 'capsule', body, frame, radius: thickness * typical, length }]
  })
}

const minus = (a: Vector3, b: Vector3): Vector3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** The shortest rotation that takes z to a direction. */
function turnFromZ(direction: Vector3): [number, number, number, number] {
  const length = Math.hypot(...direction)
  const [x, y, z] = direction.map((part) => part / length) as [number, number, number]
  if (z < -1 + 1e-9) return [1, 0, 0, 0]
  const size = Math.hypot(y, x, 1 + z)
  return [-y / size, x / size, 0, (1 + z) / size]
}

function collidersOf({ name, shapes = [] }: Body): Collider[] {
  return shapes.flatMap((shape): Collider[] => {
    const place = { body: name, ...(shape.frame ? { frame: shape.frame } : {}) }
    switch (shape.type) {
      case 'sphere':
        return [{ type: 'sphere', ...place, radius: shape.radius }]
      case 'box':
        return [{ type: 'box', ...place, size: shape.size }]
      case 'capsule':
      case 'cylinder':
        return [{ type: shape.type, ...place, radius: shape.radius, length: shape.length }]
      default:
        return []
    }
  })
}

/** A mesh touches as the box about it, which may be flat but not empty. */
function boxAbout({ body, min, max }: MeshBox): Collider {
  const middle = (i: 0 | 1 | 2) => (min[i] + max[i]) / 2
  const edge = (i: 0 | 1 | 2) => Math.max(1e-3, max[i] - min[i])
  return {
    type: 'box',
    body,
    frame: { position: [middle(0), middle(1), middle(2)] },
    size: [edge(0), edge(1), edge(2)]
  }
}

/** Corners of a collider, or of a box about it, in the frame of its body. */
function pointsOf(collider: Collider): Vector3[] {
  if (collider.type === 'plane' || collider.type === 'heightfield') return []
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = collider.frame ?? {}
  const pose = Float64Array.of(...position, ...rotation)
  const corners = collider.type === 'hull' ? collider.points : cornersOf(halfOf(collider))
  return corners.map((corner) => toWorld(pose, 0, corner))
}

function halfOf(collider: Exclude<Collider, { type: 'plane' | 'hull' | 'heightfield' }>): Vector3 {
  switch (collider.type) {
    case 'sphere':
      return [collider.radius, collider.radius, collider.radius]
    case 'box':
      return [collider.size[0] / 2, collider.size[1] / 2, collider.size[2] / 2]
    case 'capsule':
      return [collider.radius, collider.radius, collider.length / 2 + collider.radius]
    case 'cylinder':
      return [collider.radius, collider.radius, collider.length / 2]
  }
}

const cornersOf = ([x, y, z]: Vector3): Vector3[] =>
  [-1, 1].flatMap((a) => [-1, 1].flatMap((b) => [-1, 1].map((c): Vector3 => [a * x, b * y, c * z])))

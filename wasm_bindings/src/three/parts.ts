import { Matrix4, Quaternion, Vector3 } from 'three'
import type {
  Body,
  Collider,
  Frame,
  Joint,
  JointGeometry,
  Loop,
  Mechanism
} from '../types/mechanism.js'
import type { DrawnShape } from './shapes.js'

/** A solid by what sets its form, along its own y axis; equal solids share one geometry. */
export type Solid =
  | { readonly kind: 'given'; readonly shape: DrawnShape }
  | { readonly kind: 'link'; readonly length: number; readonly radius: number }
  | { readonly kind: 'pin' | 'slider' | 'ball'; readonly radius: number }
  | { readonly kind: 'rotor'; readonly radius: number; readonly width: number }

/** A solid fixed to a body, by its index in the mechanism; -1 is the ground. */
export interface Part {
  readonly body: number
  readonly solid: Solid
  /** Solid to body. */
  readonly placement: Matrix4
}

/** A massless rod between points of two bodies, or a segment of a tendon; -1 is the ground. */
export interface Rod {
  readonly parent: number
  readonly onParent: Vector3
  readonly child: number
  readonly onChild: Vector3
  /** Over that of the rods; 1 by default. */
  readonly thickness?: number
}

/** Thickness of tendons over that of rods. */
const tendonThickness = 0.5

/** The parts to draw: solids on bodies, and rods between them, of this radius [m]. */
export interface Drawing {
  readonly parts: readonly Part[]
  readonly rods: readonly Rod[]
  readonly rodRadius: number
}

/** Radius of a link over the length of a typical link. */
const thickness = 0.07

/**
 * The shapes by which bodies and the ground ('world') are known, by name: a body's own, or, where it
 * has none and is not `covered` by meshes, what it touches with. Planes are left to the scene.
 */
export function shapesOf(
  { bodies, contact }: Mechanism,
  covered: ReadonlySet<string> = new Set()
): ReadonlyMap<string, readonly DrawnShape[]> {
  const known = new Map<string, DrawnShape[]>()
  for (const { name, shapes = [] } of bodies) if (shapes.length > 0) known.set(name, [...shapes])
  const shaped = new Set([...covered, ...known.keys()])
  for (const collider of contact?.colliders ?? []) {
    const shape = shaped.has(collider.body) ? undefined : shapeOf(collider)
    if (shape) known.set(collider.body, [...(known.get(collider.body) ?? []), shape])
  }
  return known
}

function shapeOf(collider: Collider): DrawnShape | undefined {
  const { frame } = collider
  const place = frame === undefined ? {} : { frame }
  switch (collider.type) {
    case 'plane':
      return undefined
    case 'sphere':
      return { type: 'sphere', radius: collider.radius, ...place }
    case 'capsule':
      return { type: 'capsule', radius: collider.radius, length: collider.length, ...place }
    case 'box':
      return { type: 'box', size: collider.size, ...place }
    case 'cylinder':
      return { type: 'cylinder', radius: collider.radius, length: collider.length, ...place }
    case 'hull':
      return { type: 'hull', points: collider.points, ...place }
    case 'heightfield':
      return {
        type: 'heightfield',
        extents: collider.extents,
        heights: collider.heights,
        ...place
      }
  }
}

/**
 * The parts to draw for a mechanism: its shapes. For the other bodies a link from a body's
 * parent joint to every joint on it (or through its center of mass, where there is none), a solid for every
 * joint, discs for rotors. Rods between balls, and tendons as thin rods.
 */
export function drawingOf(mechanism: Mechanism, covered?: ReadonlySet<string>): Drawing {
  const { bodies, joints, loops = [] } = mechanism
  const shapes = shapesOf(mechanism, covered)
  const plain = ({ child }: Joint | Loop) => !shapes.has(child) && !covered?.has(child)
  const indices = new Map(bodies.map(({ name }, index) => [name, index]))
  const attached = attachments(mechanism)
  const rotors = rotorsOf(mechanism, attached)

  const links = joints.flatMap((joint) => {
    if (rotors.has(joint.child)) return []
    const body = indices.get(joint.child) as number
    const from = positionOf(joint.childFrame)
    const outer = attached.get(joint.child) ?? [endOfRod(bodies[body] as Body, from)]
    return outer.map((to) => ({ joint, body, from, along: to.clone().sub(from) }))
  })
  const visible = links.filter(({ along }) => along.length() > 1e-6)
  const radius = thickness * median(visible.map(({ along }) => along.length()))

  const linkParts = visible
    .filter(({ joint }) => plain(joint))
    .map(
      ({ body, from, along }): Part => ({
        body,
        solid: { kind: 'link', length: along.length(), radius },
        placement: alongY(along).setPosition(from)
      })
    )
  const rods = loops.filter(({ type }) => type === 'rod')
  const drawn = (joint: Joint | Loop) => joint.type === 'rod' || plain(joint)
  const jointParts = [...joints, ...loops].filter(drawn).flatMap((joint): Part[] => {
    const body = indices.get(joint.child)
    if (body === undefined) return [] // a loop that ends at the ground: nothing moves there
    const rotor = rotors.has(joint.child)
    const solid = rotor
      ? rotorShape(bodies[body] as Body, joint, radius)
      : jointShape(joint, radius)
    return solid ? [{ body, solid, placement: onAxis(joint) }] : []
  })
  const ballParts = rods.flatMap((rod): Part[] => {
    const body = indices.get(rod.parent)
    const solid = jointShape(rod, radius)
    const placement = new Matrix4().setPosition(positionOf(rod.parentFrame))
    return body === undefined || !solid ? [] : [{ body, solid, placement }]
  })
  const shapeParts = [...shapes].flatMap(([name, own]) =>
    own.map((shape): Part => ({ body: indices.get(name) ?? -1, ...givenPart(shape) }))
  )
  return {
    parts: [...shapeParts, ...linkParts, ...jointParts, ...ballParts],
    rods: [
      ...rods.map(({ parent, parentFrame, child, childFrame }) => ({
        parent: indices.get(parent) ?? -1,
        onParent: positionOf(parentFrame),
        child: indices.get(child) ?? -1,
        onChild: positionOf(childFrame)
      })),
      ...tendonSegments(mechanism)
    ],
    rodRadius: 0.5 * radius
  }
}

/** The segments of tendons between points, as thin rods. */
export function tendonSegments({ bodies, tendons = [] }: Mechanism): Rod[] {
  const indices = new Map(bodies.map(({ name }, index) => [name, index]))
  return tendons.flatMap(({ points = [] }) => {
    const ends = points.map(({ body, point = [0, 0, 0] }) => ({
      body: indices.get(body) ?? -1,
      point: new Vector3(...point)
    }))
    return ends.slice(1).map((to, i): Rod => {
      const from = ends[i] as (typeof ends)[number]
      return {
        parent: from.body,
        onParent: from.point,
        child: to.body,
        onChild: to.point,
        thickness: tendonThickness
      }
    })
  })
}

/** Equal shapes in different places are equal solids. */
function givenPart(shape: DrawnShape): Pick<Part, 'solid' | 'placement'> {
  const { frame, ...solid } = shape
  return { solid: { kind: 'given', shape: solid }, placement: placementOf(frame) }
}

/** The places of joints and loops on each body, except its parent joint. */
function attachments({ joints, loops = [] }: Mechanism): Map<string, Vector3[]> {
  const attached = new Map<string, Vector3[]>()
  const attach = (body: string, frame: Frame | undefined) => {
    const places = attached.get(body)
    if (places) places.push(positionOf(frame))
    else attached.set(body, [positionOf(frame)])
  }
  for (const { parent, parentFrame } of [...joints, ...loops]) attach(parent, parentFrame)
  for (const { child, childFrame } of loops) attach(child, childFrame)
  return attached
}

/** Bodies that turn, have no children, and are balanced about the axis of a coupled joint. */
function rotorsOf(
  { bodies, joints, couplings = [] }: Mechanism,
  attached: ReadonlyMap<string, unknown>
): ReadonlySet<string> {
  const coupled = new Set(couplings.flatMap(({ terms }) => terms.map(({ joint }) => joint)))
  const centers = new Map(bodies.map(({ name, centerOfMass }) => [name, centerOfMass]))
  const balanced = (joint: Joint) => {
    const arm = vector(centers.get(joint.child)).sub(positionOf(joint.childFrame))
    return arm.cross(axisOnChild(joint)).length() < 1e-9
  }
  const rotors = joints.filter(
    (joint) =>
      joint.type === 'revolute' &&
      coupled.has(joint.name) &&
      !attached.has(joint.child) &&
      balanced(joint)
  )
  return new Set(rotors.map(({ child }) => child))
}

/** A uniform rod ends as far behind its center of mass as it begins before it. */
function endOfRod({ centerOfMass }: Body, from: Vector3): Vector3 {
  return vector(centerOfMass).multiplyScalar(2).sub(from)
}

function jointShape({ type }: JointGeometry, linkRadius: number): Solid | undefined {
  const radius = 1.3 * linkRadius
  switch (type) {
    case 'fixed':
    case 'free':
      return undefined
    case 'revolute':
    case 'helical':
      return { kind: 'pin', radius }
    case 'prismatic':
    case 'cylindrical':
    case 'planar':
      return { kind: 'slider', radius }
    default:
      return { kind: 'ball', radius }
  }
}

/** A disc with the rotor's moment of inertia about its axis: I = m r²/2. */
function rotorShape(body: Body, joint: JointGeometry, linkRadius: number): Solid {
  const { x, y, z } = axisOnChild(joint)
  const [xx, yy, zz, xy = 0, xz = 0, yz = 0] = body.inertia ?? [0, 0, 0]
  const moment = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z)
  const own = body.mass ? Math.sqrt((2 * moment) / body.mass) : 0
  const radius = own > 0 ? Math.min(own, 6 * linkRadius) : 2 * linkRadius
  return { kind: 'rotor', radius, width: 0.6 * radius }
}

/** From a solid along y to a joint's place on its child. */
function onAxis(joint: JointGeometry): Matrix4 {
  return alongY(axisOnChild(joint)).setPosition(positionOf(joint.childFrame))
}

function axisOnChild({ axis, childFrame, type }: JointGeometry): Vector3 {
  const own = axis && type !== 'planar' ? vector(axis) : new Vector3(0, 0, 1)
  return own.normalize().applyQuaternion(new Quaternion(...(childFrame?.rotation ?? [0, 0, 0, 1])))
}

function alongY(direction: Vector3): Matrix4 {
  const turn = new Quaternion().setFromUnitVectors(
    new Vector3(0, 1, 0),
    direction.clone().normalize()
  )
  return new Matrix4().makeRotationFromQuaternion(turn)
}

function placementOf(frame: Frame | undefined): Matrix4 {
  const turn = new Quaternion(...(frame?.rotation ?? [0, 0, 0, 1]))
  return new Matrix4().makeRotationFromQuaternion(turn).setPosition(positionOf(frame))
}

function positionOf(frame: Frame | undefined): Vector3 {
  return vector(frame?.position)
}

function vector(numbers: readonly [number, number, number] = [0, 0, 0]): Vector3 {
  return new Vector3(...numbers)
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 1
}

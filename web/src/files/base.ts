import type { Body, Collider, Contact, Joint, Mechanism, Vector3 } from 'linkwork'
import type { MeshBox, OwnMechanism } from './own-entry.ts'

/** What may hold a robot that floats in its file, by the values of the option `base`. */
export const bases = [
  { label: 'Hanging', fact: 'held up by a spring and a damper' },
  { label: 'Fixed', fact: 'its base is fixed' },
  { label: 'Floating', fact: 'its base floats' }
] as const
const [hanging, fixed, floating] = [0, 1, 2]

/** A robot on a spring bobs at this frequency [Hz], damped by this part of what would stop it. */
const bobbing = 1.6
const suspension = 0.15

/**
 * The base that a robot opens with; undefined where there is none to choose. One that has something to
 * land on may fall, any other would fall out of sight.
 */
export function baseOf(mechanism: Mechanism): number | undefined {
  if (!baseJoint(mechanism)) return undefined
  return mechanism.contact ? floating : hanging
}

/** A robot with its base held so, pulled down by gravity of a size [m/s²]. */
export function withBase(own: OwnMechanism, base: number): Mechanism {
  const { mechanism } = own
  const joint = baseJoint(mechanism)
  if (!joint) return mechanism
  if (base === floating) return { ...mechanism, ...landing(own) }
  const { q = {}, v = {} } = mechanism.initialState ?? {}
  const { [joint.name]: start = [0, 0, 0, 0, 0, 0, 1], ...positions } = q
  const { [joint.name]: _, ...velocities } = v
  const [x = 0, y = 0, z = 0, ...rotation] = start
  const parentFrame = {
    position: [x, y, z] as const,
    rotation: rotation as unknown as [number, number, number, number]
  }
  const { name, parent, child } = joint
  const mass = mechanism.bodies.reduce((sum, body) => sum + (body.mass ?? 0), 0)
  const held: Joint =
    base === fixed
      ? { name, type: 'fixed', parent, child, parentFrame }
      : { ...joint, parentFrame, ...suspensionOf(mass) }
  return {
    ...mechanism,
    joints: mechanism.joints.map((each) => (each === joint ? held : each)),
    initialState: { q: positions, v: velocities }
  }
}

/** The joint of a base that a file lets float, as readers of robots write it. */
function baseJoint({ joints }: Mechanism): Joint | undefined {
  const free = joints.filter(({ type }) => type === 'free')
  const [joint] = free
  const isBase = free.length === 1 && joint?.parent === 'world' && !joint.parentFrame
  return isBase && !joint.childFrame ? joint : undefined
}

function suspensionOf(mass: number) {
  const rate = 2 * Math.PI * bobbing
  return { stiffness: mass * rate * rate, damping: 2 * suspension * mass * rate }
}

/** What a falling robot touches: itself as it is drawn, and a floor where its file has no ground. */
function landing({ mechanism, floor, meshes }: OwnMechanism): { contact?: Contact } {
  const { bodies, contact } = mechanism
  const boxes = (meshes?.boxes ?? []).filter(({ body }) => body !== 'world')
  const colliders = contact?.colliders ?? [...bodies.flatMap(collidersOf), ...boxes.map(boxAbout)]
  if (colliders.length === 0) return {}
  if (colliders.some(({ body }) => body === 'world')) return { contact: { ...contact, colliders } }
  const position: Vector3 = [0, 0, floor - Math.max(...colliders.map(reachOf))]
  const ground: Collider = { type: 'plane', body: 'world', frame: { position } }
  return { contact: { selfCollision: false, ...contact, colliders: [ground, ...colliders] } }
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

/** No part of a collider is further from the origin of its body [m]. */
function reachOf(collider: Collider): number {
  const outward = Math.hypot(...(collider.frame?.position ?? [0, 0, 0]))
  switch (collider.type) {
    case 'plane':
      return 0
    case 'sphere':
      return outward + collider.radius
    case 'box':
      return outward + Math.hypot(...collider.size) / 2
    case 'hull':
      return outward + Math.max(...collider.points.map((point) => Math.hypot(...point)))
    default:
      return outward + collider.radius + collider.length / 2
  }
}

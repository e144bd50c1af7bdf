/**
 * A mechanism as a drawing needs it: which joints meet which body and where, in the stage's frame
 * (y up), every optional value filled in. Joints and loops are alike here.
 */
import { type Mechanism, positionSize } from 'linkwork'
import { type DrawnShape, type Rod, shapesOf, tendonSegments } from 'linkwork/three'
import { Quaternion, Vector3 } from 'three'
import { standingBodies } from '../../model/parts.ts'
import { drawnQuaternion, drawnVector } from './frames.ts'

/** Index of the ground among bodies. */
export const world = -1

export interface JointAnatomy {
  readonly name: string
  readonly type: string
  /** Index into the mechanism's joints, or -1 for a loop. */
  readonly index: number
  /** Bodies it joins; `world` for the ground. */
  readonly parent: number
  readonly child: number
  /** Origin of its frame on either body, and its axis in that body. */
  readonly onParent: Vector3
  readonly onChild: Vector3
  readonly parentAxis: Vector3
  readonly childAxis: Vector3
  /** First entry of its coordinates in the flat array of positions; -1 for a loop. */
  readonly offset: number
}

export interface BodyAnatomy {
  readonly name: string
  readonly index: number
  readonly mass: number
  readonly centerOfMass: Vector3
  /** Visual shapes or colliders. If empty, the visual style chooses. */
  readonly shapes: readonly DrawnShape[]
  /** Whether shapes or meshes say what it looks like. */
  readonly hasLooks: boolean
  /** The joint that supports it. */
  readonly inbound: JointAnatomy
  /** Joints that it supports, and loops that end on it. */
  readonly outbound: readonly JointAnatomy[]
  readonly loops: readonly JointAnatomy[]
  /** Far end of a body that supports nothing: twice as far as its center of mass. */
  readonly tip: Vector3
}

/** A rotor geared to a joint: q_rotor = ratio · q_driven. */
export interface Gearing {
  readonly rotor: JointAnatomy
  readonly driven: JointAnatomy
  readonly ratio: number
}

/** A rotor that turns several joints together, by belts or a differential. */
export interface Belt {
  readonly rotor: JointAnatomy
  readonly driven: readonly JointAnatomy[]
}

export interface Anatomy {
  readonly bodies: readonly BodyAnatomy[]
  /** Tree joints in the mechanism's order. */
  readonly joints: readonly JointAnatomy[]
  readonly loops: readonly JointAnatomy[]
  /** Segments of tendons between points. */
  readonly tendons: readonly Rod[]
  readonly gearings: readonly Gearing[]
  readonly belts: readonly Belt[]
  /** Colliders of the ground. */
  readonly ground: readonly DrawnShape[]
  /** Pull of gravity in the stage's frame [m/s²]. */
  readonly gravity: Vector3
  body(name: string): BodyAnatomy | undefined
  isRotor(body: number): boolean
  /** Whether it is fixed to the ground, which is nothing to pull. */
  isStanding(body: number): boolean
}

/** A joint or a loop, as the mechanism file has it. */
export type JointGeometry = Mechanism['joints'][number] | NonNullable<Mechanism['loops']>[number]

function jointAnatomy(
  joint: JointGeometry,
  index: number,
  offset: number,
  bodyIndex: ReadonlyMap<string, number>
): JointAnatomy {
  const axis = joint.type === 'planar' ? [0, 0, 1] : (joint.axis ?? [0, 0, 1])
  const turn = new Quaternion()
  const axisOn = (frame: JointGeometry['parentFrame']) =>
    drawnVector(axis, new Vector3())
      .normalize()
      .applyQuaternion(drawnQuaternion(frame?.rotation ?? [0, 0, 0, 1], turn))
  return {
    name: joint.name,
    type: joint.type,
    index,
    offset,
    parent: bodyIndex.get(joint.parent) ?? world,
    child: bodyIndex.get(joint.child) ?? world,
    onParent: drawnVector(joint.parentFrame?.position ?? [0, 0, 0], new Vector3()),
    onChild: drawnVector(joint.childFrame?.position ?? [0, 0, 0], new Vector3()),
    parentAxis: axisOn(joint.parentFrame),
    childAxis: axisOn(joint.childFrame)
  }
}

/** Two-term couplings whose faster joint moves a body that supports nothing are geared rotors. */
function gearings(mechanism: Mechanism, joints: readonly JointAnatomy[]): Gearing[] {
  const supports = new Set(joints.map((joint) => joint.parent))
  const found: Gearing[] = []
  for (const coupling of mechanism.couplings ?? []) {
    const terms = [...coupling.terms].sort(
      (a, b) => Math.abs(a.coefficient) - Math.abs(b.coefficient)
    )
    const [fast, slow] = terms
    if (!fast || !slow || terms.length !== 2) continue
    const rotor = joints.find((joint) => joint.name === fast.joint)
    const driven = joints.find((joint) => joint.name === slow.joint)
    if (!rotor || !driven || supports.has(rotor.child)) continue
    found.push({ rotor, driven, ratio: -slow.coefficient / fast.coefficient })
  }
  return found
}

/** Couplings of more joints whose fastest moves a body that supports nothing: rotors behind belts. */
function belts(mechanism: Mechanism, joints: readonly JointAnatomy[]): Belt[] {
  const supports = new Set(joints.map((joint) => joint.parent))
  const named = (name: string) => joints.filter((joint) => joint.name === name)
  return (mechanism.couplings ?? []).flatMap(({ terms }) => {
    if (terms.length < 3) return []
    const size = ({ coefficient }: { coefficient: number }) => Math.abs(coefficient)
    const fast = [...terms].sort((a, b) => size(a) - size(b))[0]
    const [rotor] = named(fast?.joint ?? '')
    if (!rotor || supports.has(rotor.child)) return []
    return [
      { rotor, driven: terms.flatMap(({ joint }) => named(joint)).filter((j) => j !== rotor) }
    ]
  })
}

/** Of a mechanism, some of whose bodies meshes cover. */
export function anatomyOf(mechanism: Mechanism, covered: ReadonlySet<string> = new Set()): Anatomy {
  const bodyIndex = new Map(mechanism.bodies.map((body, i) => [body.name, i]))
  let offset = 0
  const joints = mechanism.joints.map((joint, i) => {
    const made = jointAnatomy(joint, i, offset, bodyIndex)
    offset += positionSize(joint)
    return made
  })
  const loops = (mechanism.loops ?? []).map((loop) => jointAnatomy(loop, -1, -1, bodyIndex))
  const inbound = new Map(joints.map((joint) => [joint.child, joint]))
  const outbound = mechanism.bodies.map((): JointAnatomy[] => [])
  for (const joint of joints) outbound[joint.parent]?.push(joint)

  const shapes = shapesOf(mechanism, covered)
  const bodies: BodyAnatomy[] = []
  for (const [index, body] of mechanism.bodies.entries()) {
    const carrier = inbound.get(index)
    if (!carrier) continue
    const centerOfMass = drawnVector(body.centerOfMass ?? [0, 0, 0], new Vector3())
    bodies.push({
      name: body.name,
      index,
      mass: body.mass ?? 0,
      centerOfMass,
      shapes: shapes.get(body.name) ?? [],
      hasLooks: shapes.has(body.name) || covered.has(body.name),
      inbound: carrier,
      outbound: outbound[index] ?? [],
      loops: loops.filter((loop) => loop.parent === index || loop.child === index),
      tip: centerOfMass.clone().multiplyScalar(2).sub(carrier.onChild)
    })
  }
  const geared = gearings(mechanism, joints)
  const belted = belts(mechanism, joints)
  const standing = standingBodies(mechanism)
  const rotors = new Set([...geared, ...belted].map(({ rotor }) => rotor.child))
  const byName = new Map(bodies.map((body) => [body.name, body]))
  return {
    bodies,
    joints,
    loops,
    tendons: tendonSegments(mechanism).map((segment) => ({
      ...segment,
      onParent: drawnVector(segment.onParent.toArray(), new Vector3()),
      onChild: drawnVector(segment.onChild.toArray(), new Vector3())
    })),
    gearings: geared,
    belts: belted,
    ground: shapes.get('world') ?? [],
    gravity: drawnVector(mechanism.gravity ?? [0, 0, -9.81], new Vector3()),
    body: (name) => byName.get(name),
    isRotor: (body) => rotors.has(body),
    isStanding: (body) => body === world || standing.has(body)
  }
}

/** Points of a body where others meet it, its own joint first; its tip if nothing else does. */
export function meetingPoints(anatomy: Anatomy, body: BodyAnatomy): Vector3[] {
  const points = [body.inbound.onChild]
  for (const joint of body.outbound) if (!anatomy.isRotor(joint.child)) points.push(joint.onParent)
  for (const loop of body.loops)
    points.push(loop.parent === body.index ? loop.onParent : loop.onChild)
  if (points.length === 1) points.push(body.tip)
  return points
}

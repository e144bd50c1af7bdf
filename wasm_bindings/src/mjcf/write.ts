import type { MechanismSource } from '../types/linkwork.js'
import type { Body, Collider, Joint, Mechanism, Shape } from '../types/mechanism.js'
import { rgbaOf } from '../xml/color.js'
import { type Export, fullMechanism, inertialOf, JointFrames } from '../xml/export.js'
import { groupedBy } from '../xml/groups.js'
import { type Pose, rotateInertia } from '../xml/pose.js'
import { type Tag, tag, writeXml } from '../xml/write.js'
import type { GroupBits } from './collision-groups.js'
import { requireShallow } from './nesting.js'
import { actuatorTags } from './write-actuators.js'
import { equalityTags } from './write-equalities.js'
import { groupBitsOf } from './write-groups.js'
import { jointTags } from './write-joints.js'
import { keyframeTags } from './write-keyframe.js'

export type MjcfExport = Export

/** The context of the elements of one body. */
interface Place {
  readonly mechanism: Mechanism
  readonly frames: JointFrames
  readonly carried: ReadonlyMap<string, readonly Joint[]>
  readonly bodies: ReadonlyMap<string, Body>
  readonly colliders: ReadonlyMap<string, readonly Collider[]>
  /** Of colliders, where they are not those of a geom without bits. */
  readonly groups: ReadonlyMap<Collider, GroupBits>
  readonly sites: ReadonlyMap<string, readonly Tag[]>
}

/**
 * The MJCF document of a mechanism: loops as equalities between sites, couplings as equalities of
 * joints and tendons, the initial state as a keyframe. A body's frame is that of its joint. Joints of several
 * coordinates that MJCF lacks become one for each, named after it. `warnings` name what MJCF has no words
 * for. `load` has to be awaited before.
 *
 * Throws MechanismError if a joint or loop is of a type that MJCF lacks, or a chain of bodies is longer
 * than documents are deep.
 */
export function mechanismToMjcf(source: MechanismSource): MjcfExport {
  const mechanism = fullMechanism(source, 'mechanismToMjcf')
  const frames = new JointFrames(mechanism)
  const { sites, site, equalities, tendons } = equalityTags(mechanism, frames)
  const driving = actuatorTags(mechanism, (body, name, position) => site(body, name, { position }))
  const carried = groupedBy(mechanism.joints, ({ parent }) => parent)
  requireShallow(carried)
  const bodies = new Map(mechanism.bodies.map((body) => [body.name, body]))
  const colliders = groupedBy(mechanism.contact?.colliders ?? [], ({ body }) => body)
  const groups = groupBitsOf(mechanism) ?? new Map()
  const place = { mechanism, frames, carried, bodies, colliders, groups, sites }
  const sections = [
    tag('compiler', { angle: 'radian', autolimits: 'true' }),
    tag('option', { gravity: mechanism.gravity ?? [0, 0, -9.81] }),
    tag('worldbody', {}, ...contentsOf('world', place)),
    ...section('tendon', [...tendons, ...driving.tendons]),
    ...section('equality', equalities),
    ...section('actuator', driving.actuators),
    ...section('keyframe', keyframeTags(mechanism, carried))
  ]
  const text = writeXml(tag('mujoco', { model: mechanism.name }, ...sections))
  return { text, warnings: warningsOf(mechanism) }
}

const section = (name: string, children: readonly Tag[]) =>
  children.length > 0 ? [tag(name, {}, ...children)] : []

function placed({ position, rotation: [x, y, z, w] }: Pose) {
  return { pos: position, quat: [w, x, y, z] }
}

/** Sites, geoms and bodies of a body or the world. */
function contentsOf(name: string, place: Place): Tag[] {
  const { frames, carried, bodies, colliders, sites } = place
  const shapes = bodies.get(name)?.shapes ?? []
  return [
    ...(sites.get(name) ?? []),
    ...shapes.flatMap((shape) => geomTags(shape, placed(frames.on(name, shape.frame)))),
    ...(colliders.get(name) ?? []).flatMap((each) => colliderTags(each, place)),
    ...(carried.get(name) ?? []).map((joint, i) => bodyTag(joint, i, place))
  ]
}

function bodyTag(joint: Joint, index: number, place: Place): Tag {
  const { frames, bodies } = place
  const { child, parent, parentFrame } = joint
  const body = bodies.get(child)!
  const [xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0] = body.inertia ?? []
  const { position, rotation } = inertialOf(frames, body)
  const inertia = rotateInertia(rotation, [xx, yy, zz, xy, xz, yz])
  const isDiagonal = inertia.slice(3).every((part) => part === 0)
  const inertial = tag('inertial', {
    pos: position,
    mass: body.mass ?? 0,
    ...(isDiagonal ? { diaginertia: inertia.slice(0, 3) } : { fullinertia: inertia })
  })
  return tag(
    'body',
    { name: child, ...placed(frames.on(parent, parentFrame)) },
    ...jointTags(joint, index),
    inertial,
    ...contentsOf(child, place)
  )
}

/** Sizes of a solid as a <geom> has them; nothing for what it cannot be. */
function sizesOf(shape: Shape | Collider) {
  switch (shape.type) {
    case 'box':
      return { type: 'box', size: shape.size.map((edge) => edge / 2) }
    case 'sphere':
      return { type: 'sphere', size: shape.radius }
    case 'ellipsoid':
      return { type: 'ellipsoid', size: shape.semiAxes }
    case 'plane':
      return { type: 'plane', size: [0, 0, 1] }
    case 'cylinder':
    case 'capsule': {
      const isCone = 'endRadius' in shape && shape.endRadius !== shape.radius
      return isCone ? undefined : { type: shape.type, size: [shape.radius, shape.length / 2] }
    }
    default:
      return undefined
  }
}

function geomTags(shape: Shape, place: ReturnType<typeof placed>): Tag[] {
  const sizes = sizesOf(shape)
  if (!sizes) return []
  const { color } = shape
  const look = color === undefined ? {} : { rgba: rgbaOf(color) }
  return [tag('geom', { ...sizes, ...place, contype: 0, conaffinity: 0, ...look })]
}

/** In a group that viewers hide. */
function colliderTags(collider: Collider, { mechanism, frames, groups }: Place): Tag[] {
  const sizes = sizesOf(collider)
  if (!sizes || collider.sensor) return []
  const { body, frame, friction = 0.8 } = collider
  const affinity = mechanism.contact?.selfCollision === false && body !== 'world' ? 0 : 1
  const bits = groups.get(collider)
  const touches = bits ? { contype: bits.group, conaffinity: bits.mask } : { conaffinity: affinity }
  return [
    tag('geom', { ...sizes, ...placed(frames.on(body, frame)), group: 3, ...touches, friction })
  ]
}

/** Whether a stop of a joint returns speed. */
function returnsSpeed({ limits, coordinateLimits = [], ballLimits }: Joint): boolean {
  const stops = [limits, ...coordinateLimits, ballLimits, ballLimits?.twist]
  return stops.some((stop) => stop?.restitution)
}

/** Features of a mechanism that MJCF lacks. */
function warningsOf(mechanism: Mechanism): string[] {
  const { bodies, joints, contact, nonholonomic } = mechanism
  const shapes = bodies.flatMap((body) => body.shapes ?? [])
  const colliders = contact?.colliders ?? []
  const found: readonly (readonly [unknown, string])[] = [
    [
      bodies.some(({ mass }) => mass === 0),
      'bodies: MuJoCo refuses bodies that move and have no mass'
    ],
    [joints.some(returnsSpeed), 'joints: restitution is left out'],
    [
      joints.some(({ ballLimits }) => ballLimits?.cone !== undefined || ballLimits?.twist),
      'joints: cones and twists of ballLimits are left out'
    ],
    [shapes.some((shape) => !sizesOf(shape)), 'bodies: shapes that are no geoms are left out'],
    [colliders.some((each) => !sizesOf(each)), 'contact: convex hulls are left out'],
    [colliders.some(({ restitution }) => restitution), 'contact: restitution is left out'],
    [colliders.some(({ sensor }) => sensor), 'contact: sensors are left out'],
    [!groupBitsOf(mechanism), 'contact: groups are left out: there are too many'],
    [contact?.pairs?.length, 'contact: pairs are left out'],
    [(nonholonomic?.length ?? 0) > 0, 'nonholonomic: is left out'],
    [
      mechanism.actuators?.some(({ maxPower }) => maxPower !== undefined),
      'actuators: maxPower is left out'
    ],
    [
      mechanism.tendons?.some((each) => each.onlyPulls && each.restLength === undefined),
      'tendons: onlyPulls without restLength is left out'
    ],
    [mechanism.loops?.some(({ breaks }) => breaks), 'loops: breaks is left out'],
    [
      mechanism.tendons?.some(({ limits }) => limits?.restitution),
      'tendons: restitution is left out'
    ]
  ]
  return found.flatMap(([isThere, warning]) => (isThere ? [warning] : []))
}

import type { Linkwork, MechanismSource } from '../types/linkwork.js'
import type { Body, Collider, Joint, Mechanism } from '../types/mechanism.js'
import { type Export, fullMechanism, inertialOf, JointFrames } from '../xml/export.js'
import { groupedBy } from '../xml/groups.js'
import { rotateInertia } from '../xml/pose.js'
import { type Tag, tag, writeXml } from '../xml/write.js'
import { requireShallow } from './nesting.js'
import { actuatorTags } from './write-actuators.js'
import { type ContactTags, contactTags } from './write-contact.js'
import { equalityTags } from './write-equalities.js'
import { geomTags, placed, sizesOf } from './write-geoms.js'
import { jointTags } from './write-joints.js'
import { keyframeTags } from './write-keyframe.js'

export type MjcfExport = Export

/** The context of the elements of one body. */
interface Place {
  readonly frames: JointFrames
  readonly carried: ReadonlyMap<string, readonly Joint[]>
  readonly bodies: ReadonlyMap<string, Body>
  readonly colliders: ReadonlyMap<string, readonly Collider[]>
  readonly contact: ContactTags
  readonly sites: ReadonlyMap<string, readonly Tag[]>
}

/**
 * The MJCF document of a mechanism: loops as equalities between sites, couplings as equalities of
 * joints and tendons, the initial state as a keyframe. A body's frame is that of its joint. Joints of several
 * coordinates that MJCF lacks become one for each, named after it. `warnings` name what MJCF has no words
 * for.
 *
 * Throws MechanismError if a joint or loop is of a type that MJCF lacks, or a chain of bodies is longer
 * than documents are deep.
 */
export function mechanismToMjcf(linkwork: Linkwork, source: MechanismSource): MjcfExport {
  const mechanism = fullMechanism(linkwork, source)
  const frames = new JointFrames(mechanism)
  const { sites, site, equalities, tendons } = equalityTags(mechanism, frames)
  const driving = actuatorTags(mechanism, (body, name, position) => site(body, name, { position }))
  const carried = groupedBy(mechanism.joints, ({ parent }) => parent)
  requireShallow(carried)
  const bodies = new Map(mechanism.bodies.map((body) => [body.name, body]))
  const contact = contactTags(mechanism)
  const colliders = groupedBy(contact.colliders, ({ body }) => body)
  const place = { frames, carried, bodies, colliders, contact, sites }
  const sections = [
    tag('compiler', { angle: 'radian', autolimits: 'true' }),
    tag('option', { gravity: mechanism.gravity ?? [0, 0, -9.81] }),
    ...section('asset', contact.assets),
    tag('worldbody', {}, ...contentsOf('world', place)),
    ...section('contact', contact.rules),
    ...section('tendon', [...tendons, ...driving.tendons]),
    ...section('equality', equalities),
    ...section('actuator', driving.actuators),
    ...section('keyframe', keyframeTags(mechanism, carried))
  ]
  const text = writeXml(tag('mujoco', { model: mechanism.name }, ...sections))
  return { text, warnings: [...warningsOf(mechanism), ...contact.warnings] }
}

const section = (name: string, children: readonly Tag[]) =>
  children.length > 0 ? [tag(name, {}, ...children)] : []

/** Sites, geoms and bodies of a body or the world. */
function contentsOf(name: string, place: Place): Tag[] {
  const { frames, carried, bodies, colliders, contact, sites } = place
  const shapes = bodies.get(name)?.shapes ?? []
  return [
    ...(sites.get(name) ?? []),
    ...shapes.flatMap((shape) => geomTags(shape, frames.on(name, shape.frame))),
    ...(colliders.get(name) ?? []).map((each) => contact.geom(each, frames.on(name, each.frame))),
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

/** Whether a stop of a joint returns speed. */
function returnsSpeed({ limits, coordinateLimits = [], ballLimits }: Joint): boolean {
  const stops = [limits, ...coordinateLimits, ballLimits, ballLimits?.twist]
  return stops.some((stop) => stop?.restitution)
}

/** Features of a mechanism that MJCF lacks. */
function warningsOf(mechanism: Mechanism): string[] {
  const { bodies, joints, nonholonomic } = mechanism
  const shapes = bodies.flatMap((body) => body.shapes ?? [])
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

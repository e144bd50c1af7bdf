import { optionsOf } from '../checks.js'
import type { DriveLimits, JointDriveLimits } from '../types/drive-limits.js'
import type { Linkwork, MechanismSource } from '../types/linkwork.js'
import type { Body, Joint, JointLimits, Loop, Mechanism, Shape } from '../types/mechanism.js'
import { rgbaOf } from '../xml/color.js'
import { cannotSay, type Export, fullMechanism, inertialOf, JointFrames } from '../xml/export.js'
import { anglesOf, type Pose } from '../xml/pose.js'
import { type Tag, tag, writeXml } from '../xml/write.js'
import { checkedDriveLimits } from './drive-limits.js'
import { couplingTags } from './write-couplings.js'

export type UrdfExport = Export

export interface UrdfExportOptions {
  /** Effort and velocity by joint, as `mechanismFromUrdf` gives them. Default: 1e9 where there is a range. */
  readonly limits?: JointDriveLimits | undefined
}

/** A bound where there is none: URDF has both or none. */
const unbounded = 1e9

const jointTypes: Readonly<Record<string, string>> = {
  fixed: 'fixed',
  revolute: 'revolute',
  prismatic: 'prismatic',
  planar: 'planar',
  spherical: 'spherical',
  free: 'floating'
}

const loopTypes = ['revolute', 'prismatic', 'cylindrical', 'fixed', 'planar', 'spherical']

/**
 * The URDF document of a mechanism, with <loop> and <coupling> elements where it has loops and
 * couplings. A link's frame is that of its parent joint. `warnings` name what URDF has no
 * words for.
 *
 * Throws MechanismError if a joint or loop is of a type that URDF lacks.
 */
export function mechanismToUrdf(
  linkwork: Linkwork,
  source: MechanismSource,
  options?: UrdfExportOptions
): UrdfExport {
  const mechanism = fullMechanism(linkwork, source)
  const drives = checkedDriveLimits(mechanism, optionsOf(options, ['limits']).limits)
  const frames = new JointFrames(mechanism)
  const { mimics, couplings } = couplingTags(mechanism)
  const children = [
    tag('link', { name: 'world' }),
    ...mechanism.bodies.map((body) => linkTag(body, frames)),
    ...mechanism.joints.map((joint, i) =>
      jointTag(joint, i, frames, mimics.get(joint.name), drives.get(joint.name))
    ),
    ...(mechanism.loops ?? []).map((loop, i) => loopTag(loop, i, frames)),
    ...couplings
  ]
  const text = writeXml(tag('robot', { name: mechanism.name }, ...children))
  return { text, warnings: warningsOf(mechanism) }
}

function originTag({ position, rotation }: Pose): Tag {
  return tag('origin', { xyz: position, rpy: anglesOf(rotation) })
}

function linkTag(body: Body, frames: JointFrames): Tag {
  const [ixx = 0, iyy = 0, izz = 0, ixy = 0, ixz = 0, iyz = 0] = body.inertia ?? []
  const inertial = tag(
    'inertial',
    {},
    originTag(inertialOf(frames, body)),
    tag('mass', { value: body.mass ?? 0 }),
    tag('inertia', { ixx, iyy, izz, ixy, ixz, iyz })
  )
  const visuals = (body.shapes ?? []).flatMap((shape) => visualTag(shape, body.name, frames))
  return tag('link', { name: body.name }, inertial, ...visuals)
}

function visualTag(shape: Shape, body: string, frames: JointFrames): Tag[] {
  const solid = solidTag(shape)
  if (!solid) return []
  const origin = originTag(frames.on(body, shape.frame))
  return [tag('visual', {}, origin, tag('geometry', {}, solid), ...materialTags(shape))]
}

/** Nothing for what URDF cannot draw. */
export function solidTag(shape: Shape): Tag | undefined {
  switch (shape.type) {
    case 'box':
      return tag('box', { size: shape.size })
    case 'sphere':
      return tag('sphere', { radius: shape.radius })
    case 'cylinder':
    case 'capsule': {
      const { type, radius, length } = shape
      return (shape.endRadius ?? radius) === radius ? tag(type, { radius, length }) : undefined
    }
    default:
      return undefined
  }
}

function materialTags({ color }: Shape): Tag[] {
  if (color === undefined) return []
  return [tag('material', { name: color }, tag('color', { rgba: rgbaOf(color) }))]
}

function jointTag(
  joint: Joint,
  place: number,
  frames: JointFrames,
  mimic: Tag | undefined,
  drive: DriveLimits | undefined
): Tag {
  const { name, type, parent, child, limits, damping = 0, friction = 0 } = joint
  const known = jointTypes[type]
  if (known === undefined)
    throw cannotSay('URDF', `joints[${place}]`, joint, Object.keys(jointTypes))
  const isSingleAxis = type === 'revolute' || type === 'prismatic'
  const children = [
    tag('parent', { link: parent }),
    tag('child', { link: child }),
    originTag(frames.on(parent, joint.parentFrame)),
    ...(isSingleAxis ? [tag('axis', { xyz: joint.axis ?? [0, 0, 1] })] : []),
    ...(type === 'planar' ? [tag('axis', { xyz: [0, 0, 1] })] : []),
    ...limitTags(limits, drive),
    ...(damping > 0 || friction > 0 ? [tag('dynamics', { damping, friction })] : []),
    ...(mimic ? [mimic] : [])
  ]
  const isContinuous = type === 'revolute' && !limits
  return tag('joint', { name, type: isContinuous ? 'continuous' : known }, ...children)
}

/** A range, where there is one; effort and velocity stand with every range. */
function limitTags(limits: JointLimits | undefined, drive: DriveLimits | undefined): Tag[] {
  if (!limits && !drive) return []
  const { lower = -unbounded, upper = unbounded } = limits ?? {}
  const { effort = unbounded, velocity = unbounded } = drive ?? {}
  return [tag('limit', { ...(limits ? { lower, upper } : {}), effort, velocity })]
}

function loopTag(loop: Loop, place: number, frames: JointFrames): Tag {
  const { name, type, parent, child } = loop
  if (!loopTypes.includes(type)) throw cannotSay('URDF', `loops[${place}]`, loop, loopTypes)
  return tag(
    'loop',
    { name, type },
    tag('predecessor', { link: parent }, originTag(frames.on(parent, loop.parentFrame))),
    tag('successor', { link: child }, originTag(frames.on(child, loop.childFrame))),
    tag('axis', { xyz: type === 'planar' ? [0, 0, 1] : (loop.axis ?? [0, 0, 1]) })
  )
}

/** Features of a mechanism that URDF lacks. */
function warningsOf(mechanism: Mechanism): string[] {
  const { bodies, joints, gravity = [0, 0, -9.81], contact, nonholonomic, sites } = mechanism
  const shapes = bodies.flatMap((body) => body.shapes ?? [])
  const found: readonly (readonly [unknown, string])[] = [
    [gravity.join() !== '0,0,-9.81', 'gravity: URDF has none; its readers use their own'],
    [joints.some(({ stiffness = 0 }) => stiffness > 0), 'joints: springs are left out'],
    [joints.some(({ limits }) => limits?.restitution), 'joints: restitution is left out'],
    [shapes.some((shape) => !solidTag(shape)), 'bodies: shapes that URDF cannot draw are left out'],
    [(sites?.length ?? 0) > 0, 'sites: are left out'],
    [contact !== undefined, 'contact: colliders are left out'],
    [(nonholonomic?.length ?? 0) > 0, 'nonholonomic: is left out'],
    [mechanism.initialState !== undefined, 'initialState: is left out; a reader finds a closed one']
  ]
  return found.flatMap(([isThere, warning]) => (isThere ? [warning] : []))
}

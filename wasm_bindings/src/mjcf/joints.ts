import type { Joint, JointType, Quaternion, Vector3 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { compose, framesOf, identity, type Pose, rotate, turnAbout } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { magnitude, number, oneOf, vector } from '../xml/values.js'
import { direction } from './places.js'
import { limitingBounds, rangeOf } from './ranges.js'
import type { Settings } from './settings.js'
import { warnOfSoftness } from './softness.js'
import type { BodyNode, JointNode } from './tree.js'

const jointTypes = {
  hinge: 'revolute',
  slide: 'prismatic',
  ball: 'spherical',
  free: 'free'
} as const satisfies Readonly<Record<string, JointType>>

/** A joint, with the offset between the document's coordinates and ours. */
export interface ReadJoint {
  readonly joint: Joint
  readonly element: Element
  /** q where the document's bodies stand. */
  readonly start: readonly number[]
}

const ofJoint = {
  actuatorgravcomp: 'compensation of gravity',
  springdamper: 'a spring by its time'
}

/**
 * The joint between two bodies, `outer` the pose of the child in the parent where it starts. Its
 * coordinates are those of MuJoCo, the reference included; quaternions have w last.
 */
export function jointOf(
  { item, name }: JointNode,
  parent: string,
  child: string,
  outer: Pose,
  settings: Settings,
  remarks: Remarks
): ReadJoint {
  const { element, pose: frame } = item
  const type = typeOf(element)
  const anchor = compose(frame, { ...identity, position: vector(element, 'pos', [0, 0, 0]) })
  remarks.attributes(element, ofJoint)
  warnOfSoftness(element, remarks)
  const common = { name, type: jointTypes[type], parent, child }
  const dynamics = dynamicsOf(element, type, settings, remarks)
  if (type === 'free') {
    const start = [...outer.position, ...outer.rotation]
    return { joint: { ...common, ...dynamics }, element, start }
  }
  const place: Pose = { position: anchor.position, rotation: [0, 0, 0, 1] }
  if (type === 'ball') {
    const frames = framesOf(compose(outer, place), place)
    const limits = ballLimitsOf(element, settings, remarks)
    return { joint: { ...common, ...frames, ...dynamics, ...limits }, element, start: [0, 0, 0, 1] }
  }
  const unit = type === 'hinge' ? settings.radians : 1
  const axis = rotate(frame.rotation, axisOf(element))
  const reference = number(element, 'ref', 0) * unit
  const back = atReference(type, axis, -reference)
  const parentFrame = compose(outer, compose(place, back))
  return {
    joint: {
      ...common,
      axis,
      ...framesOf(parentFrame, place),
      ...dynamics,
      ...limitsOf(element, unit, settings)
    },
    element,
    start: [reference]
  }
}

function typeOf(element: Element): keyof typeof jointTypes {
  if (element.tag === 'freejoint') return 'free'
  const types = Object.keys(jointTypes) as (keyof typeof jointTypes)[]
  return element.text('type') === undefined ? 'hinge' : oneOf(element, 'type', 'joint type', types)
}

function axisOf(element: Element): Vector3 {
  return direction(element, 'axis', vector(element, 'axis', [0, 0, 1]))
}

/** The motion of a joint's frame. */
function atReference(type: 'hinge' | 'slide', axis: Vector3, q: number): Pose {
  if (type === 'hinge') return { ...identity, rotation: turnAbout(axis, q) as Quaternion }
  return { ...identity, position: [axis[0] * q, axis[1] * q, axis[2] * q] }
}

function dynamicsOf(
  element: Element,
  type: keyof typeof jointTypes,
  settings: Settings,
  remarks: Remarks
): Pick<Joint, 'damping' | 'stiffness' | 'rest' | 'friction' | 'armature'> {
  const given = (key: string, value: number) => (value === 0 ? {} : { [key]: value })
  const stiffness = magnitude(element, 'stiffness', 0)
  const resting = number(element, 'springref', 0) * (type === 'hinge' ? settings.radians : 1)
  const hasRest = stiffness > 0 && (type === 'hinge' || type === 'slide')
  if (type === 'free' && stiffness > 0)
    remarks.once('spring of a free joint', element, 'stiffness of a free joint is left out')
  const armature = magnitude(element, 'armature', 0)
  if (type === 'free' && armature > 0)
    remarks.once('armature of a free joint', element, 'armature of a free joint is left out')
  return {
    ...given('damping', magnitude(element, 'damping', 0)),
    ...(type === 'free' ? {} : given('stiffness', stiffness)),
    ...(hasRest ? given('rest', resting) : {}),
    ...given('friction', magnitude(element, 'frictionloss', 0)),
    ...(type === 'free' ? {} : given('armature', armature))
  }
}

function limitsOf(
  element: Element,
  unit: number,
  settings: Settings
): Pick<Joint, 'limits' | 'actuatorForceRange'> {
  const forces = rangeOf(element, 'actuatorfrcrange', 'actuatorfrclimited', settings)
  const forceRange = forces ? { actuatorForceRange: forces } : {}
  const limits = rangeOf(element, 'range', 'limited', settings, unit)
  return limits ? { limits, ...forceRange } : forceRange
}

/** The range of a ball is that of the angle of its rotation. */
function ballLimitsOf(
  element: Element,
  settings: Settings,
  remarks: Remarks
): Pick<Joint, 'ballLimits'> {
  const bounds = limitingBounds(element, 'range', 'limited', settings)
  if (!bounds) return {}
  const [least = 0, most = 0] = bounds
  const turn = most * settings.radians
  if (least === 0 && turn > 0 && turn <= Math.PI) return { ballLimits: { turn } }
  const problem =
    'range of a ball: expected 0 and an angle above 0, at most half a turn; no limits count'
  remarks.once('range of a ball', element, problem)
  return {}
}

/** The place of a body's own joint in the world is free: only there may it float. */
export function requireTop(node: BodyNode): void {
  for (const { item } of node.joints) {
    if (typeOf(item.element) !== 'free') continue
    if (node.parent?.parent !== undefined)
      throw fault(item.element, '', 'a free joint needs a body that hangs from the world')
    if (node.joints.length > 1)
      throw fault(item.element, '', 'a body with a free joint has no other joints')
  }
}

import type { Joint, JointType, Vector3 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { framesOf, rotate, unit } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { magnitude, number, oneOf, rangeIn, vector } from '../xml/values.js'
import type { Frames } from './frames.js'
import type { Models, Part } from './models.js'

/** Joint types of SDF; a gearbox is none, but ties two others. */
export const jointTypes = {
  revolute: 'revolute',
  continuous: 'revolute',
  prismatic: 'prismatic',
  ball: 'spherical',
  universal: 'universal',
  revolute2: 'universal',
  screw: 'helical',
  fixed: 'fixed'
} as const satisfies Readonly<Record<string, JointType>>

export type SdfJointType = keyof typeof jointTypes | 'gearbox'

export function typeOf({ element }: Part): SdfJointType {
  const types = [...Object.keys(jointTypes), 'gearbox'] as SdfJointType[]
  return oneOf(element, 'type', 'joint type', types)
}

/** The link that a joint's <parent> or <child> names, or that moves with the frame which it names. */
export function endOf({ element, place }: Part, tag: 'parent' | 'child', frames: Frames): string {
  const end = element.need(tag)
  return frames.linkOf(frames.named(end.needText('').trim(), place, end, ''))
}

/**
 * Returns the joint or loop between the frames of two links. Only joints have forces and limits.
 */
export function jointOf(
  part: Part,
  [parent, child]: readonly [string, string],
  { frames, bodyOf }: Pick<Models, 'frames' | 'bodyOf'>,
  remarks: Remarks
): Joint {
  const { element, name, frame } = part
  const kind = typeOf(part) as keyof typeof jointTypes
  const type = kindOf(part, jointTypes[kind], remarks)
  const axis = element.one('axis')
  const hasAxis = type !== 'fixed' && type !== 'spherical'
  return {
    name,
    type,
    parent: bodyOf(parent),
    child: bodyOf(child),
    ...(hasAxis ? { axis: axisOf(axis, part, frames) } : {}),
    ...(type === 'universal' ? { axis2: secondAxis(part, frames) } : {}),
    ...(type === 'helical' ? { pitch: pitchOf(element) } : {}),
    ...framesOf(frames.between(parent, frame), frames.between(child, frame)),
    ...(axis && type !== 'fixed' ? forcesOf(axis, part, remarks) : {}),
    ...(axis && kind !== 'continuous' ? limitsOf(axis, type, remarks) : {})
  }
}

/** Returns the joint type. A joint type of two axes with one <axis> is revolute, with a warning. */
function kindOf({ element }: Part, type: JointType, remarks: Remarks): JointType {
  if (type !== 'universal' || element.one('axis2')) return type
  remarks.at(element, 'expected <axis> and <axis2>, found no <axis2>; it turns about <axis> alone')
  return 'revolute'
}

/** In the joint's frame; SDF's default is z. */
export function axisOf(axis: Element | undefined, part: Part, frames: Frames): Vector3 {
  const xyz = axis?.one('xyz')
  if (!xyz) return [0, 0, 1]
  const direction = vector(xyz, '')
  if (Math.hypot(...direction) === 0) throw fault(xyz, '', 'expected a direction, found zero')
  const old = axis?.one('use_parent_model_frame')
  const isOfModel = old?.content.trim() === 'true' || old?.content.trim() === '1'
  const expressedIn = xyz.text('expressed_in') ?? (isOfModel ? '__model__' : '')
  if (expressedIn === '') return direction
  const frame = frames.named(expressedIn, part.place, xyz, 'expressed_in')
  return rotate(frames.between(part.frame, frame).rotation, direction)
}

/** Across the first: what is along it turns nothing more. */
function secondAxis(part: Part, frames: Frames): Vector3 {
  const { element } = part
  const second = element.need('axis2')
  const one = unit(axisOf(element.one('axis'), part, frames))
  const other = unit(axisOf(second, part, frames))
  const along = one.reduce((sum, value, i) => sum + value * other[i]!, 0)
  if (Math.abs(along) < 1e-9) return other
  throw fault(second, '', 'expected an axis across the first')
}

/** [m/rad], of meters a turn, 1 by default or, as it used to be, of −radians a meter. */
function pitchOf(element: Element): number {
  const pitch = element.one('screw_thread_pitch')
  if (pitch) return number(pitch, '') / (2 * Math.PI)
  const thread = element.one('thread_pitch')
  if (!thread) return 1 / (2 * Math.PI)
  const value = number(thread, '')
  if (value === 0) throw fault(thread, '', 'expected a pitch, found 0')
  return -1 / value
}

function forcesOf(axis: Element, { element }: Part, remarks: Remarks): Partial<Joint> {
  const dynamics = axis.one('dynamics')
  const second = element.one('axis2')?.one('dynamics')
  if (second)
    remarks.once('axis2', second, 'of the second axis is left out: the first counts for both')
  const given = (key: string, tag: string) => {
    const found = dynamics?.one(tag)
    const value = found ? magnitude(found, '') : 0
    return value > 0 ? { [key]: value } : {}
  }
  const rest = dynamics?.one('spring_reference')
  const spring = given('stiffness', 'spring_stiffness')
  return {
    ...given('damping', 'damping'),
    ...given('friction', 'friction'),
    ...spring,
    ...(rest && 'stiffness' in spring && number(rest, '') !== 0 ? { rest: number(rest, '') } : {})
  }
}

/** SDF's bounds of ±1e16, or infinite ones, are none. */
function limitsOf(axis: Element, type: JointType, remarks: Remarks): Pick<Joint, 'limits'> {
  const limit = axis.one('limit')
  const bound = (tag: 'lower' | 'upper') => {
    const found = limit?.one(tag)
    if (!found || /inf/i.test(found.content)) return {}
    const value = number(found, '')
    return Math.abs(value) < 1e15 ? { [tag]: value } : {}
  }
  const limits = { ...bound('lower'), ...bound('upper') } as { lower?: number; upper?: number }
  const { lower, upper } = limits
  if (lower === undefined && upper === undefined) return {}
  if (lower !== undefined && upper !== undefined && !rangeIn(limit!, '', lower, upper)) return {}
  if (type === 'revolute' || type === 'prismatic' || type === 'helical') return { limits }
  remarks.once('limits', limit!, `limits of a ${type} joint are left out`)
  return {}
}

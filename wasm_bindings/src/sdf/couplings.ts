import type { Coupling, Joint } from '../types/mechanism.js'
import type { Closure } from '../xml/closing.js'
import { type Element, fault } from '../xml/element.js'
import { rotate } from '../xml/pose.js'
import { number } from '../xml/values.js'
import type { Frames } from './frames.js'
import { axisOf, endOf, typeOf } from './joints.js'
import type { Part } from './models.js'

/** Gearboxes, and the <mimic> of joints' axes. */
export function couplingsOf(
  parts: readonly Part[],
  joints: readonly Joint[],
  frames: Frames
): Closure<Coupling>[] {
  const byName = new Map(joints.map((joint) => [joint.name, joint]))
  return parts.flatMap((part) => {
    if (typeOf(part) === 'gearbox')
      return [{ element: part.element, value: gearboxOf(part, joints, frames) }]
    const mimic = part.element.one('axis')?.one('mimic')
    return mimic ? [{ element: mimic, value: mimicOf(mimic, part, byName, frames) }] : []
  })
}

/**
 * θ₁ = −ratio·θ₂, of the angles from the reference body to the parent about the axis and to the child
 * about the second.
 */
function gearboxOf(part: Part, joints: readonly Joint[], frames: Frames): Coupling {
  const { element, name, scope } = part
  const body = element.need('gearbox_reference_body')
  const reference = frames.linkOf(frames.named(body.needText('').trim(), scope, body, ''))
  const ratio = number(element.need('gearbox_ratio'), '')
  const term = (end: 'parent' | 'child', axis: Element | undefined, coefficient: number) => {
    const link = endOf(part, end, frames)
    const joint = joints.find(
      (each) =>
        each.type === 'revolute' &&
        [each.parent, each.child].includes(link) &&
        [each.parent, each.child].includes(reference)
    )
    if (!joint) throw fault(element, end, `expected a revolute joint between it and "${reference}"`)
    const meant = rotate(frames.pose(name).rotation, axisOf(axis, part, frames))
    const found = rotate(frames.pose(joint.name).rotation, joint.axis ?? [0, 0, 1])
    const along = meant.reduce((sum, value, i) => sum + value * found[i]!, 0)
    const forward = joint.child === link ? 1 : -1
    return { joint: joint.name, coefficient: coefficient * forward * (along < 0 ? -1 : 1) }
  }
  const terms = [
    term('parent', element.one('axis'), 1),
    term('child', element.one('axis2') ?? element.one('axis'), ratio)
  ]
  return { name, terms }
}

/** q = multiplier·(q′ − reference) + offset. */
function mimicOf(
  element: Element,
  part: Part,
  joints: ReadonlyMap<string, Joint>,
  frames: Frames
): Coupling {
  const leader = frames.named(element.needText('joint'), part.scope, element, 'joint')
  for (const name of [part.name, leader]) {
    const type = joints.get(name)?.type
    if (type === 'revolute' || type === 'prismatic' || type === 'helical') continue
    throw fault(element, 'joint', `"${name}" is ${type ?? 'no joint'}: expected one coordinate`)
  }
  const value = (tag: string, usual: number) => {
    const found = element.one(tag)
    return found ? number(found, '') : usual
  }
  const multiplier = value('multiplier', 1)
  if (multiplier === 0) throw fault(element, 'multiplier', 'is 0, which holds the joint still')
  const offset = value('offset', 0) - multiplier * value('reference', 0)
  const terms = [
    { joint: part.name, coefficient: 1 },
    { joint: leader, coefficient: -multiplier }
  ]
  return { name: `${part.name}_mimics_${leader}`, terms, ...(offset ? { offset } : {}) }
}

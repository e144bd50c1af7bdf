import { brief } from '../suggestion.js'
import type { Coupling, Joint } from '../types/mechanism.js'
import type { Closure } from '../xml/closing.js'
import { type Element, fault } from '../xml/element.js'
import { rotate } from '../xml/pose.js'
import { number } from '../xml/values.js'
import { axisOf, endOf, typeOf } from './joints.js'
import type { Models, Part } from './models.js'

/** Gearboxes, and the <mimic> of joints' axes. */
export function couplingsOf(models: Models, joints: readonly Joint[]): Closure<Coupling>[] {
  const byName = new Map(joints.map((joint) => [joint.name, joint]))
  const byFrame = new Map(models.joints.map((part) => [part.frame, part]))
  return models.joints.flatMap((part) => {
    if (typeOf(part) === 'gearbox') {
      const { element } = part
      const missing = ['gearbox_reference_body', 'gearbox_ratio'].find((tag) => !element.one(tag))
      if (missing === undefined) return [{ element, value: gearboxOf(part, joints, models) }]
      element.remarks.at(
        element,
        `expected an element <${missing}>, found none; the gearbox is left out`
      )
      return []
    }
    const mimic = part.element.one('axis')?.one('mimic')
    if (!mimic) return []
    const frame = models.frames.named(mimic.needText('joint'), part.place, mimic, 'joint')
    const leader = byFrame.get(frame)
    if (!leader) throw fault(mimic, 'joint', 'expected a joint that moves, found none of this name')
    const fixed = [part, leader].find((each) => typeOf(each) === 'fixed')
    if (!fixed) return [{ element: mimic, value: mimicOf(mimic, part, leader, byName) }]
    const problem = `expected a joint that moves, found joint "${brief(fixed.name)}", which is fixed; the <mimic> is left out`
    mimic.remarks.at(mimic, problem)
    return []
  })
}

/**
 * θ₁ = −ratio·θ₂, of the angles from the reference body to the parent about the axis and to the child
 * about the second.
 */
function gearboxOf(
  part: Part,
  joints: readonly Joint[],
  { frames, bodyOf, joints: parts }: Models
): Coupling {
  const { element, name, frame, place } = part
  const frameOf = new Map(parts.map((each) => [each.name, each.frame]))
  const body = element.need('gearbox_reference_body')
  const reference = bodyOf(frames.linkOf(frames.named(body.needText('').trim(), place, body, '')))
  const ratio = number(element.need('gearbox_ratio'), '')
  const term = (end: 'parent' | 'child', axis: Element | undefined, coefficient: number) => {
    const link = bodyOf(endOf(part, end, frames))
    const joint = joints.find(
      (each) =>
        each.type === 'revolute' &&
        [each.parent, each.child].includes(link) &&
        [each.parent, each.child].includes(reference)
    )
    if (!joint) throw fault(element, end, `expected a revolute joint between it and "${reference}"`)
    const meant = rotate(frames.pose(frame).rotation, axisOf(axis, part, frames))
    const found = rotate(frames.pose(frameOf.get(joint.name)!).rotation, joint.axis ?? [0, 0, 1])
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
  { name: leader }: Part,
  joints: ReadonlyMap<string, Joint>
): Coupling {
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

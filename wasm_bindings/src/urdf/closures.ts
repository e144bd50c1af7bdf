import { brief, pathOf } from '../suggestion.js'
import type { Coupling, CouplingTerm, JointType, Loop } from '../types/mechanism.js'
import type { Closure } from '../xml/closing.js'
import { type Element, fault } from '../xml/element.js'
import { Names } from '../xml/names.js'
import { number, oneOf } from '../xml/values.js'
import { placementOf } from './joints.js'
import { originOf } from './origin.js'
import { type Joint, type Link, pathsBetween, type Robot } from './robot.js'

/** Couplings of links far out have a term for every joint on the way. */
const mostTerms = 1_000_000

const loopTypes = {
  revolute: 'revolute',
  continuous: 'revolute',
  prismatic: 'prismatic',
  cylindrical: 'cylindrical',
  fixed: 'fixed',
  planar: 'planar',
  spherical: 'spherical',
  ball: 'spherical'
} as const satisfies Readonly<Record<string, JointType>>

/** The <loop> elements: joints between links that hang elsewhere. */
export function loopsOf(
  { element, links }: Robot,
  nameOf: (link: Link) => string
): Closure<Loop>[] {
  const names = new Names<Loop>('loop', 'loops')
  return element.all('loop').map((each) => {
    const types = Object.keys(loopTypes) as (keyof typeof loopTypes)[]
    const type = loopTypes[oneOf(each, 'type', 'loop type', types)]
    const predecessor = each.need('predecessor')
    const successor = each.need('successor')
    const parent = links.named(predecessor, 'link')
    const child = links.named(successor, 'link')
    if (parent === child)
      throw fault(successor, 'link', `joins link "${brief(child.name)}" to itself`)
    const value: Loop = {
      name: each.needText('name'),
      type,
      parent: nameOf(parent),
      child: nameOf(child),
      ...placementOf(type, originOf(predecessor), originOf(successor), each)
    }
    names.add(each, value)
    return { element: each, value }
  })
}

/** The <coupling> elements and the <mimic> of joints. */
export function couplingsOf(robot: Robot): Closure<Coupling>[] {
  const names = new Names<Coupling>('coupling', 'couplings')
  let terms = 0
  const couplings = robot.element.all('coupling').map((each) => {
    const value = isLinear(each) ? linearOf(each, robot) : rollingOf(each, robot)
    terms += value.terms.length
    if (terms > mostTerms) {
      throw fault(each, '', `with those before it ties more than ${mostTerms} joints`)
    }
    names.add(each, value)
    return { element: each, value }
  })
  const cleared = new Set<Joint>()
  for (const joint of robot.joints) {
    const mimic = joint.element.one('mimic')
    if (!mimic || isOfFixed(mimic, joint, robot)) continue
    const value = mimicOf(mimic, joint, robot, cleared)
    couplings.push({ element: mimic, value: { ...value, name: names.freeName(value.name) } })
  }
  return couplings
}

function isLinear(element: Element): boolean {
  if (element.text('type') === undefined) return false
  return oneOf(element, 'type', 'coupling type', ['rolling', 'linear']) === 'linear'
}

/** Σ coefficient·q = offset. */
function linearOf(element: Element, { joints }: Robot): Coupling {
  const terms = element.all('term').map((term) => {
    const joint = joints.named(term, 'joint')
    if (!hasOneCoordinate(joint)) throw cannotCouple(term, joint)
    return { joint: joint.name, coefficient: number(term, 'coefficient') }
  })
  const offset = number(element, 'offset', 0)
  return { name: element.needText('name'), terms, ...(offset ? { offset } : {}) }
}

function cannotCouple(element: Element, { name, type }: Joint) {
  const problem = `joint "${brief(name)}" is ${type}: only revolute, continuous and prismatic joints`
  return fault(element, 'joint', `${problem} can be coupled`)
}

/**
 * A transmission that rolls: from the nearest common ancestor outwards, the joint coordinates up
 * to the successor add up to `ratio` times those up to the predecessor.
 */
function rollingOf(element: Element, { links }: Robot): Coupling {
  const predecessor = element.need('predecessor')
  const successor = element.need('successor')
  const paths = pathsBetween(links.named(predecessor, 'link'), links.named(successor, 'link'))
  const ratioElement = element.one('ratio')
  const ratio = ratioElement ? number(ratioElement, 'value') : 1
  if (ratioElement && ratio === 0) throw fault(ratioElement, 'value', 'is 0, which couples nothing')
  const from = termsOf(predecessor, paths.from, -ratio)
  const to = termsOf(successor, paths.to, 1)
  return { name: element.needText('name'), terms: [...to, ...from] }
}

/** The joints of one side, which must move and be of one coordinate each. */
function termsOf(end: Element, path: readonly Joint[], coefficient: number): CouplingTerm[] {
  const moving = path.filter(({ type }) => type !== 'fixed')
  if (moving.length === 0) {
    const problem = 'no joint moves it relative to what it has in common with the other link'
    throw fault(end, 'link', problem)
  }
  return moving.map((joint) => {
    if (hasOneCoordinate(joint)) return { joint: joint.name, coefficient }
    throw fault(
      end,
      'link',
      `joint "${brief(joint.name)}" on its path is ${joint.type}: only revolute, continuous and ` +
        'prismatic joints can be coupled'
    )
  })
}

function hasOneCoordinate({ type }: Joint): boolean {
  return type === 'revolute' || type === 'continuous' || type === 'prismatic'
}

/** A <mimic> of a joint that does not move, or that names one: it ties nothing. */
function isOfFixed(mimic: Element, joint: Joint, { joints }: Robot): boolean {
  const fixed = joint.type === 'fixed' ? joint : [joints.named(mimic, 'joint')].find(isFixed)
  if (!fixed) return false
  const problem =
    `expected a joint that moves, found joint "${brief(fixed.name)}", which is fixed; the <mimic> is ` +
    'left out'
  mimic.remarks.at(mimic, problem)
  return true
}

const isFixed = ({ type }: Joint) => type === 'fixed'

/** q = multiplier · q' + offset. */
function mimicOf(element: Element, joint: Joint, { joints }: Robot, cleared: Set<Joint>): Coupling {
  const leader = joints.named(element, 'joint')
  for (const each of [joint, leader]) {
    if (hasOneCoordinate(each)) continue
    throw fault(
      element,
      'joint',
      `joint "${brief(each.name)}" is ${each.type}: only revolute, continuous and prismatic joints can ` +
        'mimic or be mimicked'
    )
  }
  const multiplier = number(element, 'multiplier', 1)
  if (multiplier === 0) {
    throw fault(element, 'multiplier', 'is 0, which holds the joint still: make it fixed')
  }
  requireNoCycle(joint, joints, cleared)
  const offset = number(element, 'offset', 0)
  const terms = [
    { joint: joint.name, coefficient: 1 },
    { joint: leader.name, coefficient: -multiplier }
  ]
  return { name: `${joint.name}_mimics_${leader.name}`, terms, ...(offset ? { offset } : {}) }
}

/** `cleared`: joints that follow none that follows them. */
function requireNoCycle(joint: Joint, joints: Names<Joint>, cleared: Set<Joint>): void {
  const path = new Set<Joint>()
  let at = joint
  while (!cleared.has(at)) {
    path.add(at)
    const mimic = at.element.one('mimic')
    if (!mimic || isFixed(at)) break
    at = joints.named(mimic, 'joint')
    if (!path.has(at)) continue
    const cycle = [...path].slice([...path].indexOf(at))
    const names = [...cycle, at].map(({ name }) => name)
    const element = at.element.need('mimic')
    throw fault(element, 'joint', `the joint mimics itself: ${pathOf(names)}`)
  }
  for (const each of path) cleared.add(each)
}

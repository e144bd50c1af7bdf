import type { JointLimits, Tendon, Vector3 } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import type { Remarks } from '../xml/remarks.js'
import { list, number } from '../xml/values.js'
import type { Defaults } from './defaults.js'
import type { EqualityReader } from './equalities.js'
import { rangeOf } from './ranges.js'
import type { Settings } from './settings.js'
import type { Tree } from './tree.js'

/** A <spatial> tendon over sites alone, or a <fixed> one with a spring, a damper or a range. */
export interface MjcfTendon {
  readonly element: Element
  readonly tendon: Tendon
}

const leftOut = {
  frictionloss: 'friction of the tendon',
  armature: 'inertia of the tendon'
}

/** The tendons of a document that are tendons of a mechanism. */
export function tendonsOf(
  root: Element,
  tree: Tree,
  equalities: EqualityReader,
  defaults: Defaults,
  hasKeyframe: boolean,
  settings: Settings,
  remarks: Remarks
): MjcfTendon[] {
  const elements = root.all('tendon').flatMap(({ children }) => children)
  return elements.flatMap((plain, i) => {
    const element = defaults.applied(plain, undefined, 'tendon')
    const name = element.text('name') ?? `tendon${i}`
    const limits = limitsOf(element, settings, remarks)
    const tendon =
      element.tag === 'spatial'
        ? spatial(element, tree, remarks)
        : fixed(element, equalities, limits)
    if (!tendon) return []
    if (hasKeyframe && tendon.restLength === undefined && tendon.stiffness)
      remarks.once(
        'springlength',
        element,
        'its spring is slack at the initial state, which is a keyframe'
      )
    return [{ element, tendon: { name, ...tendon, ...(limits ? { limits } : {}) } }]
  })
}

function limitsOf(element: Element, settings: Settings, remarks: Remarks): JointLimits | undefined {
  const limits = rangeOf(element, 'range', 'limited', settings)
  if (element.tag !== 'spatial' || limits?.upper === undefined || limits.upper > 0) return limits
  remarks.once('range', element, 'a range that ends at 0 m is left out')
  return undefined
}

function spatial(element: Element, tree: Tree, remarks: Remarks): Omit<Tendon, 'name'> | undefined {
  const other = element.children.find(({ tag }) => tag !== 'site')
  if (other || element.children.length < 2) {
    const found = other ? `<${other.tag}>` : 'less than two sites'
    remarks.once('tendon spatial', element, `found ${found}; the tendon is left out`)
    return undefined
  }
  remarks.attributes(element, leftOut)
  const points = element.children.map((each) => {
    const { body, pose } = tree.sites.named(each, 'site')
    return { body: body.name, point: pose.position as Vector3 }
  })
  return { points, ...springOf(element, remarks) }
}

/** Equalities and actuators have the terms of the others. */
function fixed(
  element: Element,
  equalities: EqualityReader,
  limits: JointLimits | undefined
): Omit<Tendon, 'name'> | undefined {
  const [stiffness, damping] = [number(element, 'stiffness', 0), number(element, 'damping', 0)]
  if (stiffness === 0 && damping === 0 && !limits) return undefined
  const sums = new Map<string, number>()
  for (const { joint, coefficient } of equalities.termsOf(element) ?? [])
    sums.set(joint, (sums.get(joint) ?? 0) + coefficient)
  const terms = [...sums]
    .filter(([, coefficient]) => coefficient !== 0)
    .map(([joint, coefficient]) => ({ joint, coefficient }))
  if (terms.length === 0) return undefined
  const [least = -1] = list(element, 'springlength')
  return {
    terms,
    ...(stiffness ? { stiffness } : {}),
    ...(damping ? { damping } : {}),
    ...(least === -1 ? {} : { restLength: least })
  }
}

function springOf(element: Element, remarks: Remarks) {
  const [least = -1, most = least] = list(element, 'springlength')
  const isCable = least === 0 && most > 0
  if (most > least && !isCable)
    remarks.once('springlength', element, 'the slack range of its spring is left out')
  const spring = {
    ...(element.text('stiffness') ? { stiffness: number(element, 'stiffness', 0) } : {}),
    ...(element.text('damping') ? { damping: number(element, 'damping', 0) } : {})
  }
  if (isCable) return { ...spring, restLength: most, onlyPulls: true }
  return least >= 0 ? { ...spring, restLength: least } : spring
}

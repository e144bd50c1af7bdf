import { brief, pathOf } from '../suggestion.js'
import { type Element, fault } from '../xml/element.js'
import { Names } from '../xml/names.js'
import { oneOf } from '../xml/values.js'

/** Name of the ground, in URDF by habit and in a mechanism by definition. */
export const ground = 'world'

/** A <link>, and where it hangs. */
export interface Link {
  readonly element: Element
  readonly name: string
  /** The parent joint; the root has none. */
  joint: Joint | undefined
}

/** A <joint>. */
export interface Joint {
  readonly element: Element
  readonly name: string
  readonly type: UrdfJointType
  readonly parent: Link
  readonly child: Link
}

/** The joint types of URDF; `spherical` and `ball` are seen in the wild. */
export const jointTypes = [
  'revolute',
  'continuous',
  'prismatic',
  'fixed',
  'floating',
  'planar',
  'spherical',
  'ball'
] as const

export type UrdfJointType = (typeof jointTypes)[number]

/** Links and joints of a document: a tree, checked. */
export interface Robot {
  readonly element: Element
  readonly links: Names<Link>
  readonly joints: Names<Joint>
  readonly root: Link
}

/** Reads links and joints. Throws MechanismError unless they make one tree. */
export function readRobot(element: Element): Robot {
  const links = new Names<Link>('link', 'links')
  for (const each of element.all('link')) {
    links.add(each, { element: each, name: each.needText('name'), joint: undefined })
  }
  const joints = new Names<Joint>('joint', 'joints')
  for (const each of element.all('joint')) {
    const parent = links.named(each.need('parent'), 'link')
    const child = links.named(each.need('child'), 'link')
    const type = oneOf(each, 'type', 'joint type', jointTypes)
    const joint = { element: each, name: each.needText('name'), type, parent, child }
    joints.add(each, joint)
    if (child.joint) {
      throw fault(
        each,
        'child',
        `link "${brief(child.name)}" is the child of joint "${brief(child.joint.name)}" already; ` +
          'a <loop> closes a cycle'
      )
    }
    child.joint = joint
  }
  return { element, links, joints, root: rootOf(element, [...links]) }
}

function rootOf(element: Element, links: readonly Link[]): Link {
  const cycle = cycleAmong(links)
  if (cycle[0]) {
    const path = [...cycle.map(({ child }) => child.name), cycle[0].child.name].reverse()
    const problem = `is part of a cycle of parents: ${pathOf(path)}; a <loop> closes a cycle`
    throw fault(cycle[0].element, '', problem)
  }
  const [root, second] = links.filter(({ joint }) => joint === undefined)
  if (!root) throw fault(element, '', 'expected an element <link>, found none')
  if (second) {
    throw fault(
      second.element,
      '',
      `no joint has it as child, nor link "${brief(root.name)}"; a robot has one root`
    )
  }
  return root
}

/** The joints of a cycle of parents, child by child; none where every link leads to a root. */
function cycleAmong(links: readonly Link[]): Joint[] {
  const cleared = new Set<Link>()
  for (const link of links) {
    const joints: Joint[] = []
    const passed = new Set<Link>()
    let at = link
    while (at.joint && !passed.has(at) && !cleared.has(at)) {
      passed.add(at)
      joints.push(at.joint)
      at = at.joint.parent
    }
    if (passed.has(at)) return joints.slice(joints.findIndex(({ child }) => child === at))
    for (const each of passed) cleared.add(each)
  }
  return []
}

/** The joints between two links: from their nearest common ancestor outwards to each. */
export function pathsBetween(from: Link, to: Link): { from: Joint[]; to: Joint[] } {
  const [a, b] = [pathTo(from), pathTo(to)]
  const apart = a.findIndex((joint, i) => joint !== b[i])
  const shared = apart < 0 ? a.length : apart
  return { from: a.slice(shared), to: b.slice(shared) }
}

function pathTo(link: Link): Joint[] {
  const joints: Joint[] = []
  for (let at = link.joint; at; at = at.parent.joint) joints.push(at)
  return joints.reverse()
}

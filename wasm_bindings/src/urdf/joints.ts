import type { Frame, Joint as JointOfFile, JointType, Vector3 } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import { framesOf, identity, multiply, type Pose, turnFromZ } from '../xml/pose.js'
import { magnitude, number, rangeIn } from '../xml/values.js'
import { axisOf, originOf } from './origin.js'
import type { Joint, Link, UrdfJointType } from './robot.js'

const typeOf: Readonly<Record<UrdfJointType, JointType>> = {
  revolute: 'revolute',
  continuous: 'revolute',
  prismatic: 'prismatic',
  fixed: 'fixed',
  floating: 'free',
  planar: 'planar',
  spherical: 'spherical',
  ball: 'spherical'
}

/** The joint of a mechanism file for a <joint>; `nameOf` returns the bodies' names. */
export function jointOf(joint: Joint, nameOf: (link: Link) => string): JointOfFile {
  const { element, name } = joint
  const type = typeOf[joint.type]
  return {
    name,
    type,
    parent: nameOf(joint.parent),
    child: nameOf(joint.child),
    ...placementOf(type, originOf(element), identity, element),
    ...dynamicsOf(element, type),
    ...limitsOf(element, joint.type)
  }
}

/**
 * Axis and frames of a joint or loop; the axis is in its element and in the joint's frame.
 * Exporters write an axis of length zero for joints without an axis: it is ignored.
 */
export function placementOf(
  type: JointType,
  parentFrame: Pose,
  childFrame: Pose,
  element: Element
): { axis?: Vector3; parentFrame?: Frame; childFrame?: Frame } {
  if (type === 'planar') {
    // URDF's axis is the plane's normal; ours is z.
    const turn = turnFromZ(axisOf(element))
    const turned = ({ position, rotation }: Pose) => ({
      position,
      rotation: multiply(rotation, turn)
    })
    return framesOf(turned(parentFrame), turned(childFrame))
  }
  const hasAxis = type === 'revolute' || type === 'prismatic' || type === 'cylindrical'
  const axis = hasAxis ? { axis: axisOf(element) } : {}
  return { ...axis, ...framesOf(parentFrame, childFrame) }
}

/** Damping and Coulomb friction of a joint that can move. */
function dynamicsOf(element: Element, type: JointType): { damping?: number; friction?: number } {
  const dynamics = element.one('dynamics')
  if (!dynamics || type === 'fixed') return {}
  const damping = magnitude(dynamics, 'damping', 0)
  const friction = magnitude(dynamics, 'friction', 0)
  return { ...(damping > 0 ? { damping } : {}), ...(friction > 0 ? { friction } : {}) }
}

/**
 * The range of a revolute or prismatic joint. One bound alone leaves the other at 0, as URDF has
 * it; a <limit> with only effort and velocity has no range.
 */
function limitsOf(element: Element, type: UrdfJointType): Pick<JointOfFile, 'limits'> {
  const limit = element.one('limit')
  if (!limit || (type !== 'revolute' && type !== 'prismatic')) return {}
  if (limit.text('lower') === undefined && limit.text('upper') === undefined) return {}
  const limits = rangeIn(limit, '', number(limit, 'lower', 0), number(limit, 'upper', 0))
  return limits ? { limits } : {}
}

import { described } from '../checks.js'
import { MechanismError } from '../errors.js'
import type { Body, Joint as JointOfFile, Vector6 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { rotateInertia } from '../xml/pose.js'
import { magnitude, number } from '../xml/values.js'
import { originOf } from './origin.js'
import type { Link, Robot } from './robot.js'
import { type Materials, materialsOf, shapesOf } from './shapes.js'

/** Whether the root link stands still or moves freely. */
export type Base = 'fixed' | 'floating'

/** Name of the ground, in URDF by habit and in a mechanism by definition. */
const ground = 'world'

/** The body of a link. A link without <inertial> is massless. */
export function bodyOf({ element, name }: Link, materials: Materials): Body {
  const shapes = shapesOf(element, materials)
  const look = shapes.length > 0 ? { shapes } : {}
  const inertial = element.one('inertial')
  if (!inertial) return { name, mass: 0, ...look }
  const mass = magnitude(inertial.need('mass'), 'value')
  const { position, rotation } = originOf(inertial)
  const inertia = rotateInertia(rotation, inertiaOf(inertial.need('inertia')))
  return { name, mass, centerOfMass: position, inertia, ...look }
}

/** URDF's ixy, ixz and iyz are entries of the matrix, as ours are. */
function inertiaOf(element: Element): Vector6 {
  return [
    number(element, 'ixx'),
    number(element, 'iyy'),
    number(element, 'izz'),
    number(element, 'ixy', 0),
    number(element, 'ixz', 0),
    number(element, 'iyz', 0)
  ]
}

/** What a robot is as bodies. */
export interface Bodies {
  readonly bodies: readonly Body[]
  /** The joint that ties the root to the ground; none where the root is the ground. */
  readonly anchor: readonly JointOfFile[]
  /** The body's name that a link goes by: its own, or `world`. */
  readonly nameOf: (link: Link) => string
}

/**
 * A root that is called `world`, or that has neither mass nor shapes and is not asked to float, is
 * the ground; any other is a body that is fixed to the ground or, by default if it has mass, floats.
 */
export function bodiesOf(robot: Robot, base: Base | undefined, warnings: string[]): Bodies {
  if (base !== undefined && base !== 'fixed' && base !== 'floating') {
    throw new MechanismError(`base: expected "fixed" or "floating", found ${described(base)}`)
  }
  const { root, links } = robot
  const materials = materialsOf(robot.element)
  const bodies = [...links].map((link) => bodyOf(link, materials))
  const { mass = 0, shapes } = bodyOf(root, materials)
  const isGround = root.name === ground || (mass === 0 && !shapes && base !== 'floating')
  for (const link of links) {
    if (link.name !== ground || link === root) continue
    throw fault(link.element, 'name', 'only the root may be called "world", which is the ground')
  }
  if (!isGround) {
    if (base === undefined && mass > 0) {
      warnings.push(`${at(root)}: has mass, so it floats; base "fixed" holds it`)
    }
    const anchor = anchorOf(robot, base ?? (mass > 0 ? 'floating' : 'fixed'))
    return { bodies, anchor: [anchor], nameOf: ({ name }) => name }
  }
  if (base === 'floating')
    throw fault(root.element, '', 'is the ground by its name: it cannot float')
  if (mass > 0) warnings.push(`${at(root)}: is the ground: its mass does not count`)
  const moving = bodies.filter(({ name }) => name !== root.name)
  if (moving.length === 0) throw fault(root.element, '', 'is the ground; expected more links')
  return { bodies: moving, anchor: [], nameOf: (link) => (link === root ? ground : link.name) }
}

function at({ element }: Link): string {
  return `line ${element.line}: ${element.place}`
}

function anchorOf({ root, joints }: Robot, base: Base): JointOfFile {
  const type = base === 'floating' ? 'free' : 'fixed'
  const name = joints.freeName(`${ground}_to_${root.name}`)
  return { name, type, parent: ground, child: root.name }
}

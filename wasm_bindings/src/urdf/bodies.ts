import { described } from '../checks.js'
import { MechanismError } from '../errors.js'
import { brief } from '../suggestion.js'
import type { Body, Joint as JointOfFile, Vector3, Vector6 } from '../types/mechanism.js'
import { type Element, fault } from '../xml/element.js'
import { massOfSolids } from '../xml/massless.js'
import { rotateInertia } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import { magnitude, number } from '../xml/values.js'
import { type Floating, floatingOf } from './floating.js'
import { originOf } from './origin.js'
import { ground, type Joint, type Link, type Robot } from './robot.js'
import { type Materials, shapesOf, solidsOf } from './shapes.js'

/** Whether the root link stands still or moves freely. */
export type Base = 'fixed' | 'floating'

/** Data that bodies need in addition to their <link>. */
interface LinkRules {
  readonly materials: Materials
  /** Of the shapes that links without inertia have it from [kg/m³]; none do where there is none. */
  readonly density: number | undefined
}

/** The body of a link. A link without <inertial> is massless. */
function bodyOf({ element, name }: Link, { materials, density }: LinkRules): Body {
  const shapes = shapesOf(element, materials)
  const look = shapes.length > 0 ? { shapes } : {}
  const inertial = element.one('inertial')
  const mass = inertial ? magnitude(inertial.need('mass'), 'value') : 0
  const inertia = inertial && inertiaOf(inertial.need('inertia'))
  if (density !== undefined && mass === 0 && !inertia?.some((part) => part !== 0))
    return { name, ...inertiaOfShapes(element, density), ...look }
  if (!inertial || !inertia) return { name, mass: 0, ...look }
  const { position, rotation } = originOf(inertial)
  return {
    name,
    mass,
    centerOfMass: position,
    inertia: rotateInertia(rotation, inertia),
    ...look
  }
}

/** Of its collision shapes or, where it has none, of its visual shapes. */
function inertiaOfShapes(link: Element, density: number): Pick<Body, 'mass'> {
  const [collisions, visuals] = [solidsOf(link, 'collision'), solidsOf(link, 'visual')]
  const solids = collisions.length > 0 ? collisions : visuals
  if (solids.length > 0) return massOfSolids(solids, density)
  if (link.all('visual').length + link.all('collision').length > 0)
    link.remarks.at(
      link,
      'inertia "shapes": expected a box, sphere, cylinder or capsule, found none; the link has no mass'
    )
  return { mass: 0 }
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

/** The bodies of a robot. */
export interface Bodies {
  readonly bodies: readonly Body[]
  /** The joint that ties the root to the ground; none where the root is the ground. */
  readonly anchor: readonly JointOfFile[]
  /** Links and joints of the document that the mechanism has. */
  readonly links: readonly Link[]
  readonly joints: readonly Joint[]
  /** A joint of the mechanism, with the direction that the floating link gives it. */
  readonly placed: (joint: JointOfFile) => JointOfFile
  /** Initial position of the free joint, if it is not the origin. */
  readonly start: Readonly<Record<string, readonly number[]>>
  /** The body's name that a link goes by: its own, or `world`. */
  readonly nameOf: (link: Link) => string
}

/**
 * A root named `world`, or without mass and shapes, is
 * the ground; any other is a body that is fixed to the ground or, by default if it has mass, floats.
 * If `base` is `floating` and the root has no mass, the first link with mass floats.
 */
export function bodiesOf(
  robot: Robot,
  base: Base | undefined,
  rules: LinkRules,
  tied: ReadonlySet<string>,
  remarks: Remarks
): Bodies {
  if (base !== undefined && base !== 'fixed' && base !== 'floating') {
    throw new MechanismError(`base: expected "fixed" or "floating", found ${described(base)}`)
  }
  const { root, links } = robot
  const byLink = new Map([...links].map((link) => [link, bodyOf(link, rules)]))
  const { mass = 0, shapes } = byLink.get(root) ?? {}
  const isNamed = root.name === ground
  const hasMass = (link: Link) => isHeavy(byLink.get(link)!)
  if (base === 'floating' && (isNamed || !hasMass(root)))
    return floatingBodies(robot, byLink, floatingOf(robot, hasMass, tied), remarks)
  const isGround = isNamed || (mass === 0 && !shapes && base !== 'floating')
  const names = namesOf(robot, isGround ? root : undefined, remarks)
  const nameOf = (link: Link) => names.get(link)!
  const bodies = [...byLink].map(([link, body]) => ({ ...body, name: nameOf(link) }))
  const placed = (joint: JointOfFile) => joint
  const common = { links: [...links], joints: [...robot.joints], placed, start: {}, nameOf }
  if (!isGround) {
    if (base === undefined && mass > 0)
      remarks.at(root.element, 'has mass, so it floats; base "fixed" holds it')
    const anchor = anchorOf(robot, root, base ?? (mass > 0 ? 'floating' : 'fixed'))
    return { ...common, bodies, anchor: [anchor] }
  }
  if (mass > 0) remarks.at(root.element, 'is the ground: its mass does not count')
  const moving = bodies.filter(({ name }) => name !== ground)
  if (moving.length === 0) throw fault(root.element, '', 'is the ground; expected more links')
  return { ...common, bodies: moving, anchor: [] }
}

function isHeavy({ mass, inertia }: Body): boolean {
  return mass > 0 || inertia?.some((part) => part !== 0) === true
}

/** The bodies of a robot whose root has no mass: a link below it floats. */
function floatingBodies(
  robot: Robot,
  byLink: ReadonlyMap<Link, Body>,
  { top, reversed, welded, dropped, lost, isCarrier, pose }: Floating,
  remarks: Remarks
): Bodies {
  const isGround = robot.root.name === ground && top !== robot.root
  const names = namesOf(robot, isGround ? robot.root : undefined, remarks)
  const nameOf = (link: Link) => {
    if (!lost.has(link)) return names.get(link)!
    throw fault(
      link.element,
      '',
      `has no mass and is left out, as link "${top.name}" floats; base "fixed" keeps it`
    )
  }
  if (top !== robot.root)
    remarks.at(
      robot.root.element,
      `has no mass; link "${brief(top.name)}", the first with mass, floats in its place`
    )
  else if (!isHeavy(byLink.get(top)!) && isCarrier)
    remarks.at(
      top.element,
      'has no mass and floats: what moves on it must resist every motion of it; base "fixed" holds it'
    )
  if (welded)
    remarks.at(
      welded.element,
      `is fixed: link "${brief(robot.root.name)}" can move along it without moving mass; base "fixed" keeps it`
    )
  const links = [...robot.links].filter((link) => !lost.has(link))
  const bodies = links.filter((link) => names.get(link) !== ground)
  const anchor = anchorOf(robot, top, 'floating', nameOf(top))
  const isAtOrigin = pose.position.every((part) => part === 0) && pose.rotation[3] === 1
  return {
    bodies: bodies.map((link) => ({ ...byLink.get(link)!, name: nameOf(link) })),
    anchor: [anchor],
    links,
    joints: [...robot.joints].filter(({ name, child }) => !dropped.has(name) && !lost.has(child)),
    placed: (joint) => {
      const turned = reversed.has(joint.name) ? reversedJoint(joint) : joint
      return joint.name === welded?.name ? weldOf(turned) : turned
    },
    start: isAtOrigin ? {} : { [anchor.name]: [...pose.position, ...pose.rotation] },
    nameOf
  }
}

/** The same joint with the parent as the child; its coordinate stays. */
function reversedJoint(joint: JointOfFile): JointOfFile {
  const { parent, child, axis, parentFrame, childFrame, ...rest } = joint
  return {
    ...rest,
    parent: child,
    child: parent,
    ...(axis ? { axis: axis.map((part) => 0 - part) as unknown as Vector3 } : {}),
    ...(childFrame ? { parentFrame: childFrame } : {}),
    ...(parentFrame ? { childFrame: parentFrame } : {})
  }
}

function weldOf({ name, parent, child, parentFrame, childFrame }: JointOfFile): JointOfFile {
  const frames = { ...(parentFrame ? { parentFrame } : {}), ...(childFrame ? { childFrame } : {}) }
  return { name, type: 'fixed', parent, child, ...frames }
}

/** Bodies have the names of their links, but none is called `world` that is not the ground. */
function namesOf({ links }: Robot, isGround: Link | undefined, remarks: Remarks) {
  return new Map(
    [...links].map((link) => {
      if (link === isGround) return [link, ground] as const
      if (link.name !== ground) return [link, link.name] as const
      const name = links.freeName(`${ground}_link`)
      const problem = `expected another name than "world", which is the ground, found it; the body is "${name}"`
      remarks.at(link.element, `name: ${problem}`)
      return [link, name] as const
    })
  )
}

function anchorOf({ joints }: Robot, link: Link, base: Base, child = link.name): JointOfFile {
  const type = base === 'floating' ? 'free' : 'fixed'
  const name = joints.freeName(`${ground}_to_${link.name}`)
  return { name, type, parent: ground, child }
}

import type { Vector3 } from '../types/mechanism.js'
import { fault } from '../xml/element.js'
import { compose, cross, identity, type Pose, rotate, unit } from '../xml/pose.js'
import { axisOf, originOf } from './origin.js'
import { ground, type Joint, type Link, type Robot } from './robot.js'

/** The link that floats in place of a root without mass. */
export interface Floating {
  readonly top: Link
  /** Joints whose child becomes the parent: from the root down to the link that floats. */
  readonly reversed: ReadonlySet<string>
  /** The one of them that moves no mass and becomes a fixed joint. */
  readonly welded: Joint | undefined
  /** Joints that a free joint replaces, and joints between lost links. */
  readonly dropped: ReadonlySet<string>
  /** Links above it that have no mass. */
  readonly lost: ReadonlySet<Link>
  /** Whether it has no mass and several moving children. */
  readonly isCarrier: boolean
  /** Of the link with all joints at zero. */
  readonly pose: Pose
}

/**
 * Finds the first link with mass. A root without mass and with several moving children floats itself,
 * unless it can move without them: then a child with mass floats and becomes the root's parent. `tied` are
 * the joints of couplings. Throws MechanismError if no link has mass.
 */
export function floatingOf(
  robot: Robot,
  hasMass: (link: Link) => boolean,
  tied: ReadonlySet<string>
): Floating {
  const carried = carriedBy(robot)
  const heavy = heavyLinks(robot, hasMass)
  const lost = new Set<Link>()
  const dropped = new Set<string>()
  let top = robot.root
  let pose = identity
  let isCarrier = false
  for (;;) {
    const isGround = top === robot.root && top.name === ground && !hasMass(top)
    const group = isGround ? [top] : rigidWith(top, carried)
    if (!isGround && group.some(hasMass)) break
    const movers = group
      .flatMap((link) => carried.get(link) ?? [])
      .filter(({ child }) => heavy.has(child))
    const [mover] = movers
    if (!mover)
      throw fault(
        robot.root.element,
        '',
        'base "floating": expected a link with mass, found none; base "fixed" holds the root, inertia ' +
          '"shapes" gives links mass'
      )
    isCarrier = !isGround && movers.length > 1
    const heavier = movers.filter(({ child }) => rigidWith(child, carried).some(hasMass))
    const turned = heavier.find(({ name }) => !tied.has(name)) ?? heavier[0]
    if (isCarrier && turned && movesAlone(top, movers)) {
      const path = pathFrom(top, turned)
      for (const joint of path) pose = compose(pose, originOf(joint.element))
      loseWhatHangsOn(lost, top, carried)
      const reversed = new Set(path.map(({ name }) => name))
      const welded = tied.has(turned.name) ? undefined : turned
      return { top: turned.child, reversed, welded, dropped, lost, isCarrier: false, pose }
    }
    if (isCarrier) break
    if (!isGround) {
      for (const link of group) lost.add(link)
      for (const link of group) for (const { name } of carried.get(link) ?? []) dropped.add(name)
    }
    dropped.add(mover.name)
    for (const joint of pathFrom(top, mover)) pose = compose(pose, originOf(joint.element))
    top = mover.child
  }
  loseWhatHangsOn(lost, top, carried)
  return { top, reversed: new Set(), welded: undefined, dropped, lost, isCarrier, pose }
}

/** Whether a link can move while the children of these joints stand still, with all joints at zero. */
function movesAlone(top: Link, movers: readonly Joint[]): boolean {
  const lines = movers.map((joint) => {
    const { position, rotation } = pathFrom(top, joint)
      .map(({ element }) => originOf(element))
      .reduce(compose, identity)
    return { type: joint.type, position, axis: unit(rotate(rotation, axisOf(joint.element))) }
  })
  const [first] = lines
  const turns = (type: string) => type === 'revolute' || type === 'continuous'
  return lines.every(({ type, position, axis }) => {
    if (!first || !isZero(cross(axis, first.axis))) return false
    if (type === 'prismatic') return first.type === 'prismatic'
    const [x, y, z] = first.position
    const between: Vector3 = [position[0] - x, position[1] - y, position[2] - z]
    return turns(type) && turns(first.type) && isZero(cross(between, axis))
  })
}

const isZero = (vector: Vector3) => Math.hypot(...vector) < 1e-9

function carriedBy({ joints }: Robot): ReadonlyMap<Link, readonly Joint[]> {
  const carried = new Map<Link, Joint[]>()
  for (const joint of joints) {
    const others = carried.get(joint.parent)
    if (others) others.push(joint)
    else carried.set(joint.parent, [joint])
  }
  return carried
}

/** Links with mass and their ancestors. */
function heavyLinks({ links }: Robot, hasMass: (link: Link) => boolean): ReadonlySet<Link> {
  const heavy = new Set<Link>()
  for (const link of links) {
    if (!hasMass(link)) continue
    for (let at: Link | undefined = link; at && !heavy.has(at); at = at.joint?.parent) heavy.add(at)
  }
  return heavy
}

/** A link and its descendants by fixed joints. */
function rigidWith(top: Link, carried: ReadonlyMap<Link, readonly Joint[]>): Link[] {
  const group = [top]
  for (const link of group) {
    for (const { type, child } of carried.get(link) ?? []) if (type === 'fixed') group.push(child)
  }
  return group
}

/** The joints from a link down to one. */
function pathFrom(top: Link, joint: Joint): Joint[] {
  const path = [joint]
  for (let at = joint.parent; at !== top && at.joint; at = at.joint.parent) path.push(at.joint)
  return path.reverse()
}

/** Adds the descendants of lost links, except the floating link. */
function loseWhatHangsOn(
  lost: Set<Link>,
  top: Link,
  carried: ReadonlyMap<Link, readonly Joint[]>
): void {
  for (const link of lost)
    for (const { child } of carried.get(link) ?? []) if (child !== top) lost.add(child)
}

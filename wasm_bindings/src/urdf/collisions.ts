import { trueOrFalse } from '../checks.js'
import { standingBodies } from '../standing-bodies.js'
import type { Collider, Contact, Joint } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import { frameOf } from '../xml/pose.js'
import { originOf } from './origin.js'
import type { Link, Robot } from './robot.js'
import { isSolid, solidOf } from './shapes.js'

/** What of a robot can be touched. */
export interface Touch {
  /**
   * Whether solids of <collision> (boxes, spheres, cylinders, capsules) become colliders. Links touch
   * the world alone, since those that are joined overlap: the plane of `ground`, and links that stand
   * still and carry no joint that moves. Default false.
   */
  readonly collisions?: boolean | undefined
  /** Whether there is a ground: the plane z ≤ 0 of the world. Default false. */
  readonly ground?: boolean | undefined
}

/** What links touch, and what they touch with; `joints` are those of the mechanism. */
export function contactOf(
  robot: Robot,
  nameOf: (link: Link) => string,
  joints: readonly Joint[],
  { collisions = false, ground = false }: Touch,
  warnings: string[]
): Contact | undefined {
  trueOrFalse(collisions, 'collisions')
  const plane: Collider[] = trueOrFalse(ground, 'ground') ? [{ type: 'plane', body: 'world' }] : []
  const links = [...robot.links].filter(hasSolids)
  if (!collisions) warnOfCollisions(links, warnings)
  const standing = standingBodies(joints)
  const carries = (link: Link) => standing.get(nameOf(link)) === true
  const touching = collisions ? links.filter((link) => !carries(link)) : []
  const colliders = touching.flatMap((link) => collidersOf(link, nameOf(link)))
  if (collisions) warnOfCarrier(links.find(carries), warnings)
  if (plane.length + colliders.length === 0) return undefined
  const moving = touching.filter((link) => !standing.has(nameOf(link)))
  if (moving.length > 0 && plane.length === 0 && moving.length === touching.length) {
    warnings.push('collisions: there is nothing to touch; ground makes a plane of the world')
  } else if (moving.length > 1) {
    warnings.push('collisions: links touch the world alone; contact.selfCollision says otherwise')
  }
  return { colliders: [...plane, ...colliders], selfCollision: false }
}

/** What a link of the world carries overlaps it, and would touch it. */
function warnOfCarrier(carrier: Link | undefined, warnings: string[]): void {
  if (!carrier) return
  const { line, place } = carrier.element
  warnings.push(
    `line ${line}: ${place}: stands still and carries a joint: its collisions are left out, for what ` +
      'moves on it overlaps them'
  )
}

function hasSolids({ element }: Link): boolean {
  return element.all('collision').some((collision) => geometryOf(collision).some(isSolid))
}

function collidersOf({ element }: Link, body: string): Collider[] {
  return element.all('collision').flatMap((collision) => {
    const solid = geometryOf(collision).map(solidOf).find(Boolean)
    return solid ? [{ body, ...solid, ...frameOf(originOf(collision)) }] : []
  })
}

function warnOfCollisions(links: readonly Link[], warnings: string[]): void {
  const collisions = links.flatMap(({ element }) => element.all('collision'))
  const left = collisions.filter((each) => geometryOf(each).some(isSolid))
  const [first] = left
  if (!first) return
  const count = left.length === 1 ? 'is' : `and ${left.length - 1} more are`
  warnings.push(
    `line ${first.line}: ${first.place}: ${count} left out; collisions makes colliders of them`
  )
}

function geometryOf(element: Element): readonly Element[] {
  return element.one('geometry')?.children ?? []
}

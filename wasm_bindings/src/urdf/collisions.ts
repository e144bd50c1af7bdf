import { trueOrFalse } from '../checks.js'
import { standingBodies } from '../standing-bodies.js'
import type { Collider, Contact, Joint } from '../types/mechanism.js'
import type { Element } from '../xml/element.js'
import { frameOf } from '../xml/pose.js'
import type { Remarks } from '../xml/remarks.js'
import type { Bodies } from './bodies.js'
import type { Link } from './robot.js'
import { isSolid, solidsOf } from './shapes.js'

/** The colliders of a robot. */
export interface Touch {
  /**
   * Whether solids of <collision> (boxes, spheres, cylinders, capsules) become colliders. Links touch
   * the world alone, since those that are joined overlap: the plane of `ground`, and links that stand still
   * and have no moving joint. Default false.
   */
  readonly collisions?: boolean | undefined
  /** Whether there is a ground: the plane z ≤ 0 of the world. Default false. */
  readonly ground?: boolean | undefined
}

/** The contact model of links; `joints` are those of the mechanism. */
export function contactOf(
  { links: all, nameOf }: Pick<Bodies, 'links' | 'nameOf'>,
  joints: readonly Joint[],
  { collisions = false, ground = false }: Touch,
  remarks: Remarks
): Contact | undefined {
  trueOrFalse(collisions, 'collisions')
  const plane: Collider[] = trueOrFalse(ground, 'ground') ? [{ type: 'plane', body: 'world' }] : []
  const links = all.filter(hasSolids)
  if (!collisions) warnOfCollisions(links, remarks)
  const standing = standingBodies(joints)
  const carries = (link: Link) => standing.get(nameOf(link)) === true
  const touching = collisions ? links.filter((link) => !carries(link)) : []
  const colliders = touching.flatMap((link) => collidersOf(link, nameOf(link)))
  if (collisions) warnOfCarrier(links.find(carries), remarks)
  if (plane.length + colliders.length === 0) return undefined
  const moving = touching.filter((link) => !standing.has(nameOf(link)))
  if (moving.length > 0 && plane.length === 0 && moving.length === touching.length) {
    remarks.add('collisions: there is nothing to touch; ground makes a plane of the world')
  } else if (moving.length > 1) {
    remarks.add(
      'collisions: links touch the world alone; to change this, set contact.selfCollision'
    )
  }
  return { colliders: [...plane, ...colliders], selfCollision: false }
}

/** The children of a link of the world overlap it, and would touch it. */
function warnOfCarrier(carrier: Link | undefined, remarks: Remarks): void {
  if (!carrier) return
  remarks.at(
    carrier.element,
    'stands still and supports a joint: its collisions are left out, because its children overlap them'
  )
}

function hasSolids({ element }: Link): boolean {
  return element.all('collision').some((collision) => geometryOf(collision).some(isSolid))
}

function collidersOf({ element }: Link, body: string): Collider[] {
  return solidsOf(element, 'collision').map(({ solid, pose }) => ({
    body,
    ...solid,
    ...frameOf(pose)
  }))
}

function warnOfCollisions(links: readonly Link[], remarks: Remarks): void {
  const collisions = links.flatMap(({ element }) => element.all('collision'))
  const left = collisions.filter((each) => geometryOf(each).some(isSolid))
  const [first] = left
  if (!first) return
  const count = left.length === 1 ? 'is' : `and ${left.length - 1} more are`
  remarks.at(first, `${count} left out; collisions makes colliders of them`)
}

function geometryOf(element: Element): readonly Element[] {
  return element.all('geometry').flatMap(({ children }) => children)
}

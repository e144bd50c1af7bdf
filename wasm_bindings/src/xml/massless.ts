import { described, finiteNumber } from '../checks.js'
import { MechanismError } from '../errors.js'
import type { Body, Joint, Mechanism, Vector6 } from '../types/mechanism.js'
import type { Element } from './element.js'
import { groupedBy } from './groups.js'
import {
  combined,
  inertiaAbout,
  type Mass,
  massOfSolid,
  momentAbout,
  placed,
  principalOf,
  type Solid
} from './inertia.js'
import { compose, identity, inverse, type Pose, unit } from './pose.js'
import type { Remarks } from './remarks.js'

/** Options for links without inertia. */
export interface InertiaOptions {
  /**
   * `shapes`: a link without inertia has that of its collision shapes or, where it has none, of its
   * visual shapes. Meshes are ignored. Default `file`: as in the document.
   */
  readonly inertia?: 'file' | 'shapes' | undefined
  /** Of shapes [kg/m³]. Default 1000. */
  readonly density?: number | undefined
}

export const inertiaOptions = ['inertia', 'density'] as const

/** Checks the options. Returns the density if inertia comes from shapes. */
export function shapeDensity({
  inertia = 'file',
  density = 1000
}: InertiaOptions): number | undefined {
  if (inertia !== 'file' && inertia !== 'shapes')
    throw new MechanismError(`inertia: expected "file" or "shapes", found ${described(inertia)}`)
  if (finiteNumber(density, 'density') <= 0)
    throw new MechanismError(`density: expected more than 0, found ${density}`)
  return inertia === 'shapes' ? density : undefined
}

/** Mass of solids of one density, each at its pose. */
export function massOfSolids(
  solids: readonly { readonly solid: Solid; readonly pose: Pose }[],
  density: number
): Mass {
  return combined(solids.map(({ solid, pose }) => massOfSolid(solid, density, pose)))
}

/** Warns of joints that move no mass: the mass matrix is singular. */
export function warnOfMassless(
  mechanism: Mechanism,
  elementOf: (joint: string) => Element | undefined,
  remarks: Remarks
): void {
  for (const { name, child } of masslessJoints(mechanism)) {
    const element = elementOf(name)
    const problem =
      `expected mass or inertia below it, found none: link "${child}" has no inertia that it moves; ` +
      'dynamics need inertia: "shapes" or an <inertial>'
    if (element) remarks.counted('massless', element, problem)
    else remarks.add(`joint "${name}": ${problem}`)
  }
}

/** Joints that move no mass and that no loop or coupling constrains. */
function masslessJoints(mechanism: Mechanism): Joint[] {
  const { couplings = [] } = mechanism
  const still = new Map(idleJoints(mechanism).map((joint) => [joint.name, joint]))
  // Joints that a coupling ties move each other's masses; pass after pass, as gears follow gears.
  for (let tied = true; tied; ) {
    tied = false
    for (const { terms } of couplings) {
      const idle = terms.filter(({ joint }) => still.has(joint))
      if (idle.length === 0 || idle.length === terms.length) continue
      for (const { joint } of idle) still.delete(joint)
      tied = true
    }
  }
  return [...still.values()]
}

/** A group of bodies joined by fixed joints. */
interface Part {
  /** The joint that moves it. */
  readonly joint: Joint | undefined
  readonly above: Part | undefined
  /** In the frame of the joint on it. */
  readonly masses: Mass[]
  /** Whether descendants by moving joints have mass, or a loop constrains it. */
  isLoaded: boolean
}

function idleJoints({ bodies, joints, loops = [] }: Mechanism): Joint[] {
  const parts = partsOf(bodies, joints)
  const held = new Set(
    loops.flatMap(({ parent, child }) => [parts.of.get(parent), parts.of.get(child)])
  )
  // Children come after their parents.
  for (const part of [...parts.all].reverse()) {
    part.isLoaded ||= held.has(part)
    if (part.above && (part.isLoaded || part.masses.some(hasMass))) part.above.isLoaded = true
  }
  return parts.all.flatMap(({ joint, masses, isLoaded }) =>
    joint && !isLoaded && !isMoved(joint, combined(masses)) ? [joint] : []
  )
}

function hasMass({ mass, inertia }: Mass): boolean {
  return mass > 0 || inertia.some((part) => part !== 0)
}

/** All groups, parents first. */
function partsOf(bodies: readonly Body[], joints: readonly Joint[]) {
  const byName = new Map(bodies.map((body) => [body.name, body]))
  const carried = groupedBy(joints, ({ parent }) => parent)
  const world: Part = { joint: undefined, above: undefined, masses: [], isLoaded: false }
  const all: Part[] = []
  const of = new Map<string, Part>()
  const open: { body: string; part: Part; pose: Pose }[] = [
    { body: 'world', part: world, pose: identity }
  ]
  for (let at = open.pop(); at; at = open.pop()) {
    const { body, part, pose } = at
    of.set(body, part)
    part.masses.push(placed(massOf(byName.get(body)), pose))
    for (const joint of carried.get(body) ?? []) {
      const { child, childFrame, parentFrame } = joint
      const toChild = inverse(poseOf(childFrame))
      if (joint.type === 'fixed') {
        const inner = compose(poseOf(parentFrame), toChild)
        open.push({ body: child, part, pose: compose(pose, inner) })
        continue
      }
      const made: Part = { joint, above: part, masses: [], isLoaded: false }
      all.push(made)
      open.push({ body: child, part: made, pose: toChild })
    }
  }
  return { all, of }
}

function massOf({ mass = 0, centerOfMass = [0, 0, 0], inertia }: Partial<Body> = {}): Mass {
  const full = [0, 1, 2, 3, 4, 5].map((i) => inertia?.[i] ?? 0) as unknown as Vector6
  return { mass, centerOfMass, inertia: full }
}

/** Whether a joint moves a mass, given in the joint's frame. Other joint types only need some mass. */
function isMoved({ type, axis = [0, 0, 1] }: Joint, mass: Mass): boolean {
  const about = inertiaAbout([0, 0, 0], mass)
  switch (type) {
    case 'prismatic':
      return mass.mass > 0
    case 'revolute':
    case 'helical':
      return momentAbout(unit(axis), about) > 0
    case 'spherical':
      return Math.min(...principalOf(about).moments) > 1e-14 * Math.max(...about)
    default:
      return mass.mass > 0 || about.some((part) => part > 0)
  }
}

function poseOf(frame: Joint['parentFrame']): Pose {
  return { ...identity, ...frame }
}

import { optionsOf, text } from '../checks.js'
import { readerArguments } from '../library-wasm.js'
import { brief, listed } from '../suggestion.js'
import type { JointDriveLimits } from '../types/drive-limits.js'
import type { Linkwork } from '../types/linkwork.js'
import type { Coupling, Mechanism } from '../types/mechanism.js'
import type { MeshReference } from '../types/mesh-reference.js'
import { type Closure, type Closures, closed } from '../xml/closing.js'
import type { Format } from '../xml/document.js'
import { fault, parseRoot } from '../xml/element.js'
import type { Import } from '../xml/import.js'
import {
  type InertiaOptions,
  inertiaOptions,
  shapeDensity,
  warnOfMassless
} from '../xml/massless.js'
import { Remarks } from '../xml/remarks.js'
import { flag } from '../xml/values.js'
import { warnOfUnknown } from '../xml/vocabulary.js'
import { type Base, type Bodies, bodiesOf } from './bodies.js'
import { couplingsOf, loopsOf } from './closures.js'
import { contactOf, type Touch } from './collisions.js'
import { driveLimitsOf } from './drive-limits.js'
import { jointOf } from './joints.js'
import { meshesOf } from './meshes.js'
import { pathsBetween, type Robot, readRobot } from './robot.js'
import { materialsOf } from './shapes.js'
import { vocabulary } from './vocabulary.js'

export type { DriveLimits, JointDriveLimits } from '../types/drive-limits.js'
export type { MeshContact, MeshReference } from '../types/mesh-reference.js'
export type { InertiaOptions } from '../xml/massless.js'
export type { Base } from './bodies.js'
export type { Touch } from './collisions.js'
export { mechanismToUrdf, type UrdfExport, type UrdfExportOptions } from './write.js'

const format: Format = {
  name: 'urdf',
  title: 'URDF',
  roots: ['robot'],
  depth: 64,
  silent: ['robot'],
  own: []
}

export interface UrdfOptions extends Touch, InertiaOptions {
  /**
   * Whether the root link is fixed to the ground or floats. Default: a root with mass floats. One
   * without mass and shapes, or named `world`, is the ground itself. If `base` is `floating`,
   * the first link with mass floats.
   */
  readonly base?: Base | undefined
}

export interface UrdfImport extends Import {
  /** Effort and velocity of <limit>, which a mechanism does not have. */
  readonly limits: JointDriveLimits
  /** Meshes of links, which `loadMeshes` of `linkwork/three` loads. */
  readonly meshes: readonly MeshReference[]
}

/**
 * The mechanism that a URDF document describes, <loop> and <coupling> elements included. A
 * mechanism whose loops and gears do not close at zero gets an initial state in which they do.
 *
 * Throws MechanismError with line, element, what was found and what was expected.
 */
export function mechanismFromUrdf(urdf: string, options?: UrdfOptions): UrdfImport
/** The same of any document. One without loops and couplings needs no library. */
export function mechanismFromUrdf(
  linkwork: Linkwork,
  urdf: string,
  options?: UrdfOptions
): UrdfImport
export function mechanismFromUrdf(...given: readonly unknown[]): UrdfImport {
  const { module, document: urdf, options } = readerArguments<UrdfOptions>(given)
  const { base, collisions, ground, ...shapes } = optionsOf(options, [
    'base',
    'collisions',
    'ground',
    ...inertiaOptions
  ])
  const density = shapeDensity(shapes)
  const remarks = new Remarks()
  const element = parseRoot(text(urdf, 'urdf'), format, remarks)
  const robot = readRobot(element)
  warnOfUnknown(element, vocabulary, remarks)
  const materials = materialsOf(element)
  const couplings = couplingsOf(robot)
  const tied = new Set(couplings.flatMap(({ value }) => value.terms.map(({ joint }) => joint)))
  const read = bodiesOf(robot, base, { materials, density }, tied, remarks)
  const { nameOf } = read
  const loops = loopsOf(robot, nameOf)
  const closures = { loops, couplings }
  requireThere(couplings, read)
  const joints = [
    ...read.anchor,
    ...read.joints.map((joint) => read.placed(jointOf(joint, nameOf)))
  ]
  const contact = contactOf(read, joints, { collisions, ground }, remarks)
  const mechanism: Mechanism = {
    linkwork: 1,
    name: element.text('name') ?? '',
    bodies: read.bodies,
    joints,
    ...(loops.length > 0 ? { loops: loops.map(({ value }) => value) } : {}),
    ...(couplings.length > 0 ? { couplings: couplings.map(({ value }) => value) } : {}),
    ...(contact ? { contact } : {}),
    ...(Object.keys(read.start).length > 0 ? { initialState: { q: read.start } } : {})
  }
  warnOfUntied(robot, closures, remarks)
  warnOfMassless(mechanism, (name) => robot.joints.get(name)?.element, remarks)
  const dependent = dependentJoints(robot, couplings)
  return {
    mechanism: closed(mechanism, closures, dependent, module, remarks),
    limits: driveLimitsOf(read.joints),
    meshes: meshesOf(read, materials, remarks),
    warnings: remarks.warnings
  }
}

/** Throws MechanismError if a coupling ties a joint that a free joint takes the place of. */
function requireThere(couplings: readonly Closure<Coupling>[], { joints }: Bodies): void {
  const names = new Set(joints.map(({ name }) => name))
  for (const { element, value } of couplings) {
    const gone = value.terms.find(({ joint }) => !names.has(joint))
    if (gone)
      throw fault(
        element,
        '',
        `ties joint "${brief(gone.joint)}", which base "floating" leaves out; base "fixed" keeps it`
      )
  }
}

/** Joints that the file calls dependent, and those that follow another. */
function dependentJoints(robot: Robot, couplings: readonly Closure<Coupling>[]): string[] {
  const names = couplings.flatMap(({ value }) => value.terms[0]?.joint ?? [])
  for (const { element, name } of robot.joints) {
    if (!flag(element, 'independent', true)) names.push(name)
  }
  return names
}

/** Joints that the file calls dependent, but on nothing: they move freely. */
function warnOfUntied(robot: Robot, { loops, couplings }: Closures, remarks: Remarks): void {
  const tied = new Set(couplings.flatMap(({ value }) => value.terms.map(({ joint }) => joint)))
  for (const { element } of loops) {
    const { from, to } = pathsBetween(
      robot.links.named(element.need('predecessor'), 'link'),
      robot.links.named(element.need('successor'), 'link')
    )
    for (const { name } of [...from, ...to]) tied.add(name)
  }
  const untied = [...robot.joints].filter(
    ({ element, name }) => !flag(element, 'independent', true) && !tied.has(name)
  )
  const [first] = untied
  if (!first) return
  const names = listed(untied.map(({ name }) => `"${name}"`))
  remarks.add(
    `line ${first.element.line}: independent="false", but no loop or coupling ties ${names}: ` +
      `${untied.length === 1 ? 'it moves' : 'they move'} freely`
  )
}

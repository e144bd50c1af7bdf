import { optionsOf, text } from '../checks.js'
import { brief, listed } from '../suggestion.js'
import type { JointDriveLimits } from '../types/drive-limits.js'
import type { Coupling, Mechanism } from '../types/mechanism.js'
import type { MeshReference } from '../types/mesh-reference.js'
import { type Closure, type Closures, closed } from '../xml/closing.js'
import type { Format } from '../xml/document.js'
import { type Element, parseRoot } from '../xml/element.js'
import type { Import } from '../xml/import.js'
import { flag } from '../xml/values.js'
import { type Base, bodiesOf } from './bodies.js'
import { couplingsOf, loopsOf } from './closures.js'
import { contactOf, type Touch } from './collisions.js'
import { driveLimitsOf } from './drive-limits.js'
import { jointOf } from './joints.js'
import { meshesOf } from './meshes.js'
import { pathsBetween, type Robot, readRobot } from './robot.js'

export type { DriveLimits, JointDriveLimits } from '../types/drive-limits.js'
export type { MeshReference } from '../types/mesh-reference.js'
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

export interface UrdfOptions extends Touch {
  /**
   * Whether the root link is fixed to the ground or floats. Default: a root with mass floats. One
   * without mass and shapes, or named `world`, is the ground itself unless it is asked to float.
   */
  readonly base?: Base | undefined
}

export interface UrdfImport extends Import {
  /** Effort and velocity of <limit>, of which a mechanism knows nothing. */
  readonly limits: JointDriveLimits
  /** Meshes of links, which `loadMeshes` of `linkwork/three` loads. */
  readonly meshes: readonly MeshReference[]
}

/**
 * The mechanism that a URDF document describes, <loop> and <coupling> elements included. A
 * mechanism whose loops and gears do not close at zero gets an initial state in which they do; that
 * is found by the WebAssembly, so that `load` has to be awaited before robots with any are read.
 *
 * Throws MechanismError with line, element, what was found and what was expected.
 */
export function mechanismFromUrdf(urdf: string, options?: UrdfOptions): UrdfImport {
  const warnings: string[] = []
  const { base, ...touch } = optionsOf(options, ['base', 'collisions', 'ground'])
  const element = parseRoot(text(urdf, 'urdf'), format)
  const robot = readRobot(element)
  warnOfUnknown(element, warnings)
  const { bodies, anchor, nameOf } = bodiesOf(robot, base, warnings)
  const closures = { loops: loopsOf(robot, nameOf), couplings: couplingsOf(robot) }
  const { loops, couplings } = closures
  const joints = [...anchor, ...[...robot.joints].map((joint) => jointOf(joint, nameOf))]
  const contact = contactOf(robot, nameOf, joints, touch, warnings)
  const mechanism: Mechanism = {
    linkwork: 1,
    name: element.text('name') ?? '',
    bodies,
    joints,
    ...(loops.length > 0 ? { loops: loops.map(({ value }) => value) } : {}),
    ...(couplings.length > 0 ? { couplings: couplings.map(({ value }) => value) } : {}),
    ...(contact ? { contact } : {})
  }
  warnOfUntied(robot, closures, warnings)
  const dependent = dependentJoints(robot, couplings)
  return {
    mechanism: closed(mechanism, closures, dependent, 'mechanismFromUrdf', warnings),
    limits: driveLimitsOf(robot),
    meshes: meshesOf(robot, nameOf, warnings),
    warnings
  }
}

/** What a <robot> holds that is read, or that has nothing to do with how it moves. */
const known = new Set([
  'link',
  'joint',
  'loop',
  'coupling',
  'material',
  'transmission',
  'gazebo',
  'sensor',
  'ros2_control',
  'mujoco'
])

/** An element that is not known may be one that matters: a loop by another name. */
function warnOfUnknown({ children }: Element, warnings: string[]): void {
  const said = new Set<string>()
  for (const { tag, line } of children) {
    if (known.has(tag) || said.has(tag)) continue
    said.add(tag)
    warnings.push(`line ${line}: <${brief(tag)}> is not known and left out`)
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
function warnOfUntied(robot: Robot, { loops, couplings }: Closures, warnings: string[]): void {
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
  warnings.push(
    `line ${first.element.line}: independent="false", but no loop or coupling ties ${names}: ` +
      `${untied.length === 1 ? 'it moves' : 'they move'} freely`
  )
}

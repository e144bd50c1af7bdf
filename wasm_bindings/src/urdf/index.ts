import type { Coupling, Loop, Mechanism } from '../types/mechanism.js'
import { type Assembly, assemble, movedJoints } from './assembly.js'
import { type Base, bodiesOf } from './bodies.js'
import { type Closure, couplingsOf, loopsOf } from './closures.js'
import { type Element, parseRobot } from './element.js'
import { jointOf } from './joints.js'
import { couplingEquations, type Equations, loopEquations } from './linkage.js'
import { listed } from './names.js'
import { type Robot, readRobot } from './robot.js'
import { flag } from './values.js'

export type { Base } from './bodies.js'

export interface UrdfOptions {
  /**
   * Whether the root link is fixed to the ground or floats. Default: a root with mass floats. One
   * without mass and shapes, or named `world`, is the ground itself unless it is asked to float.
   */
  readonly base?: Base | undefined
}

export interface UrdfImport {
  readonly mechanism: Mechanism
  /** What the file leaves open and what was decided, one sentence each. */
  readonly warnings: readonly string[]
}

/**
 * The mechanism that a URDF document describes, <loop> and <coupling> elements included. A
 * mechanism whose loops and gears do not close at zero gets an initial state in which they do.
 *
 * Throws MechanismError with line, element, what was found and what was expected.
 */
export function mechanismFromUrdf(text: string, options: UrdfOptions = {}): UrdfImport {
  const warnings: string[] = []
  const element = parseRobot(text)
  const robot = readRobot(element)
  warnOfUnknown(element, warnings)
  const { bodies, anchor, nameOf } = bodiesOf(robot, options.base, warnings)
  const loops = loopsOf(robot, nameOf)
  const couplings = couplingsOf(robot)
  const mechanism: Mechanism = {
    linkwork: 1,
    name: element.text('name') ?? '',
    bodies,
    joints: [...anchor, ...[...robot.joints].map((joint) => jointOf(joint, nameOf))],
    ...(loops.length > 0 ? { loops: loops.map(({ value }) => value) } : {}),
    ...(couplings.length > 0 ? { couplings: couplings.map(({ value }) => value) } : {})
  }
  return { mechanism: withInitialState(mechanism, robot, loops, couplings, warnings), warnings }
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
    warnings.push(`line ${line}: <${tag}> is not known and left out`)
  }
}

/** Adds the positions at which loops and couplings close, if zero is not among them. */
function withInitialState(
  mechanism: Mechanism,
  robot: Robot,
  loops: readonly Closure<Loop>[],
  couplings: readonly Closure<Coupling>[],
  warnings: string[]
): Mechanism {
  const closures = new Map<Equations, Closure<Loop | Coupling>>([
    ...loops.map((each) => [loopEquations(mechanism, each.value), each] as const),
    ...couplings.map((each) => [couplingEquations(mechanism, each.value), each] as const)
  ])
  const dependents = dependentJoints(robot, couplings)
  warnOfUntied(robot, [...closures.keys()], warnings)
  const assemblies = assemble([...closures.keys()], ({ name }) => dependents.has(name))
  for (const assembly of assemblies) {
    const said = remark(
      assembly,
      assembly.parts.map((part) => closures.get(part)!)
    )
    if (said !== undefined) warnings.push(said)
  }
  const q = Object.assign({}, ...assemblies.map(movedJoints))
  return Object.keys(q).length > 0 ? { ...mechanism, initialState: { q } } : mechanism
}

/** Joints that the file calls dependent, and those that follow another. */
function dependentJoints(robot: Robot, couplings: readonly Closure<Coupling>[]): Set<string> {
  const names = couplings.flatMap(({ value }) => value.terms[0]?.joint ?? [])
  for (const { element, name } of robot.joints) {
    if (!flag(element, 'independent', true)) names.push(name)
  }
  return new Set(names)
}

/** Joints that the file calls dependent, but on nothing: they move freely. */
function warnOfUntied(robot: Robot, ties: readonly Equations[], warnings: string[]): void {
  const tied = new Set(ties.flatMap(({ joints }) => joints.map(({ name }) => name)))
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

/** What to tell about a pose that was looked for; nothing where zero or an offset will do. */
function remark(
  assembly: Assembly,
  closures: readonly Closure<Loop | Coupling>[]
): string | undefined {
  const { element } = closures[0]!
  const where = `line ${element.line}: ${element.place}`
  if (!assembly.positions) {
    const gap = assembly.gap.toPrecision(2)
    return (
      `${where}: found no position at which it closes; the nearest leaves ${gap} rad, or as many ` +
      'times the length of the loop: give the mechanism an initialState'
    )
  }
  const hasLoop = closures.some(({ element }) => element.tag === 'loop')
  if (!hasLoop || Object.keys(movedJoints(assembly)).length === 0) return undefined
  return (
    `${where}: does not close with all joints at zero, or only in a singular pose; initialState ` +
    'is one in which it does'
  )
}

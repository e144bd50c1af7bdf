import { optionsOf, text } from '../checks.js'
import { loadedModule } from '../load.js'
import { jsonText } from '../source-text.js'
import { brief, listed } from '../suggestion.js'
import type { Coupling, Loop, Mechanism } from '../types/mechanism.js'
import { type Assembly, unwrap } from '../wasm-module.js'
import { type Base, bodiesOf } from './bodies.js'
import { type Closure, couplingsOf, loopsOf } from './closures.js'
import { type Element, parseRobot } from './element.js'
import { jointOf } from './joints.js'
import { pathsBetween, type Robot, readRobot } from './robot.js'
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
 * mechanism whose loops and gears do not close at zero gets an initial state in which they do; that
 * is found by the WebAssembly, so that `load` has to be awaited before robots with any are read.
 *
 * Throws MechanismError with line, element, what was found and what was expected.
 */
export function mechanismFromUrdf(urdf: string, options?: UrdfOptions): UrdfImport {
  const warnings: string[] = []
  const { base } = optionsOf(options, ['base'])
  const element = parseRobot(text(urdf, 'urdf'))
  const robot = readRobot(element)
  warnOfUnknown(element, warnings)
  const { bodies, anchor, nameOf } = bodiesOf(robot, base, warnings)
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
    warnings.push(`line ${line}: <${brief(tag)}> is not known and left out`)
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
  warnOfUntied(robot, loops, couplings, warnings)
  if (loops.length + couplings.length === 0) return mechanism
  const module = loadedModule('mechanismFromUrdf of a robot with loops or couplings')
  const file = jsonText(module, mechanism, 'mechanism')
  const found = unwrap(module.assembly(file, dependentJoints(robot, couplings)))
  const { q, closures } = JSON.parse(found) as Assembly
  for (const found of closures) {
    const [first] = [
      ...found.loops.map((place) => loops[place]!),
      ...found.couplings.map((place) => couplings[place]!)
    ]
    const said = first && remark(found, first)
    if (said !== undefined) warnings.push(said)
  }
  return Object.keys(q).length > 0 ? { ...mechanism, initialState: { q } } : mechanism
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
function warnOfUntied(
  robot: Robot,
  loops: readonly Closure<Loop>[],
  couplings: readonly Closure<Coupling>[],
  warnings: string[]
): void {
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

/** What to tell about a pose that was looked for; nothing where zero or an offset will do. */
function remark(
  { loops, isClosed, hasMoved, gap }: Assembly['closures'][number],
  { element }: Closure<Loop | Coupling>
): string | undefined {
  const where = `line ${element.line}: ${element.place}`
  if (!isClosed) {
    return (
      `${where}: found no position at which it closes; the nearest leaves ${gap.toPrecision(2)} ` +
      'rad, or as many times the length of the loop: give the mechanism an initialState'
    )
  }
  if (loops.length === 0 || !hasMoved) return undefined
  return (
    `${where}: does not close with all joints at zero, or only in a singular pose; initialState ` +
    'is one in which it does'
  )
}

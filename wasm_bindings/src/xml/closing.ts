import { MechanismError } from '../errors.js'
import { jsonText } from '../source-text.js'
import type { Coupling, Loop, Mechanism } from '../types/mechanism.js'
import { type Assembly, unwrap, type WasmModule } from '../wasm-module.js'
import type { Element } from './element.js'
import type { Remarks } from './remarks.js'
import { startedWithinLimits } from './within-limits.js'

/** A loop or coupling of the mechanism, with the element that says it. */
export interface Closure<Kind extends Loop | Coupling> {
  readonly element: Element
  readonly value: Kind
}

/** The loops and couplings of a mechanism, in its order. */
export interface Closures {
  readonly loops: readonly Closure<Loop>[]
  readonly couplings: readonly Closure<Coupling>[]
}

/**
 * Adds the positions at which loops and couplings close, the nearest to those where the mechanism
 * starts, if it does not start there. `dependent` names joints that move first.
 */
export function closed(
  mechanism: Mechanism,
  { loops, couplings }: Closures,
  dependent: readonly string[],
  given: WasmModule | undefined,
  remarks: Remarks
): Mechanism {
  if (loops.length + couplings.length === 0) return mechanism
  const module = requireLibrary(given)
  const file = jsonText(module, mechanism, 'mechanism')
  const found = unwrap(module.assembly(file, dependent))
  const { q, closures } = JSON.parse(found) as Assembly
  for (const found of closures) {
    const [first] = [
      ...found.loops.map((place) => loops[place]!),
      ...found.couplings.map((place) => couplings[place]!)
    ]
    const start = mechanism.initialState ? 'where it starts' : 'with all joints at zero'
    const said = first && remark(found, first, start)
    if (said !== undefined) remarks.add(said)
  }
  const { initialState } = mechanism
  const start = { ...initialState, q: { ...initialState?.q, ...q } }
  const shut = Object.keys(q).length === 0 ? mechanism : { ...mechanism, initialState: start }
  return startedWithinLimits(shut, loops, module, remarks)
}

/** The same, but a mechanism that can move where it starts is left there, however near a singular pose. */
export function closedWhereOpen(
  mechanism: Mechanism,
  closures: Closures,
  dependent: readonly string[],
  given: WasmModule | undefined,
  remarks: Remarks
): Mechanism {
  if (closures.loops.length + closures.couplings.length === 0) return mechanism
  const module = requireLibrary(given)
  const moves = (each: Mechanism) => {
    const file = jsonText(module, each, 'mechanism')
    return typeof module.runCommand('kinematics', file, '', 'articulated-body') === 'string'
  }
  const within = (each: Mechanism) => startedWithinLimits(each, closures.loops, module, remarks)
  if (moves(mechanism)) return within(mechanism)
  const atRest = withoutVelocity(mechanism)
  const isClosed = atRest !== mechanism && moves(atRest)
  const found = isClosed
    ? within(mechanism)
    : closed(mechanism, closures, dependent, module, remarks)
  if (atRest === mechanism || moves(found)) return found
  const [first] = [...closures.loops, ...closures.couplings]
  const problem =
    'expected velocities that keep loops and couplings closed, found others; all start at 0'
  if (first) remarks.at(first.element, problem)
  return withoutVelocity(found)
}

function withoutVelocity(mechanism: Mechanism): Mechanism {
  const { initialState } = mechanism
  if (!initialState?.v) return mechanism
  const { v: _, ...state } = initialState
  return { ...mechanism, initialState: state }
}

/** The warning about a computed pose; none if it is zero or an offset. */
function remark(
  { loops, isClosed, hasMoved, gap }: Assembly['closures'][number],
  { element }: Closure<Loop | Coupling>,
  start: string
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
    `${where}: does not close ${start}, or only in a singular pose; initialState ` +
    'is one in which it does'
  )
}

function requireLibrary(module: WasmModule | undefined): WasmModule {
  if (module) return module
  throw new MechanismError(
    'linkwork: expected the library before the document, which has loops or couplings, found none: mechanismFrom…(await load(), document)'
  )
}

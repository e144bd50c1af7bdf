import { jsonText } from '../source-text.js'
import type { Joint, Loop, Mechanism } from '../types/mechanism.js'
import type { WasmModule } from '../wasm-module.js'
import type { Closure } from './closing.js'
import type { Remarks } from './remarks.js'

/** By so much a joint may start beyond its limits [rad, m]. */
const tolerance = 1e-6

/**
 * Starts joints of loops that start beyond their limits within them, if the loops close there. From a
 * pose in which a loop is stretched, no force brings such a joint back.
 */
export function startedWithinLimits(
  mechanism: Mechanism,
  loops: readonly Closure<Loop>[],
  module: WasmModule,
  remarks: Remarks
): Mechanism {
  const tied = jointsOfLoops(mechanism)
  const limited = mechanism.joints.filter(({ name, limits }) => limits && tied.has(name))
  const beyondIn = (each: Mechanism) =>
    limited.filter((joint) => boundOf(joint, each) !== undefined)
  const atFirst = beyondIn(mechanism)
  let found = mechanism
  for (let beyond = atFirst; beyond.length > 0; beyond = beyondIn(found)) {
    const better = firstOf(beyond, (joint) => {
      const moved = assembled(module, found, joint.name, boundOf(joint, found)!)
      return moved && beyondIn(moved).length < beyond.length ? moved : undefined
    })
    if (!better) break
    found = better
  }
  const left = new Set(beyondIn(found))
  for (const joint of atFirst.filter((each) => !left.has(each)))
    remarks.counted(
      'start beyond limits',
      loops[tied.get(joint.name)!]!.element,
      `joint "${joint.name}" starts beyond its limits; initialState is within them`
    )
  return found
}

function firstOf<Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Result | undefined
): Result | undefined {
  for (const item of items) {
    const result = find(item)
    if (result !== undefined) return result
  }
  return undefined
}

/** The limit that a joint starts beyond; undefined if it starts within its limits. */
function boundOf({ name, limits }: Joint, { initialState }: Mechanism): number | undefined {
  const q = initialState?.q?.[name]?.[0] ?? 0
  const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = limits ?? {}
  if (q < lower - tolerance) return lower
  return q > upper + tolerance ? upper : undefined
}

/** The mechanism at the nearest pose in which a joint has a position; undefined if there is none. */
function assembled(
  module: WasmModule,
  mechanism: Mechanism,
  joint: string,
  position: number
): Mechanism | undefined {
  const state = JSON.stringify({ q: { [joint]: [position] } })
  const found = module.assemble(jsonText(module, mechanism, 'mechanism'), state)
  if (typeof found !== 'string') return undefined
  const { initialState } = JSON.parse(found) as Mechanism
  return { ...mechanism, ...(initialState ? { initialState } : {}) }
}

/** Joints on the way around each loop, with its place. */
function jointsOfLoops({ joints, loops = [] }: Mechanism): ReadonlyMap<string, number> {
  const below = new Map(joints.map((joint) => [joint.child, joint]))
  const down = (body: string) => {
    const path: string[] = []
    for (let at = below.get(body); at; at = below.get(at.parent)) path.push(at.name)
    return path
  }
  const tied = new Map<string, number>()
  for (const [place, { parent, child }] of loops.entries()) {
    const [one, other] = [down(parent), down(child)]
    for (const name of [...one, ...other])
      if (one.includes(name) !== other.includes(name) && !tied.has(name)) tied.set(name, place)
  }
  return tied
}

import { load, MechanismError, SimulationError } from 'linkwork'
import * as urdf from 'linkwork/urdf'
import { calls } from './calls.mjs'
import { ensembles } from './ensembles.mjs'
import { files } from './files.mjs'
import { Random } from './random.mjs'
import { recorded, remade } from './recording.mjs'

/** A call that takes longer is a finding of the fuzzer [ms]; tests do not measure time. */
export const longestCall = 5000
const ours = [MechanismError, SimulationError] // no LoadError: it is loaded

/** The parts of a sequence. */
export const kinds = { calls, files, ensembles }

/** The seeds of the calls of a sequence: what is left of them after some are taken out still runs. */
export function seedsOf(sequence) {
  const random = new Random(sequence)
  return random.list(8 + random.below(45), () => random.bits())
}

function callOf(table, random) {
  let place = random.below(table.reduce((sum, [weight]) => sum + weight, 0))
  return table.find(([weight]) => {
    place -= weight
    return place < 0
  })
}

/** The first number of an answer that is not finite; none if all are. */
function notFinite(value) {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : value
  if (typeof value !== 'object' || value === null) return undefined
  for (const part of ArrayBuffer.isView(value) ? value : Object.values(value)) {
    const found = notFinite(part)
    if (found !== undefined) return found
  }
  return undefined
}

/** A machine that has other things to do makes calls long that are not: what of it was ours, at most. */
function ofProcessor(milliseconds, start) {
  const { user, system } = process.cpuUsage(start)
  return Math.min(milliseconds, (user + system) / 1000)
}

/** The fault at the end of a call; none if it was right. */
function fault(name, { error, result, milliseconds }, start, longest) {
  if (error !== undefined && !ours.some((type) => error instanceof type)) {
    const type = error?.constructor?.name ?? typeof error
    return `${name}: ${type}: ${String(error?.message).slice(0, 300)}`
  }
  if (milliseconds > longest && ofProcessor(milliseconds, start) > longest)
    return `${name}: took ${Math.round(milliseconds)} ms`
  const odd = error === undefined ? notFinite(result) : undefined
  return odd === undefined ? undefined : `${name}: ${odd} and no error`
}

async function tried(call) {
  const start = performance.now()
  try {
    return { result: await call(), milliseconds: performance.now() - start }
  } catch (error) {
    return { error, milliseconds: performance.now() - start }
  }
}

/** Makes calls one after another, `[name, call]` of each item, and returns what is wrong, if anything. */
async function inTurn(items, callFor, linkwork, { onError = () => {}, longest = Infinity }) {
  const start = process.cpuUsage()
  for (const item of items) {
    const [name, call] = callFor(item)
    const ended = await tried(call)
    const wrong = fault(name, ended, start, longest)
    if (wrong) return wrong
    if (ended.error === undefined) continue
    onError(name, ended.error)
    const after = await tried(() =>
      linkwork.info('{"linkwork":1,"name":"after","bodies":[],"joints":[]}')
    )
    const dead = fault('the next call', after, start, longest)
    if (dead) return `${name}: ${ended.error.message}; then ${dead}`
  }
  return undefined
}

/**
 * Runs calls of a kind and returns what is wrong, if anything. `onCall` hears of each before it is
 * made, `onError` of errors that are as they should be, `onMade` of what is called of the package.
 * A call of more than `longest` [ms] is wrong.
 */
export async function run(
  seeds,
  { of = 'calls', onCall = () => {}, onError, onMade, longest } = {}
) {
  const linkwork = await load()
  const objects = { linkwork, urdf: { ...urdf } }
  const world = {
    ...(onMade ? recorded(objects, onMade) : objects),
    simulations: [],
    snapshots: []
  }
  const callFor = (seed) => {
    const random = new Random(seed)
    const [, name, call] = callOf(kinds[of], random)
    onCall(name)
    return [name, () => call(world, random)]
  }
  try {
    return await inTurn(seeds, callFor, linkwork, { onError, longest })
  } finally {
    for (const simulation of world.simulations) await tried(() => simulation.dispose())
  }
}

/** The same with calls that were recorded. */
export async function replay(calls, { onCall = () => {}, longest } = {}) {
  const linkwork = await load()
  const objects = { linkwork, urdf }
  const callFor = (made) => {
    const name = `${made.on}.${made.call ?? made.get ?? made.set}`
    onCall(name)
    return [name, () => remade(made, objects)]
  }
  try {
    return await inTurn(calls, callFor, linkwork, { longest })
  } finally {
    for (const object of Object.values(objects)) await tried(() => object.dispose?.())
  }
}

/** The shortest list found by leaving out calls that still shows something wrong. */
export async function shrunk(seeds, isWrong) {
  let shortest = seeds
  for (let size = seeds.length >> 1; size >= 1; size = size >> 1) {
    for (let start = 0; start < shortest.length; ) {
      const without = shortest.toSpliced(start, size)
      if (without.length > 0 && (await isWrong(without))) shortest = without
      else start += size
    }
  }
  return shortest
}

/** How large the WebAssembly's memory is [bytes]. */
export async function heapSize() {
  const linkwork = await load()
  const simulation = linkwork.simulate({ catalogue: 'chain', options: { links: 1 } })
  const { byteLength } = simulation.q.buffer
  simulation.dispose()
  return byteLength
}

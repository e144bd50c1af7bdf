import { LoadError, load, MechanismError, SimulationError } from 'linkwork'
import { calls } from './calls.mjs'
import { files } from './files.mjs'
import { Random } from './random.mjs'

const longestCall = 5000 // ms
const ours = [MechanismError, SimulationError, LoadError]

/** What a sequence can be made of. */
export const kinds = { calls, files }

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

function hasNaN(value) {
  if (typeof value === 'number') return Number.isNaN(value)
  if (typeof value !== 'object' || value === null) return false
  if (ArrayBuffer.isView(value) || Array.isArray(value))
    return Array.prototype.some.call(value, hasNaN)
  return Object.values(value).some(hasNaN)
}

/** A machine that has other things to do makes calls long that are not: what of it was ours, at most. */
function ofProcessor(milliseconds, start) {
  const { user, system } = process.cpuUsage(start)
  return Math.min(milliseconds, (user + system) / 1000)
}

/** What is wrong with the end of a call; nothing if it went as it should. */
function complaint(name, { error, result, milliseconds }, start) {
  if (error !== undefined && !ours.some((type) => error instanceof type)) {
    const type = error?.constructor?.name ?? typeof error
    return `${name}: ${type}: ${String(error?.message).slice(0, 300)}`
  }
  if (milliseconds > longestCall && ofProcessor(milliseconds, start) > longestCall)
    return `${name}: took ${Math.round(milliseconds)} ms`
  if (error === undefined && hasNaN(result)) return `${name}: NaN and no error`
  return undefined
}

async function tried(call) {
  const start = performance.now()
  try {
    return { result: await call(), milliseconds: performance.now() - start }
  } catch (error) {
    return { error, milliseconds: performance.now() - start }
  }
}

/**
 * Runs calls of a kind one after another and tells what is wrong, if anything. `onCall` hears of each
 * before it is made, and `onError` of errors that are as they should be.
 */
export async function run(seeds, { of = 'calls', onCall = () => {}, onError = () => {} } = {}) {
  const world = { linkwork: await load(), simulations: [], snapshots: [] }
  const start = process.cpuUsage()
  try {
    for (const seed of seeds) {
      const random = new Random(seed)
      const [, name, call] = callOf(kinds[of], random)
      onCall(name, seed)
      const ended = await tried(() => call(world, random))
      const wrong = complaint(name, ended, start)
      if (wrong) return wrong
      if (ended.error === undefined) continue
      onError(name, ended.error)
      const after = await tried(() =>
        world.linkwork.info('{"linkwork":1,"name":"after","bodies":[],"joints":[]}')
      )
      const dead = complaint('the next call', after, start)
      if (dead) return `${name}: ${ended.error.message}; then ${dead}`
    }
    return undefined
  } finally {
    for (const simulation of world.simulations) await tried(() => simulation.dispose())
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

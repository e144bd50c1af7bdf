// Times of steps, by any clock of processor time: all entries in turn, round after round.

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2
}

/** Of a clock in seconds: the seconds that something takes, without those of reading the clock. */
export async function stopwatch(read) {
  const secondsOf = async (act) => {
    const start = await read()
    act()
    return (await read()) - start
  }
  const idle = []
  for (let i = 0; i < 21; i++) idle.push(await secondsOf(() => undefined))
  return async (act) => Math.max(0, (await secondsOf(act)) - median(idle))
}

/** The message of an error in one line. */
export const sentence = (error) => String(error?.message ?? error).split('\n')[0]

/**
 * Gives each of the entries { way, motion, step } its microseconds a step, the median of `rounds`
 * blocks of `block` seconds, and the quickest block; or its failure. A motion that can come back is
 * moved from a quarter of a second after its start to a second, again and again.
 */
export async function timeInTurns(entries, watch, { rounds, block, warm }) {
  const attempt = async (entry, act) => {
    if (entry.failure) return
    try {
      await act()
    } catch (error) {
      entry.failure = sentence(error)
    }
  }
  const blocks = new Map(entries.map((entry) => [entry, { times: [] }]))
  for (const entry of entries)
    await attempt(entry, async () => {
      Object.assign(blocks.get(entry), await warmUp(entry, watch, { block, warm }))
    })
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[(i + round) % entries.length]
      const { run, count, times } = blocks.get(entry)
      await attempt(entry, async () => {
        times.push((1e6 * (await watch(() => run(count)))) / count)
      })
    }
  for (const entry of entries) {
    const { times } = blocks.get(entry)
    await attempt(entry, () => {
      if (!entry.motion.read().poses.every(Number.isFinite)) throw new Error('not finite')
      entry.microseconds = median(times)
      entry.quickest = Math.min(...times)
    })
  }
}

const fewestSteps = 2
const mostSteps = 5000

/**
 * Steps until no block is quicker than those before: the engine's compiler, which goes on behind our
 * back, has done its work. Returns what a block runs, and the steps of it.
 */
async function warmUp({ way, motion, step }, watch, { block, warm }) {
  let perStep = Math.max(await watch(() => motion.step(1)), 1e-8)
  motion.step(Math.ceil(Math.min(0.25 / step, warm / perStep)))
  const start = motion.save?.()
  const atOnce = Math.ceil(0.75 / step)
  const run = (count) => {
    for (let left = count; left > 0; left -= atOnce) {
      if (start) motion.restore(start)
      motion.step(Math.min(left, atOnce))
    }
  }
  // Code made for one mechanism is new to the compiler each time, the engines' are not.
  const least = way.isCompiled ? 8 * warm : warm
  let count = fewestSteps
  let [best, spent] = [Number.POSITIVE_INFINITY, 0]
  for (let calm = 0; calm < 4 || spent < least; calm++) {
    count = Math.min(mostSteps, Math.max(fewestSteps, Math.ceil(block / perStep)))
    const took = await watch(() => run(count))
    perStep = Math.max(took / count, 1e-8)
    if (perStep < 0.95 * best) calm = 0
    best = Math.min(best, perStep)
    spent += took
  }
  return { run, count }
}

// The measurements, alike in Node and in a page.
import { loadLinkwork } from './engines/linkwork.mjs'
import { allWays } from './engines.mjs'
import { distanceOf } from './errors.mjs'
import { energyScaleOf, follow, referenceOf } from './following.mjs'
import { problemOf } from './problem.mjs'
import { sentence, stopwatch, timeInTurns } from './rounds.mjs'
import { chain } from './scenes/chain.mjs'
import { fourBar } from './scenes/four-bar.mjs'
import { gearedPendulum } from './scenes/geared-pendulum.mjs'

const stepOfTables = 1e-3
const longest = 0.2 // s a step may take

const thorough = {
  lengths: [5, 10, 20, 50, 100, 200, 500],
  steps: [10e-3, 4e-3, 2e-3, 1e-3, 5e-4],
  seconds: 10,
  reference: 5e-5,
  growthTiming: { rounds: 7, block: 0.008, warm: 0.04 },
  sceneTiming: { rounds: 7, block: 0.006, warm: 0.03 }
}
const quickly = {
  lengths: [5, 20, 50],
  steps: [4e-3, 1e-3],
  seconds: 1,
  reference: 1e-4,
  growthTiming: { rounds: 2, block: 0.003, warm: 0.02 },
  sceneTiming: { rounds: 2, block: 0.003, warm: 0.01 }
}

/** `read` returns processor time [s]; `report` gets the next task. */
export async function measure({ read, report, isQuick }) {
  const effort = isQuick ? quickly : thorough
  const linkwork = await loadLinkwork()
  const ways = await allWays()
  const watch = await stopwatch(read)
  const growth = await growthOf({ linkwork, ways, watch, report, effort })
  const scenes = {
    'chain of 20': chain(linkwork, 20),
    'four-bar': fourBar(linkwork),
    'geared pendulum': gearedPendulum(linkwork)
  }
  const results = []
  for (const [name, mechanism] of Object.entries(scenes)) {
    const problem = problemOf(mechanism)
    results.push({
      name,
      ...(await sceneOf({ linkwork, ways, watch, report, effort }, name, problem))
    })
  }
  const versions = Object.fromEntries(ways.map(({ family, version }) => [family, version]))
  const ofWay = ({ family, name, digits }) => ({ family, name, digits })
  return { versions, ways: ways.map(ofWay), growth, scenes: results }
}

/** An entry that moves, or says why it cannot. */
async function entryOf(way, problem, step) {
  const entry = { way, problem, step }
  try {
    entry.motion = await way.make(problem, step)
  } catch (error) {
    entry.failure = sentence(error)
  }
  return entry
}

async function entriesOf(ways, problem, steps) {
  const entries = []
  for (const way of ways) for (const step of steps) entries.push(await entryOf(way, problem, step))
  return entries
}

function disposeAll(entries) {
  for (const { motion } of entries) motion?.dispose()
}

/** The cost of a step of a chain, by its length. */
async function growthOf({ linkwork, ways, watch, report, effort }) {
  const rows = []
  for (const links of effort.lengths) {
    report(`steps of ${links} links`)
    // An engine that grew too much is left out.
    const able = ways.filter((way) => {
      const [before, last] = rows.filter((row) => row.way === way.name).slice(-2)
      if (!last?.microseconds) return !last
      const exponent =
        Math.log(last.microseconds / before.microseconds) / Math.log(last.links / before.links)
      return last.microseconds * (links / last.links) ** exponent < 1e6 * longest
    })
    const entries = await entriesOf(able, problemOf(chain(linkwork, links)), [stepOfTables])
    await timeInTurns(entries, watch, effort.growthTiming)
    disposeAll(entries)
    for (const { way, microseconds, quickest, failure } of entries)
      rows.push({ way: way.name, links, microseconds, quickest, failure })
  }
  return rows
}

/** Errors and costs of one mechanism by steps of several lengths. */
async function sceneOf({ linkwork, ways, watch, report, effort }, name, problem) {
  const { steps, seconds } = effort
  report(`${name}: the reference`)
  const energyScale = energyScaleOf(linkwork, problem)
  const reference = referenceOf(linkwork, problem, 1, effort.reference)
  const rows = []
  for (const way of ways) {
    report(`${name}: ${way.name}`)
    for (const step of steps) {
      const row = { way: way.name, step }
      rows.push(row)
      const first = await errorsOf(way, problem, step, 1, energyScale)
      if (first.failure) {
        row.failure = first.failure
        continue
      }
      const { centers, time, steps: count, energy, gap, slip } = first
      const position = distanceOf(centers, reference.at(time))
      Object.assign(row, { energy, gap, slip, position, advance: time / count })
      if (step === stepOfTables) {
        const { centers: _, ...long } = await errorsOf(way, problem, step, seconds, energyScale)
        row.long = long
      }
    }
  }
  report(`${name}: the clock`)
  const entries = await entriesOf(ways, problem, steps)
  await timeInTurns(entries, watch, effort.sceneTiming)
  disposeAll(entries)
  entries.forEach(({ microseconds, quickest, failure }, i) => {
    const row = rows[i]
    Object.assign(row, { microseconds, quickest })
    row.failure ??= failure
    row.millisecondsPerSecond = microseconds / 1e3 / row.advance
  })
  return { energyScale, uncertainty: reference.uncertainty, seconds, rows }
}

/** `follow` from the start, or { failure }. */
async function errorsOf(way, problem, step, seconds, energyScale) {
  const entry = await entryOf(way, problem, step)
  try {
    return entry.failure ? entry : follow(entry, seconds, energyScale)
  } catch (error) {
    return { failure: sentence(error) }
  } finally {
    entry.motion?.dispose()
  }
}

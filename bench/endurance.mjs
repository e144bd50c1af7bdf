// Measurements of long motions, of many short simulations, and of the page over an hour
// (docs/endurance.md). Each task runs in a thread of its own, as many at a time as there are cores.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { methods } from 'linkwork/tables'
import { heading, row } from './table.mjs'

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: 'string', default: String(availableParallelism()) },
    steps: { type: 'string', default: '1e6' },
    page: { type: 'string' }
  }
})

function positive(name) {
  const value = Number(options[name])
  if (!(value > 0))
    throw new Error(`--${name}: expected a number above 0, found "${options[name]}"`)
  return value
}

const pile = 'a stack of 10 boxes'
/** Their sources and steps [s]. */
const mechanisms = {
  'a chain of 10 links': { source: { catalogue: 'chain', options: { links: 10 } }, step: 5e-4 },
  'a four-bar': { source: { catalogue: 'fourBar' }, step: 1e-3 },
  'a geared leg': { source: { catalogue: 'gearedLeg' }, step: 1e-3 },
  'Mini Cheetah, its trunk held': {
    source: { catalogue: 'miniCheetah', options: { base: 'fixed' } },
    step: 1e-3
  },
  [pile]: { source: { catalogue: 'boxStack' }, step: 1e-3 }
}
const livesName = 'simulations created and disposed'
const [steps, workers] = [positive('steps'), positive('workers')]

/**
 * The part of the steps that is taken where a step takes long: 0.4 ms for the stack, as for a fourth
 * order of the Mini Cheetah.
 */
function partOf(name, integrator) {
  if (name === pile) return 0.1
  return name.startsWith('Mini Cheetah') && integrator === 'fourth-order' ? 0.2 : 1
}

/** Those whose energy has no drift by design; of the others it may have. */
const keepers = new Set(['second-order', 'fourth-order', 'adaptive', 'rattle'])

/** Energies of some hundred roundings lie this far off: what changes less says nothing. */
const rounding = 1e-13

const isWanted = (name) => wanted.length === 0 || wanted.some((word) => name.includes(word))

/** Promises of what the tasks' threads say. They start in their order. */
function resultsOf(tasks) {
  const settle = []
  const results = tasks.map((_, i) => new Promise((...both) => (settle[i] = both)))
  let next = 0
  const work = async () => {
    while (next < tasks.length) {
      const i = next++
      await resultOf(tasks[i]).then(...settle[i])
    }
  }
  for (let i = 0; i < workers; i++) work()
  return results
}

function resultOf(workerData) {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('endurance-worker.mjs', import.meta.url), { workerData })
    thread.on('message', resolve)
    thread.on('error', reject)
  })
}

/** One for each integrator of each method. */
function motionsOf(name) {
  const stepsOf = (integrator) => Math.round(steps * partOf(name, integrator))
  return methods.flatMap(({ name: method, integrators }) =>
    integrators.map(({ name: integrator }) => ({
      ...mechanisms[name],
      method,
      integrator,
      steps: stepsOf(integrator),
      every: Math.max(1, Math.round(stepsOf(integrator) / 50_000)),
      isPile: name === pile
    }))
  )
}

const power = (value) => (value === 0 ? '0' : value.toExponential(0))

function motionCells({ method, integrator }, result) {
  const { whole, secondHalf, largest, gap, seconds, taken, failure, before, after } = result
  const slopes = [whole, secondHalf].map((line) => slopeCell(line, integrator, seconds))
  const energyCells = [...slopes, power(largest)]
  const hasEnergy = integrator !== 'first-order'
  return [
    `${method}, ${integrator}`,
    power(taken),
    seconds.toFixed(0),
    ...(hasEnergy ? energyCells : energyCells.map(() => '–')),
    power(gap),
    ...grown(before, after),
    failure ? `**step ${failure.step}: ${failure.name}: ${failure.message.slice(0, 80)}…**` : 'none'
  ]
}

function slopeCell({ slope, error }, integrator, seconds) {
  const written = `${slope === 0 ? '0' : slope.toExponential(1)} ± ${power(error)}`
  const drifts = Math.abs(slope) > 3 * error && Math.abs(slope) * seconds > rounding
  return keepers.has(integrator) && drifts ? `**${written}**` : written
}

/** The growth of memory. */
function grown(before, after) {
  if (!before) return ['–', '–', '–']
  return [
    after.wasm - before.wasm,
    after.place - before.place,
    Math.round((after.script - before.script) / 1000)
  ]
}

async function printMotions(name, tasks, results) {
  console.log(
    `\n### ${name[0].toUpperCase()}${name.slice(1)}, ${1000 * mechanisms[name].step} ms\n`
  )
  heading([
    '',
    'steps',
    'time [s]',
    'slope [1/s]',
    'of the second half',
    'largest error',
    'largest gap [m, rad]',
    'memory [B]',
    'place [B]',
    'JavaScript [kB]',
    'failure'
  ])
  for (const [i, task] of tasks.entries()) row(motionCells(task, await results[i]))
}

function printLives(cycles, { kinds, fresh, warm, end }) {
  console.log(`\n## ${cycles} simulations created and disposed\n`)
  console.log(`${kinds} kinds in turn:\n`)
  heading(['', 'memory [B]', 'place [B]', 'JavaScript [kB]'])
  const cells = ({ wasm, place, script }) => [wasm, place, Math.round(script / 1000)]
  row(['at the start', ...cells(fresh)])
  row(['after 1,000', ...cells(warm)])
  row(['at the end', ...cells(end)])
  row(['grown since 1,000', ...grown(warm, end)])
}

async function printEndurance() {
  const groups = Object.keys(mechanisms)
    .filter(isWanted)
    .map((name) => ({ name, tasks: motionsOf(name) }))
  const cycles = Math.round(steps / 10)
  const lives = isWanted(livesName) ? [{ cycles }] : []
  const results = resultsOf([...lives, ...groups.flatMap(({ tasks }) => tasks)])
  const [lived] = results.splice(0, lives.length)

  console.log(`## ${power(steps)} steps`)
  for (const { name, tasks } of groups)
    await printMotions(name, tasks, results.splice(0, tasks.length))
  if (lived) printLives(cycles, await lived)
}

if (options.page === undefined) await printEndurance()
else {
  const { endurePage } = await import('./endurance-page.mjs')
  await endurePage(positive('page'))
}

// What becomes of long motions, of many short lives, and of the page left running
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
const livesName = 'simulations made and disposed of'
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

/** What memory has grown by. */
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
  console.log(`\n## ${cycles} simulations made and disposed of\n`)
  console.log(
    `Each takes one step: every mechanism of the catalogue by every method that can move it, ${kinds}\n` +
      'kinds in turn. After a collection:\n'
  )
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

  console.log('# Endurance\n')
  const command = ['bench/endurance', ...process.argv.slice(2)].join(' ')
  console.log(
    'What becomes of long motions, of many short lives and of the page left running, in WebAssembly:\n' +
      `printed by \`${command}\`, and the last part by \`bench/endurance --page 60\`.\n`
  )
  console.log(`## ${power(steps)} steps\n`)
  console.log(introduction)
  for (const { name, tasks } of groups)
    await printMotions(name, tasks, results.splice(0, tasks.length))
  if (lived) printLives(cycles, await lived)
}

const introduction = `Without friction, motors or damping but for the stack, as the catalogue gives them; the trunk of the
Mini Cheetah is held, as it would fall for ever. The stack, and steps of fourth order of the Mini
Cheetah, take long and are fewer. Those of the chain are shorter: its end lashes now and then so fast
that steps of 1 ms, by every method, leave its energy elsewhere for good. Time is what the steps add
up to: adaptive ones are shorter where motion is fast.

Energy errors are over the largest kinetic energy or exchange of potential energy; of the stack,
which lies still, over its potential energy. Slopes are by least squares, over up to 50,000 samples.
Samples of an error that oscillates are correlated, so that the line goes through the means of 64
blocks. Its standard error, ±, is the largest of those with 64, 32, 16 and 8 blocks: longer blocks
outlast a longer correlation. Of an error that walks at random, as rounding makes it, or adaptive
steps in chaotic motion, the slope is where the walk went, and ± too small by up to four times.
Adaptive steps, which are reversible and not symplectic, also drift where a motion never swings back
the way it came, as the four-bar's, whose crank turns round and round.

Bold are slopes of more than three standard errors, and of more than rounding, where an integrator
keeps energy by design: those of second and fourth order, the adaptive one and rattle. From rest
their error grows as the motion breaks up, until it is mixed
([bench/README.md](../bench/README.md#long-runs)): the second half tells a drift. The others do not
keep it: rk4 gains or loses by the fourth power of the step, baumgarte also by what it feeds back,
semi-implicit-euler by the second power where the mass matrix depends on the position; contacts with
friction take energy. With first-order forces give velocities, so that there is no energy to keep.

Gap is the largest of loops and couplings. Memory is what the module's has grown by since the first
1,000 steps; place is where in it a simulation comes to lie that is made then, which a leak of any
size moves; JavaScript is the heap of the thread, after a collection.`

if (options.page === undefined) await printEndurance()
else {
  const { endurePage } = await import('./endurance-page.mjs')
  await endurePage(positive('page'))
}

// How many copies of a mechanism an ensemble moves in WebAssembly in the time that a simulation takes
// for one, how much sooner two workers are done than one, and how many seconds of motion a field of a
// thousand copies makes in a second, as tables for bench/ensembles. Compared runs take turns. Of
// copies a ratio is the median of the rounds' own ratios, in processor time; of workers it is that of
// the best rounds, of fields the median of frames, on the clock.
import {
  beltChain,
  chain,
  fourBar,
  gearedChain,
  gearedLeg,
  load,
  miniCheetah,
  mitHumanoid
} from 'linkwork'
import { workerEnsemble } from 'linkwork/worker'
import { heading, row } from './table.mjs'

const copies = 64
const steps = 50
const rounds = 21
const warmUps = 10

const subjects = {
  'chain x y z, 20': chain({
    links: 20,
    axes: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1]
    ]
  }),
  'geared chain, 12': gearedChain({ links: 12 }),
  'belt chain, 12': beltChain({ links: 12 }),
  'Mini Cheetah': miniCheetah(),
  'MIT Humanoid': mitHumanoid(),
  'four-bar': fourBar()
}

const linkwork = await load()

/** Without contact, so robots fall: dynamics alone. */
function freeMechanism(source) {
  const { contact, ...mechanism } = linkwork.mechanism(source)
  const joints = mechanism.joints.map(({ limits, friction, ...joint }) => joint)
  return { ...mechanism, joints }
}

function seconds(call) {
  const start = process.cpuUsage()
  call()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** How many copies move in the time of one, and that time [s]. */
function gain(mechanism, options, precision) {
  const simulation = linkwork.simulate(mechanism, options)
  const ensemble = linkwork.ensemble(mechanism, { ...options, count: copies, precision })
  const alone = () => simulation.step(copies * steps)
  const together = () => ensemble.step(steps)
  for (let i = 0; i < warmUps; i++) {
    alone()
    together()
  }
  const times = Array.from({ length: rounds }, () => [seconds(alone), seconds(together)])
  return {
    one: median(times.map(([one]) => one)) / (copies * steps),
    width: ensemble.width,
    precision: ensemble.precision,
    ratio: median(times.map(([one, all]) => one / all))
  }
}

/** How far floats are off doubles after 0.1 s of steps of 1 ms, of the largest position or 1. */
function offAtOnce(mechanism, options) {
  const [floats, doubles] = ['floats', 'doubles'].map((precision) => {
    const ensemble = linkwork.ensemble(mechanism, { ...options, step: 1e-3, count: 16, precision })
    ensemble.scatter({ position: 0.05, velocity: 0.1, seed: 1 })
    ensemble.step(100)
    return ensemble.q.slice()
  })
  const largest = (numbers) => numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0)
  return largest(floats.map((number, i) => number - doubles[i])) / Math.max(1, largest(doubles))
}

heading(['in WebAssembly', 'alone [µs]', '2 doubles', '4 floats', 'floats off after 0.1 s'])
for (const [name, source] of Object.entries(subjects))
  for (const integrator of ['rk4', 'semi-implicit-euler', 'second-order']) {
    const mechanism = freeMechanism(source)
    const method = integrator === 'second-order' ? 'variational' : 'articulated-body'
    const options = { method, integrator, step: 1e-5 }
    const doubles = gain(mechanism, options, 'doubles')
    const floats = gain(mechanism, options, 'floats')
    row([
      `${name}, ${integrator}`,
      (1e6 * doubles.one).toFixed(2),
      doubles.width === 1 ? '–' : doubles.ratio.toFixed(2),
      floats.precision === 'floats' ? floats.ratio.toFixed(2) : '–',
      floats.precision === 'floats' ? offAtOnce(mechanism, options).toExponential(1) : '–'
    ])
  }

const shared = { count: 1024, steps: 100, rounds: 20 }

async function waited(call) {
  const start = performance.now()
  await call()
  return (performance.now() - start) / 1000
}

console.log()
heading(['workers in WebAssembly', 'one [µs]', 'two over one'])
for (const name of ['chain x y z, 20', 'MIT Humanoid'])
  for (const integrator of ['rk4', 'semi-implicit-euler']) {
    const options = {
      solver: { method: 'articulated-body', integrator },
      step: 1e-5,
      count: shared.count
    }
    const mechanism = freeMechanism(subjects[name])
    const one = await workerEnsemble(mechanism, { ...options, workers: 1 })
    const two = await workerEnsemble(mechanism, { ...options, workers: 2 })
    const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < shared.rounds; round++)
      for (const [i, many] of [one, two].entries())
        best[i] = Math.min(best[i], await waited(() => many.step(shared.steps)))
    row([
      `${name}, ${integrator}`,
      ((1e6 * best[0]) / (shared.count * shared.steps)).toFixed(2),
      (best[0] / best[1]).toFixed(2)
    ])
    for (const many of [one, two]) many.dispose()
  }

/** As the page's fields move: their frames come sixty times a second. */
const field = { count: 1000, step: 2e-3, frames: 60, frame: 1 / 60 }

console.log()
heading(['a thousand copies at 2 ms', 'one worker', 'two'])
for (const [name, source] of Object.entries({ 'geared leg': gearedLeg(), 'four-bar': fourBar() }))
  for (const integrator of ['rk4', 'semi-implicit-euler']) {
    const rates = []
    for (const workers of [1, 2]) {
      const { count, step } = field
      const options = { solver: { method: 'articulated-body', integrator }, step, count, workers }
      const many = await workerEnsemble(source, options)
      await many.scatter({ position: 0.15, velocity: 0.6, seed: 1 })
      const frames = []
      for (let frame = 0, due = 0; frame < field.frames; frame++) {
        due += field.frame / step
        const steps = Math.floor(due)
        due -= steps
        const time = await waited(async () => {
          await many.step(steps)
          await many.read('poses')
        })
        frames.push((steps * step) / time)
      }
      rates.push(median(frames))
      many.dispose()
    }
    row([`${name}, ${integrator}`, ...rates.map((rate) => rate.toFixed(2))])
  }

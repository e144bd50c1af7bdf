// The cost of a second of motion by every integrator, and the error of its end. The reference is the same
// motion in steps that are far shorter, by the fourth-order steps of two methods that have to agree.
import { writeFileSync } from 'node:fs'
import { chain, fourBar, load } from 'linkwork'
import { figure } from './svg-plot.mjs'
import { heading, row } from './table.mjs'

const linkwork = await load()
const seconds = 1
const rounds = 5
const steps = [0.5, 1, 2, 4, 8, 16].map((milliseconds) => milliseconds / 1000)

const mechanisms = [
  { name: 'chain of ten links', source: chain({ links: 10, length: 0.1 }) },
  { name: 'four-bar', source: fourBar({ startSpeed: 10 }) }
]
const ways = [
  ['articulated-body', 'rk4'],
  ['articulated-body', 'semi-implicit-euler'],
  ['variational', 'second-order'],
  ['variational', 'fourth-order'],
  ['variational-maximal', 'second-order'],
  ['multipliers', 'rattle'],
  ['multipliers', 'rk4']
]

/** The state of the mechanism after a second, and the least processor time of some rounds [ms]. */
function motion(source, [method, integrator], step, repeat = rounds) {
  let best = Number.POSITIVE_INFINITY
  let q
  for (let round = 0; round < repeat; round++) {
    const simulation = linkwork.simulate(source, { solver: { method, integrator }, step })
    const start = process.cpuUsage()
    simulation.step(Math.round(seconds / step))
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, (user + system) / 1000)
    q = [...simulation.q]
    simulation.dispose()
  }
  return { q, milliseconds: best }
}

const distance = (a, b) => Math.max(...a.map((value, i) => Math.abs(value - b[i])))

/** Error and cost of an integrator, a point a length of steps; without those it cannot take. */
function pointsOf(source, way, reference) {
  return steps.flatMap((step) => {
    try {
      const { q, milliseconds } = motion(source, way, step)
      return [{ step, milliseconds, error: distance(q, reference) }]
    } catch (error) {
      if (error.name === 'SimulationError') return []
      throw error
    }
  })
}

const panels = []
for (const { name, source } of mechanisms) {
  const { q: reference } = motion(source, ['articulated-body', 'rk4'], 1e-5, 1)
  const { q: other } = motion(source, ['variational', 'fourth-order'], 1e-4, 1)
  console.log(
    `\n${name}: two reference solutions differ by ${distance(reference, other).toExponential(0)} rad\n`
  )
  heading(['method', 'integrator', ...steps.map((step) => `${1000 * step} ms`)])
  const series = []
  for (const way of ways) {
    const points = pointsOf(source, way, reference)
    const cells = steps.map((step) => {
      const point = points.find((candidate) => candidate.step === step)
      return point
        ? `${point.milliseconds.toPrecision(2)} ms, ${point.error.toExponential(0)}`
        : 'too long'
    })
    row([...way.map((word) => `\`${word}\``), ...cells])
    series.push({
      name: way.join(' / '),
      points: points.map(({ milliseconds, error }) => [milliseconds, error]),
      hasMarks: true
    })
  }
  panels.push({
    title: `${name}, a second in steps of 0.5 to 16 ms`,
    xLabel: 'processor time [ms]',
    yLabel: 'error of angles at the end [rad]',
    isLogarithmic: true,
    series
  })
}
writeFileSync('bench/results/precision.svg', figure({ panels }))

// Runs bench/papers/variational, prints what the papers on variational integrators measured with our
// figures, and draws theirs into bench/results.
import { exponentOf, linesOf, measure, namesOf, notes, row, save, title } from './paper.mjs'

const options = process.argv.slice(2)

const scientific = (value) => value.toExponential(1)
const time = (timing) =>
  !timing ? '–' : timing.failure ? `fails (${timing.failedStep})` : timing.microseconds.toFixed(1)

const largest = (points) => Math.max(...points.map(([, y]) => Math.abs(y)))

function timeTable(rows, x) {
  row([x, ...rows.map((entry) => `${entry[x]}`)])
  for (const name of namesOf(rows)) {
    const cells = rows.map(({ methods }) => time(methods.find((method) => method.name === name)))
    row([name, ...cells])
  }
}

/** Corrections by iteration; methods take different numbers of them. */
function correctionTable(lines) {
  const most = Math.max(...lines.map(({ points }) => points.length))
  row(['iteration', ...Array.from({ length: most }, (_, i) => `${i + 1}`)])
  for (const { name, points } of lines)
    row([
      name,
      ...Array.from({ length: most }, (_, i) => (points[i] ? scientific(points[i][1]) : '–'))
    ])
}

const loglog = { isLogarithmic: true, yLabel: 'time of a step [µs]' }

function showLee({ chainEnergy, costOfRootFinders, convergence, iterationCounts }) {
  title('Lee et al., figure 2: ten links')
  row(['', 'largest energy error [J]'])
  for (const { name, points } of chainEnergy) row([name, scientific(largest(points))])
  const axes = { xLabel: 'time [s]', yLabel: 'energy error [J]' }
  save('lee-energy', [
    { title: 'Chain of ten links, 1 ms', ...axes, series: chainEnergy },
    { title: 'without Euler', ...axes, series: chainEnergy.slice(0, 2) }
  ])

  title('Lee et al., figure 3: time of a step [µs], 1 ms, tolerance 1e-8; links')
  timeTable(costOfRootFinders, 'links')
  title('Lee et al., figure 3: exponents from 20 links on, and iterations')
  row(['', 'exponent', 'iterations at 10 links', 'at 100'])
  const iterationsAt = (name, links) =>
    costOfRootFinders
      .find((entry) => entry.links === links)
      ?.methods.find((method) => method.name === name)
      ?.iterations?.toFixed(2) ?? '–'
  const lines = linesOf(costOfRootFinders, 'links')
  for (const { name, points } of lines)
    row([name, exponentOf(points, 20).toFixed(2), iterationsAt(name, 10), iterationsAt(name, 100)])
  const ofEvaluation = (kind) =>
    lines.filter(({ name }) => name.startsWith(kind) || name.startsWith('linkwork'))
  const shared = { xLabel: 'links', ...loglog }
  save('lee-cost', [
    { title: 'Residual by DRNEA', ...shared, series: ofEvaluation('DRNEA') },
    { title: 'Residual by SVI', ...shared, series: ofEvaluation('SVI') },
    { title: 'Discretised at the midpoint', ...shared, series: ofEvaluation('midpoint') }
  ])

  title('Lee et al., figure 4 (a): corrections from rest [rad/s]')
  correctionTable(convergence)
  const steps = { xLabel: 'iteration', yLabel: 'correction [rad/s]', isLogarithmicUp: true }
  const marked = convergence.map((line) => ({ ...line, hasMarks: true }))
  save(
    'lee-convergence',
    [{ title: 'One step of a chain of ten links', ...steps, series: marked }],
    { columns: 1 }
  )

  title('Lee et al., figure 4 (b): iterations (paper: Newton 4, RIQN 5.69 ± 1.16)')
  row(['', 'mean', 'at most'])
  for (const { method, guess, mean, deviation, most } of iterationCounts)
    row([`${method}, ${guess}`, `${mean.toFixed(2)} ± ${deviation.toFixed(2)}`, most])
}

// Of the authors' code under its own conditions, on a machine much like ours: published, not measured.
const publishedTimes = { 10: 17, 20: 39, 50: 215, 100: 694 }

function showAuthors({ authorsConditions }) {
  title("Lee et al., their published code's conditions: time of a step [µs], 1 ms; links")
  timeTable(authorsConditions, 'links')
  const times = authorsConditions.map(({ links }) => publishedTimes[links])
  row(['their code, RIQN', ...times.map((microseconds) => microseconds?.toFixed(0) ?? '–')])
  const ratioTo = (name) =>
    authorsConditions.map(({ methods }, i) => {
      const ours = methods.find((method) => method.name === name)
      return times[i] && ours?.microseconds ? (times[i] / ours.microseconds).toFixed(1) : '–'
    })
  const names = authorsConditions[0].methods.map(({ name }) => name)
  const ofMethods = (value) => {
    for (const name of names)
      row([
        name,
        ...authorsConditions.map(({ methods }) => value(methods.find((m) => m.name === name)))
      ])
  }
  const links = authorsConditions.map((entry) => `${entry.links}`)
  title('Their code over ours')
  row(['links', ...links])
  for (const name of names) row([name, ...ratioTo(name)])
  title('Iterations')
  row(['links', ...links])
  ofMethods(({ iterations }) => iterations.toFixed(2))
  title(`Random starts, of ${authorsConditions[0].starts}, from which a step was not solved`)
  row(['links', ...links])
  ofMethods(({ failed }) => `${failed}`)
}

function showBruedigam(measured) {
  const { doublePendulumEnergy, loopDrift, sparseAgainstDense, quadraticConvergence } = measured
  title('Brüdigam & Manchester, figure 4 (a): double pendulum, an hour at 10 ms, energy error [J]')
  row(['', 'largest', 'last'])
  for (const { name, points } of doublePendulumEnergy)
    row([name, scientific(largest(points)), scientific(points.at(-1)[1])])
  title('Figure 4 (b): gap of a four-bar in ten minutes at 10 ms [m or rad]')
  row(['', 'gap', 'after [s]'])
  for (const { name, points } of loopDrift)
    row([name, scientific(points.at(-1)[1]), points.at(-1)[0].toFixed(0)])
  title('Figure 4 (c): one Newton step, µs')
  row(['links', ...sparseAgainstDense.map(({ links }) => `${links}`)])
  row(['sparse', ...sparseAgainstDense.map(({ sparse }) => sparse.toFixed(1))])
  row(['dense', ...sparseAgainstDense.map(({ dense }) => dense?.toFixed(1) ?? '–')])
  const ratio = ({ dense, sparse }) => (dense ? (dense / sparse).toFixed(0) : '–')
  row(['dense over sparse', ...sparseAgainstDense.map(ratio)])
  const lineOf = (kind) => ({
    name: kind,
    hasMarks: true,
    points: sparseAgainstDense.flatMap((entry) => (entry[kind] ? [[entry.links, entry[kind]]] : []))
  })
  const sparse = lineOf('sparse')
  notes([`sparse: links to the power of ${exponentOf(sparse.points, 10).toFixed(2)}`])
  title('Figure 4 (d): corrections [m/s, rad/s]')
  correctionTable(quadraticConvergence)
  const marked = quadraticConvergence.map((line) => ({ ...line, hasMarks: true }))
  save('bruedigam-properties', [
    {
      title: '(a) Double pendulum, 10 ms',
      xLabel: 'time [s]',
      yLabel: 'energy error [J]',
      series: doublePendulumEnergy
    },
    {
      title: '(b) Four-bar, 10 ms',
      xLabel: 'time [s]',
      yLabel: 'position error of the loop [m, rad]',
      isLogarithmicUp: true,
      series: loopDrift
    },
    { title: '(c) One Newton step', xLabel: 'links', ...loglog, series: [sparse, lineOf('dense')] },
    {
      title: '(d) Convergence of a step',
      xLabel: 'iteration',
      yLabel: 'correction [m/s, rad/s]',
      isLogarithmicUp: true,
      series: marked
    }
  ])

  const { againstExplicit, singularChains, minimalAgainstMaximal } = measured
  const panels = []
  for (const isClosed of [false, true])
    for (const joint of ['revolute', 'spherical']) {
      const rows = againstExplicit.filter(
        (entry) => entry.isClosed === isClosed && entry.joint === joint
      )
      const caption = `${isClosed ? 'closed' : 'open'}, ${joint}`
      title(`Figure 5, pendulums, ${caption}: time of a step [µs], 10 ms`)
      timeTable(rows, 'links')
      panels.push({ title: caption, xLabel: 'links', ...loglog, series: linesOf(rows, 'links') })
    }
  save('bruedigam-explicit', panels)

  title('Figures 6 and 7: four-link segments through their singular poses, 1000 steps')
  row(['segments, step, method', 'µs', 'iterations', 'energy error', 'gap'])
  for (const { kind, segments, step, methods } of singularChains)
    for (const method of methods)
      row([
        `${segments} ${kind}, ${1000 * step} ms, ${method.name}`,
        time(method),
        method.iterations?.toFixed(2) ?? '',
        method.energyError === undefined ? '' : scientific(method.energyError),
        method.gap === undefined ? '' : scientific(method.gap)
      ])
  const segmentsOf = (kind) => ({
    title: `Chains of ${kind}, 10 ms`,
    xLabel: 'segments',
    ...loglog,
    series: linesOf(
      singularChains.filter((entry) => entry.kind === kind && entry.step > 5e-3),
      'segments'
    )
  })
  save('bruedigam-segments', [segmentsOf('rhombi'), segmentsOf('parallelograms')])

  const tolerances = [1e-6, 1e-8, 1e-10].map((tolerance) => {
    const rows = minimalAgainstMaximal.filter((entry) => entry.tolerance === tolerance)
    title(`Figure 8: tolerance ${scientific(tolerance)}: time of a step [µs], 10 ms`)
    timeTable(rows, 'links')
    const caption = `Tolerance ${tolerance.toExponential()}`
    return { title: caption, xLabel: 'links', ...loglog, series: linesOf(rows, 'links') }
  })
  save('bruedigam-tolerances', tolerances)
}

const withError = (value, error) => `${scientific(value)} ± ${scientific(error)}`

function showEnergy({ energySlope: { runs, swings } }) {
  title('Energy of a chain of ten links over 1000 s: slope [J/s] and mean [J] of the error')
  row([
    'coordinates, from, step',
    'slope',
    'second half',
    'mean there',
    'mean / h²',
    'with Σ v²',
    'remaining slope'
  ])
  for (const run of runs)
    row([
      `${run.name}, ${run.from}, ${1000 * run.step} ms`,
      withError(run.slope, run.slopeError),
      withError(run.laterSlope, run.laterSlopeError),
      scientific(run.laterMean),
      scientific(run.laterMean / run.step ** 2),
      run.withTurning.toFixed(2),
      withError(run.remainingSlope, run.remainingSlopeError)
    ])
  const lines = ['minimal', 'maximal'].map((name) => ({
    name,
    hasMarks: true,
    points: swings
      .filter((swing) => swing.name === name)
      .map(({ step, deviation }) => [step, deviation])
  }))
  notes(
    lines.map(
      ({ name, points }) =>
        `${name}: oscillation goes with the step to the ${exponentOf(points, 0).toFixed(2)}`
    )
  )
  const axes = { xLabel: 'time [s]', yLabel: 'energy error [J]' }
  const seriesFrom = (from) =>
    runs
      .filter((run) => run.from === from)
      .map(({ name, step, points }) => ({ name: `${name}, ${1000 * step} ms`, points }))
  save('variational-energy', [
    { title: 'Energy over 1000 s, from rest', ...axes, series: seriesFrom('rest') },
    { title: 'after ten minutes of mixing', ...axes, series: seriesFrom('mixed') },
    {
      title: 'Its oscillation against the step',
      xLabel: 'step [s]',
      yLabel: 'standard deviation [J]',
      isLogarithmic: true,
      series: lines
    }
  ])
}

function showAdaptive({ adaptiveSteps: { returns, runs, wandering } }) {
  title('Steps that follow the motion, at most 10 ms: what is left after so many there and back')
  const counts = returns[0].distances.map(([count]) => `${count} steps`)
  row(['', ...counts])
  for (const { mechanism, name, distances } of returns)
    row([`${mechanism}, ${name}`, ...distances.map(([, distance]) => scientific(distance))])
  title('Energy error [J] over 10⁶ steps, fixed steps as many in the same time')
  row(['', 'mean step', 'slope [J/s]', 'means of 20ths', 'all values'])
  for (const run of runs)
    row([
      `${run.mechanism}, ${run.name}`,
      `${(1000 * run.step).toFixed(2)} ms`,
      withError(run.slope, run.slopeError),
      scientific(run.wandering),
      scientific(run.deviation)
    ])
  title('Mean error [J] of chaotic double pendulums, started 0.01 rad apart: mean ± spread after')
  row(['', ...wandering[0].parts.map(({ steps }) => `${steps} steps`)])
  for (const { name, parts } of wandering)
    row([name, ...parts.map(({ mean, spread }) => withError(mean, spread))])
}

function showLongRuns({ gapsOfLongRuns, growthOfProduction: growthAndRough }) {
  const { timings: growthOfProduction, rough } = growthAndRough
  title('Loops and energy over long runs, 1 ms')
  row(['', 'steps', 'gap [m, rad]', 'energy error [J]', 'failure'])
  for (const { mechanism, name, steps, gap, energyError, failure } of gapsOfLongRuns) {
    row([
      `${mechanism}, ${name}`,
      `${steps}`,
      scientific(gap),
      scientific(energyError),
      failure ?? 'none'
    ])
  }

  const iterationsOf = (name) =>
    growthOfProduction.map(
      ({ methods }) => methods.find((method) => method.name === name)?.iterations?.toFixed(2) ?? '–'
    )
  title('Cost of the integrators, 1 ms; minimal at tolerance 1e-12: time of a step [µs]')
  timeTable(growthOfProduction, 'links')
  row(['iterations, minimal', ...iterationsOf('minimal')])
  row(['iterations, RIQN', ...iterationsOf('minimal, RIQN')])
  const growth = linesOf(growthOfProduction, 'links')
  title('Growth of these costs')
  row(['', 'exponent from 50 links on', 'µs a link'])
  for (const { name, points } of growth) {
    const [links, cost] = points.at(-1)
    row([name, exponentOf(points, 50).toFixed(2), (cost / links).toFixed(2)])
  }
  title('The same chains, every joint turning from the start: 5 s at 1 ms')
  row(['', 'steps', 'iterations', 'at most', 'failure'])
  for (const { name, links, steps, iterations, most, failure } of rough) {
    row([
      `${name}, ${links} links`,
      `${steps}`,
      iterations.toFixed(2),
      `${most}`,
      failure ?? 'none'
    ])
  }
  const cost = { title: 'Cost of a step', xLabel: 'links', ...loglog, series: growth }
  save('variational-cost', [cost], { columns: 1 })
}

/** The sections of `bench/paper-variational NAME...`; all without a name. */
const sections = {
  lee: {
    experiments: ['chainEnergy', 'costOfRootFinders', 'convergence', 'iterationCounts'],
    show: showLee
  },
  authors: { experiments: ['authorsConditions'], show: showAuthors },
  bruedigam: {
    experiments: [
      'doublePendulumEnergy',
      'loopDrift',
      'sparseAgainstDense',
      'quadraticConvergence',
      'againstExplicit',
      'singularChains',
      'minimalAgainstMaximal'
    ],
    show: showBruedigam
  },
  energy: { experiments: ['energySlope'], show: showEnergy },
  adaptive: { experiments: ['adaptiveSteps'], show: showAdaptive },
  'long-runs': { experiments: ['gapsOfLongRuns', 'growthOfProduction'], show: showLongRuns }
}

const desired = options.filter((option) => !option.startsWith('--') && !option.endsWith('.json'))
for (const name of desired)
  if (!(name in sections))
    throw new Error(`no section is named "${name}" (sections: ${Object.keys(sections).join(', ')})`)
const chosen = Object.entries(sections).filter(
  ([name]) => desired.length === 0 || desired.includes(name)
)
const given = options.filter((option) => option === '--quick' || option.endsWith('.json'))
const experiments = chosen.flatMap(([, section]) => section.experiments)
const found = measure('variational', [...given, ...experiments])
for (const [, { show }] of chosen) show(found)

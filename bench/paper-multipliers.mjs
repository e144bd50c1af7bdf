// Runs bench/papers/multipliers, prints what the paper on Lagrange multipliers in linear time measured with
// our figures, and draws them into bench/results.
import { exponentOf, linesOf, measure, namesOf, notes, row, save, title } from './paper.mjs'

const short = (value) => (value === undefined ? '–' : Number(value.toPrecision(3)).toString())
const timeOf = ({ methods }, name) => methods.find((method) => method.name === name)?.microseconds

function showSystems(systems) {
  title('The systems of section 9: time [µs]')
  row(['', ...systems.map(({ name }) => name)])
  const table = (label, cell) => row([label, ...systems.map(cell)])
  table('bodies', ({ bodies }) => `${bodies}`)
  table('multipliers', ({ primary, auxiliary }) => `${primary} + ${auxiliary}`)
  for (const name of namesOf(systems)) table(name, (system) => short(timeOf(system, name)))
  title('Ratios, and what they are computed from')
  row(['', ...systems.map(({ name }) => name)])
  table('M, J and c, of all with sparse [%]', (system) => {
    const part = timeOf(system, 'evaluating M, J and c')
    return short((100 * part) / (part + timeOf(system, 'sparse')))
  })
  table('factor over solve', (system) => short(timeOf(system, 'factor') / timeOf(system, 'solve')))
  const overSparse = (name) => (system) => short(timeOf(system, name) / timeOf(system, 'sparse'))
  table('dense over sparse', overSparse('dense'))
  table('gradients 1e-3 over sparse', overSparse('conjugate gradients, 1e-3'))
  table('gradients 1e-9 over sparse', overSparse('conjugate gradients, 1e-9'))
  table('dense over rigid parts', (system) => {
    const rigid = timeOf(system, 'rigid parts')
    return rigid === undefined ? '–' : short(timeOf(system, 'dense') / rigid)
  })
  const iterations = ({ plain3, plain9, blocks9 }) => `${plain3}, ${plain9}, ${blocks9}`
  table('iterations 1e-3, 1e-9, blocks', (system) => iterations(system.iterations))
  table('dense and sparse differ by', ({ denseDifference }) => denseDifference.toExponential(1))
}

function showAuxiliaries(rows) {
  title('k rods on the 127 balls: time [µs]')
  row(['k', ...rows.map(({ k }) => `${k}`)])
  for (const name of namesOf(rows)) row([name, ...rows.map((entry) => short(timeOf(entry, name)))])
  const added = rows.map((entry) => [
    entry.k,
    timeOf(entry, 'with auxiliaries') - timeOf(entry, 'primary alone')
  ])
  row(['added by auxiliaries', ...added.map(([, time]) => short(time))])
  row(['added, a rod', ...added.map(([k, time]) => short(time / k))])
  const apart = Math.max(...rows.map(({ difference }) => difference))
  notes([`halves and whole solves differ by ${apart.toExponential(1)}`])
  return { name: 'added by auxiliaries', hasMarks: true, points: added }
}

function showContacts(rows) {
  title('k contacts on the 127 balls: time [µs]')
  const list = (label, cell) => row([label, ...rows.map(cell)])
  list('k', ({ k }) => `${k}`)
  list('of them pushing', ({ pushing }) => `${pushing}`)
  list('pivots', ({ pivots }) => `${pivots}`)
  for (const name of namesOf(rows)) list(name, (entry) => short(timeOf(entry, name)))
  const added = (name) => (entry) => short(timeOf(entry, name) - timeOf(entry, 'without contacts'))
  list('added, as equalities', added('as equalities'))
  list('added, by pivots', added('as inequalities, by pivots'))
  list('added, by sweeps', added('as inequalities, by sweeps'))
  const apart = Math.max(...rows.map(({ difference }) => difference))
  notes([`pivots and sweeps differ by ${apart.toExponential(1)}`])
}

function showGrowth(rows) {
  const panels = []
  for (const shape of ['chain', 'tree']) {
    const own = rows.filter((entry) => entry.shape === shape)
    title(`Bodies on ball joints, ${shape}: time [µs]`)
    const sizes = own.map(({ bodies }) => `${bodies}`)
    row(['bodies', ...sizes, 'exponent from 100 on', `ns a body at ${sizes.at(-1)}`])
    const lines = linesOf(own, 'bodies')
    for (const { name, points } of lines) {
      const [bodies, time] = points.at(-1)
      const exponent = exponentOf(points, 100).toFixed(2)
      const each = bodies === own.at(-1).bodies ? ((1000 * time) / bodies).toFixed(0) : '–'
      row([name, ...own.map((entry) => short(timeOf(entry, name))), exponent, each])
    }
    panels.push({
      title: `Bodies on ball joints, ${shape}`,
      xLabel: 'bodies',
      yLabel: 'time [µs]',
      isLogarithmic: true,
      series: lines
    })
  }
  return panels
}

function showDrift(rows) {
  title('Ten seconds of motion')
  row(['', 'largest position error of the loop [m]', 'largest energy error [J]', 'at the end'])
  for (const { mechanism, step, integrator, gap, energy, left } of rows) {
    const numbers = [gap, energy, left].map((number) => number.toExponential(1))
    row([`${mechanism}, ${integrator}, ${1000 * step} ms`, ...numbers])
  }
}

const { paperSystems, auxiliaryCost, contactCost, growth, drift } = measure(
  'multipliers',
  process.argv.slice(2)
)
if (paperSystems) showSystems(paperSystems)
const added = auxiliaryCost && showAuxiliaries(auxiliaryCost)
if (contactCost) showContacts(contactCost)
if (drift) showDrift(drift)
const panels = growth ? showGrowth(growth) : []
if (added)
  panels.push({
    title: 'k rods on 127 balls',
    xLabel: 'k',
    yLabel: 'time [µs]',
    isLogarithmic: true,
    series: [...linesOf(auxiliaryCost, 'k'), added]
  })
if (panels.length === 3) save('multipliers', panels)

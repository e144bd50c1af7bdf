// Tables in Markdown of what was measured.
import { exponentOf } from '../paper.mjs'
import { heading, row } from '../table.mjs'

const growsFrom = 50 // links

const time = (value) => (value === undefined ? '–' : String(Number(value.toPrecision(3))))
const error = (value) =>
  value === undefined ? '–' : value === 0 ? '0' : value.toExponential(1).replace('e+', 'e')
const title = (text) => console.log(`\n${text}\n`)
const milli = (step) => `${step * 1e3} ms`

export function printEngines({ processor, hosts }) {
  const { versions, ways } = hosts[0]
  const named = Object.entries(versions).map(([family, version]) => `${family} ${version}`)
  console.log(`${named.join(', ')}; ${hosts.map(({ host }) => host).join(', ')}; ${processor}.`)
  for (const host of hosts) printGrowth(host)
  hosts[0].scenes.forEach((scene, i) => {
    printScene(
      ways,
      hosts.map(({ host, scenes }) => ({ host, ...scenes[i] }))
    )
    printPrecision(ways, scene)
    printReached(ways, scene)
  })
  printFailures(hosts)
  if (hosts.length > 1) console.log(`\n${comparisonOf(hosts)}`)
}

/** Points (links, microseconds) of one way. */
export const pointsOf = (growth, name) =>
  growth
    .filter(({ way, microseconds }) => way === name && microseconds)
    .map(({ links, microseconds }) => [links, microseconds])

function printGrowth({ host, ways, growth }) {
  const lengths = [...new Set(growth.map(({ links }) => links))]
  title(
    `A step of 1 ms of a chain in ${host}, by its links [µs], and how it grows from ${growsFrom} links on`
  )
  heading(['', ...lengths, 'exponent'])
  for (const { name } of ways) {
    const points = new Map(pointsOf(growth, name))
    const exponent = exponentOf([...points], growsFrom)
    const cells = lengths.map((links) => time(points.get(links)))
    row([name, ...cells, Number.isNaN(exponent) ? '–' : exponent.toFixed(2)])
  }
}

const rowsOf = ({ rows }, name) => rows.filter(({ way }) => way === name)
const atOneMillisecond = (scene, name) => rowsOf(scene, name).find(({ step }) => step === 1e-3)
const moves = (scene, name) => rowsOf(scene, name).some(({ failure }) => !failure)

function printScene(ways, hosts) {
  const [first] = hosts
  const { name: scene, energyScale, uncertainty, seconds, rows } = first
  const columns = { energy: 'energy', energyEnd: 'at the end', gap: 'gap', slip: 'slip' }
  if (rows.every(({ slip = 0 }) => slip === 0)) delete columns.slip
  title(
    `The ${scene} by steps of 1 ms: time of a step [µs]; the largest error of energy in ${seconds} s ` +
      `and the last, of ${time(energyScale)} J; gaps of hinges [m]${columns.slip ? ' and slip of gears [rad]' : ''} ` +
      `in that time; error of positions after 1 s [m], known to ${error(uncertainty)}`
  )
  const names = hosts.map(({ host }) => host.split(' ')[0])
  heading(['', ...names, ...Object.values(columns), 'position'])
  for (const { name } of ways) {
    if (!moves(first, name)) continue
    const times = hosts.map((host) => time(atOneMillisecond(host, name).microseconds))
    const { position, long = {} } = atOneMillisecond(first, name)
    const errors = Object.keys(columns).map((key) => error(long[key]))
    row([name, ...times, ...errors, error(position)])
  }
}

function printPrecision(ways, scene) {
  const steps = [...new Set(scene.rows.map(({ step }) => step))]
  title(
    `The ${scene.name}, one second: milliseconds of the processor, the largest error of energy and ` +
      'that of positions at the end [m], by the length of steps'
  )
  heading(['', ...steps.map(milli)])
  for (const { name } of ways) {
    if (!moves(scene, name)) continue
    const cells = rowsOf(scene, name).map(({ millisecondsPerSecond, energy, position, failure }) =>
      failure ? 'fails' : `${time(millisecondsPerSecond)}, ${error(energy)}, ${error(position)}`
    )
    row([name, ...cells])
  }
}

const goals = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8]

function printReached(ways, scene) {
  title(
    `The ${scene.name}: milliseconds for one second with at most this position error at its end [m], by the ` +
      'fastest integrator and step of each'
  )
  heading(['', ...goals.map(error)])
  for (const family of new Set(ways.map((way) => way.family))) {
    const names = ways.filter((way) => way.family === family).map(({ name }) => name)
    const rows = names.flatMap((name) => rowsOf(scene, name)).filter(({ failure }) => !failure)
    if (rows.length === 0) continue
    const cells = goals.map((goal) => {
      const reached = rows.filter(({ position }) => position <= goal)
      const [best] = reached.toSorted((a, b) => a.millisecondsPerSecond - b.millisecondsPerSecond)
      const by = best?.way.slice(family.length + 1)
      return best ? `${time(best.millisecondsPerSecond)} (${by}, ${milli(best.step)})` : '–'
    })
    row([family, ...cells])
  }
}

/** Every failure once, with what failed. */
function printFailures(hosts) {
  const found = new Map()
  const note = (way, what, failure) => {
    const key = `${way}: ${failure}`
    found.set(key, (found.get(key) ?? new Set()).add(what))
  }
  for (const { growth, scenes } of hosts) {
    for (const { way, links, failure } of growth) if (failure) note(way, `${links} links`, failure)
    for (const { name, rows } of scenes)
      for (const { way, failure, long } of rows)
        if (failure ?? long?.failure) note(way, name, failure ?? long.failure)
  }
  if (found.size === 0) return
  title('What did not work')
  for (const [key, places] of found) console.log(`- ${key} (${[...places].join(', ')})`)
}

/** The same WebAssembly makes the same errors everywhere: whether it did, to the digits kept. */
function comparisonOf([first, ...others]) {
  const errorsOf = ({ scenes }) =>
    scenes.flatMap(({ rows }) =>
      rows.map(({ energy, gap, position }) => `${[energy, gap, position]}`)
    )
  const expected = errorsOf(first)
  return others
    .map((other) => {
      const same = errorsOf(other).filter((errors, i) => errors === expected[i]).length
      return `Errors of ${same} of ${expected.length} motions are the same in ${other.host}.`
    })
    .join(' ')
}

const questions = {
  forwardDynamics: 'Forward dynamics',
  inverseDynamics: 'Inverse dynamics',
  massMatrix: 'Mass matrix',
  forwardDynamicsDerivatives: 'Derivatives of forward dynamics by positions, velocities and forces'
}

export function printNative(results) {
  for (const [question, name] of Object.entries(questions)) {
    const rows = results.filter((result) => result.question === question)
    const [, ...others] = rows[0].methods.map((method) => method.name)
    title(`${name}, natively: time [µs], the others' also over the first`)
    heading(['', 'linkwork', ...others, 'answers differ by'])
    for (const { model, methods, difference } of rows) {
      const [ours, ...theirs] = methods
      const cells = theirs.map((each) => `${time(each.microseconds)} (${each.ratio.toFixed(2)})`)
      row([model, time(ours.microseconds), ...cells, error(difference)])
    }
  }
}

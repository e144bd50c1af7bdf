// WebAssembly compiled for a mechanism, and the library's own recursion, whose plan `info` returns:
// forward dynamics, the mass matrix, and whole steps, these also over compiled accelerations alone.
// The ways take turns, and a ratio is the median of the rounds' own ratios: what slows the machine
// down slows all. Times are processor time, calls from JavaScript included.
//
//   node bench/compiled.mjs [NAMES | --covers]
import { beltChain, chain, fourBarChain, load } from 'linkwork'
import { heading, row } from './table.mjs'

const rounds = 31
const roundSeconds = 0.004
const warmUpSeconds = 0.7
const step = 1e-5 // a chain of thousands of links swings fast

const threeAxes = [
  [0, 1, 0],
  [1, 0, 0],
  [0, 0, 1]
]
const anyAxes = [
  [0.3, -0.2, 1],
  [1, 0.5, 0.2],
  [0.1, 1, -0.7]
]
const chains = [10, 20, 50, 100, 1000, 10_000].flatMap((links) => {
  const size = { links, length: links < 1000 ? 0.1 : 0.01 }
  return [
    [`planar chain, ${links}`, chain(size)],
    [`chain x y z, ${links}`, chain({ ...size, axes: threeAxes })],
    ...(links > 1000 ? [] : [[`chain of any axes, ${links}`, chain({ ...size, axes: anyAxes })]])
  ]
})

const write = (time) => `${(1e6 * time).toFixed(2)} µs`

const linkwork = await load()
const subjects = Object.fromEntries([
  ...chains,
  ['chain of ball joints, 20', chain({ links: 20, joint: 'spherical' })],
  ['belts, 60', beltChain({ links: 60 })],
  ['four-bars, 50', fourBarChain({ units: 50 })],
  ...linkwork.catalogue.map(({ name }) => [name, { catalogue: name }])
])

/** Processor time of a number of calls [s]. */
function seconds(call, count) {
  const start = process.cpuUsage()
  for (let i = 0; i < count; i++) call()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}

/** Until the engine's optimizing compiler has done its work; then the calls that fill a round. */
function warmUp(call) {
  for (const end = performance.now() + 1000 * warmUpSeconds; performance.now() < end; ) call()
  let count = 1
  while (seconds(call, count) < roundSeconds) count *= 2
  return count
}

/** The time of the first call and those of the others over it. */
function compare(calls) {
  const counts = calls.map(warmUp)
  const times = Array.from({ length: rounds }, () =>
    calls.map((call, i) => seconds(call, counts[i]) / counts[i])
  )
  const ratioTo = (i) => median(times.map((round) => round[i] / round[0])).toFixed(2)
  return [
    write(median(times.map((round) => round[0]))),
    ...calls.slice(1).map((_, i) => ratioTo(i + 1))
  ]
}

/** A whole step, one over compiled accelerations, and one by recursion. */
async function compareSteps(source, integrator, other) {
  const whole = await linkwork.simulate(source, {
    compile: true,
    step,
    solver: { method: 'articulated-body', integrator }
  })
  const accelerations = await linkwork.simulate(source, {
    compile: true,
    step,
    solver: { method: 'articulated-body', integrator: other }
  })
  const recursion = linkwork.simulate(source, {
    step,
    solver: { method: 'articulated-body', integrator }
  })
  accelerations.solver = { method: 'articulated-body', integrator }
  const ways = [whole, accelerations, recursion]
  const found = compare(ways.map((way) => () => way.step()))
  for (const way of ways) way.dispose()
  return found
}

/** A whole step of discrete mechanics, and one by recursion; nothing where none is compiled. */
async function compareDiscrete(source) {
  const options = { step, solver: { method: 'variational' } }
  const whole = await linkwork.simulate(source, { ...options, compile: true })
  const recursion = linkwork.simulate(source, options)
  const found = whole.compiled.covers.includes('step')
    ? compare([whole, recursion].map((way) => () => way.step()))
    : ['–', '–']
  for (const way of [whole, recursion]) way.dispose()
  return found
}

/** Prints which calls the code of every mechanism of the catalogue covers. */
async function printCovers() {
  const calls = ['forwardDynamics', 'inverseDynamics', 'massMatrix']
  const method = 'articulated-body'
  const integrators = ['rk4', 'semi-implicit-euler', 'variational']
  const columns = [...calls, ...integrators.map((name) => `step of ${name}`)]
  heading(['mechanism', ...columns])
  const counts = columns.map(() => 0)
  for (const { name } of linkwork.catalogue) {
    const isRolling = name === 'rollingDisc' // articulated-body has no nonholonomic constraints
    const coversOf = async (solver) => {
      if (isRolling) return []
      const simulation = await linkwork.simulate(
        { catalogue: name },
        { compile: true, step, solver }
      )
      const { covers } = simulation.compiled
      simulation.dispose()
      return covers
    }
    const covers = await coversOf({ method, integrator: 'rk4' })
    const steps = [
      covers,
      await coversOf({ method, integrator: 'semi-implicit-euler' }),
      await coversOf({ method: 'variational' })
    ].map((each) => each.includes('step'))
    const covered = [...calls.map((call) => covers.includes(call)), ...steps]
    row([name, ...covered.map((is) => (is ? 'yes' : '–'))])
    for (const [i, is] of covered.entries()) counts[i] += Number(is)
  }
  console.log()
  heading(['covered call', `mechanisms of ${linkwork.catalogue.length}`])
  for (const [i, column] of columns.entries()) row([column, counts[i]])
}

/** Prints times of every mechanism whose name matches. */
async function printTimes(pattern) {
  const tables = { forward: [], steps: [], others: [] }
  for (const [name, source] of Object.entries(subjects)) {
    if (!pattern.test(name)) continue
    console.error(name)
    const compiled = await linkwork.simulate(source, { compile: true, step })
    const recursion = linkwork.simulate(source, { step })
    const { isCompiled, reason, covers, bytes, functions, milliseconds } = compiled.compiled
    const both = (call) => compare([compiled, recursion].map((way) => () => call(way)))
    if (isCompiled)
      tables.forward.push([
        name,
        ...both((way) => way.dynamics.forwardDynamics()),
        bytes,
        functions,
        `${milliseconds.toFixed(0)} ms`
      ])
    else console.error(`${name}: ${reason}`)
    if (covers.includes('step'))
      tables.steps.push([
        name,
        ...(await compareSteps(source, 'rk4', 'semi-implicit-euler')),
        ...(await compareSteps(source, 'semi-implicit-euler', 'rk4'))
      ])
    const discrete = isCompiled ? await compareDiscrete(source) : ['–', '–']
    const massMatrix = covers.includes('massMatrix')
      ? both((way) => way.dynamics.massMatrix())
      : ['–', '–']
    if ([...discrete, ...massMatrix].some((cell) => cell !== '–'))
      tables.others.push([name, ...discrete, ...massMatrix])
    compiled.dispose()
    recursion.dispose()
  }
  const print = (head, rows) => {
    if (rows.length === 0) return
    heading(head)
    for (const cells of rows) row(cells)
    console.log()
  }
  print(
    ['forward dynamics', 'compiled', 'recursion over it', 'bytes', 'functions', 'compilation'],
    tables.forward
  )
  const over = ['accelerations alone over it', 'recursion over it']
  print(
    [
      'a step',
      'rk4',
      ...over.map((words) => `rk4: ${words}`),
      'semi-implicit Euler',
      ...over.map((words) => `Euler: ${words}`)
    ],
    tables.steps
  )
  print(
    [
      'other calls',
      'step of variational',
      'variational: recursion over it',
      'mass matrix',
      'mass matrix: recursion over it'
    ],
    tables.others
  )
}

const [wanted = ''] = process.argv.slice(2)
if (wanted === '--covers') await printCovers()
else await printTimes(new RegExp(wanted, 'i'))

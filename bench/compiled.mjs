// WebAssembly compiled for a mechanism, and the library's own recursion, whose plan `info` tells:
// forward dynamics, the mass matrix, and whole steps, these also over compiled accelerations alone.
// The ways take turns, and a ratio is the median of the rounds' own ratios: what slows the machine
// down slows all. Times are processor time, calls from JavaScript included.
//
//   node bench/compiled.mjs [names]
import { beltChain, chain, fourBarChain, load } from 'linkwork'

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

const columns = [24, 13, 10, 13, 15, 11, 13, 15, 11, 13, 10, 13, 11, 10, 11, 13]
const row = (...cells) =>
  console.log(
    cells.map((cell, i) => (i ? cell.padStart(columns[i]) : cell.padEnd(columns[i]))).join('')
  )
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

/** Until the engine's optimising compiler has done its work; then the calls that fill a round. */
function warmUp(call) {
  for (const end = performance.now() + 1000 * warmUpSeconds; performance.now() < end; ) call()
  let count = 1
  while (seconds(call, count) < roundSeconds) count *= 2
  return count
}

/** The time of the first call, and the ratio of each of the others to it. */
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
  const whole = await linkwork.compile(source, { step, integrator })
  const accelerations = await linkwork.compile(source, { step, integrator: other })
  const recursion = linkwork.simulate(source, { step, integrator })
  accelerations.integrator = integrator
  const ways = [whole, accelerations, recursion]
  const found = compare(ways.map((way) => () => way.step()))
  for (const way of ways) way.dispose()
  return found
}

/** A whole step of discrete mechanics, and one by recursion; nothing where none is compiled. */
async function compareDiscrete(source) {
  const options = { step, method: 'variational' }
  const whole = await linkwork.compile(source, options)
  const recursion = linkwork.simulate(source, options)
  const found = whole.compiled.covers.includes('step')
    ? compare([whole, recursion].map((way) => () => way.step()))
    : ['', '']
  for (const way of [whole, recursion]) way.dispose()
  return found
}

const pattern = new RegExp(process.argv[2] ?? '', 'i')
const heads = ['/ accelerations', '/ recursion']
row(
  '',
  'forward',
  '/ recur.',
  'rk4 step',
  ...heads,
  'Euler step',
  ...heads,
  'variational',
  '/ recur.',
  'mass',
  '/ recur.',
  'bytes',
  'functions',
  'compile'
)
for (const [name, source] of Object.entries(subjects)) {
  if (!pattern.test(name)) continue
  const compiled = await linkwork.compile(source, { step })
  const recursion = linkwork.simulate(source, { step })
  const { isCompiled, reason, covers, bytes, functions, milliseconds } = compiled.compiled
  const none = ['', '', '']
  const steps = covers.includes('step')
  row(
    name,
    ...compare([compiled, recursion].map((way) => () => way.forwardDynamics())),
    ...(steps ? await compareSteps(source, 'rk4', 'semi-implicit-euler') : none),
    ...(steps ? await compareSteps(source, 'semi-implicit-euler', 'rk4') : none),
    ...(steps ? await compareDiscrete(source) : ['', '']),
    ...(covers.includes('massMatrix')
      ? compare([compiled, recursion].map((way) => () => way.massMatrix()))
      : ['', '']),
    String(bytes),
    String(functions),
    isCompiled ? `${milliseconds.toFixed(0)} ms` : reason
  )
  compiled.dispose()
  recursion.dispose()
}

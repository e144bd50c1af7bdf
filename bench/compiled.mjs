// Forward dynamics in WebAssembly: compiled for the mechanism, and by the library's own recursion,
// whose plan `info` tells. The two take turns, and a ratio is the median of the rounds' own ratios:
// what slows the machine down slows both. Times are processor time, calls from JavaScript included.
import { beltChain, chain, fourBarChain, load } from 'linkwork'

const rounds = 31
const roundSeconds = 0.004
const warmUpSeconds = 0.7

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

const columns = [24, 13, 13, 12, 10, 11, 13]
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

const pattern = new RegExp(process.argv[2] ?? '', 'i')
row('forward dynamics', 'compiled', 'recursion', '/ compiled', 'bytes', 'functions', 'compile')
for (const [name, source] of Object.entries(subjects)) {
  if (!pattern.test(name)) continue
  const compiled = await linkwork.compile(source)
  const recursion = linkwork.simulate(source)
  const ways = [compiled, recursion]
  for (const way of ways) way.step(20)
  const calls = ways.map((way) => () => way.forwardDynamics())
  const counts = calls.map(warmUp)
  const times = Array.from({ length: rounds }, () =>
    calls.map((call, i) => seconds(call, counts[i]) / counts[i])
  )
  const ratio = median(times.map((round) => round[1] / round[0])).toFixed(2)
  const { isCompiled, reason, bytes, functions, milliseconds } = compiled.compiled
  row(
    name,
    ...[0, 1].map((i) => write(median(times.map((round) => round[i])))),
    ratio,
    String(bytes),
    String(functions),
    isCompiled ? `${milliseconds.toFixed(0)} ms` : reason
  )
  for (const way of ways) way.dispose()
}

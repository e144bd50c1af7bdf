// Forward dynamics in WebAssembly: compiled for the mechanism, and by the library's own recursion,
// whose plan `info` tells. The two take turns, and a ratio is the median of the rounds' own ratios:
// what slows the machine down slows both. Times are processor time, calls from JavaScript included.
import {
  beltChain,
  chain,
  fourBarChain,
  gearedLeg,
  jvrc1,
  load,
  miniCheetah,
  mitHumanoid,
  telloHumanoid
} from 'linkwork'

const rounds = 31
const roundSeconds = 0.004
const warmUpSeconds = 0.7

const threeAxes = [
  [0, 1, 0],
  [1, 0, 0],
  [0, 0, 1]
]
const subjects = {
  'planar chain, 20': chain({ links: 20 }),
  'planar chain, 50': chain({ links: 50 }),
  'planar chain, 100': chain({ links: 100 }),
  'planar chain, 1000': chain({ links: 1000, length: 0.01 }),
  'chain x y z, 20': chain({ links: 20, axes: threeAxes }),
  'chain x y z, 100': chain({ links: 100, axes: threeAxes }),
  'chain of ball joints, 20': chain({ links: 20, joint: 'spherical' }),
  'belt chain, 6': beltChain({ links: 6 }),
  'four-bars, 5': fourBarChain({ units: 5 }),
  'geared leg': gearedLeg(),
  'Mini Cheetah': miniCheetah(),
  'MIT Humanoid': mitHumanoid(),
  'Tello Humanoid': telloHumanoid(),
  'JVRC-1': jvrc1()
}

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

const columns = [24, 13, 13, 12, 10, 11, 13]
const row = (...cells) =>
  console.log(
    cells.map((cell, i) => (i ? cell.padStart(columns[i]) : cell.padEnd(columns[i]))).join('')
  )
const write = (time) => `${(1e6 * time).toFixed(2)} µs`

const linkwork = await load()
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

// Runs both benchmarks and prints their medians side by side. Processor time is compared, which a
// busy machine disturbs less than time on the clock.
import { execFileSync } from 'node:child_process'
import { heading, row } from './table.mjs'

const filter = process.argv[2] ?? ''
const output = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }

function measureNative() {
  const report = execFileSync(
    'build/native/bench/linkwork_bench',
    [
      `--benchmark_filter=${filter}`,
      '--benchmark_format=json',
      '--benchmark_min_time=0.02',
      '--benchmark_repetitions=15',
      '--benchmark_report_aggregates_only=true'
    ],
    output
  )
  const medians = JSON.parse(report).benchmarks.filter((row) => row.aggregate_name === 'median')
  return new Map(medians.map((row) => [row.run_name, row.cpu_time])) // Google Benchmark's unit is ns
}

function measureWasm() {
  const lines = execFileSync('node', ['bench/node.mjs', filter], output).trim().split('\n')
  const rows = lines.filter(Boolean).map((line) => JSON.parse(line))
  return new Map(rows.map(({ name, nanoseconds }) => [name, nanoseconds]))
}

function write(nanoseconds) {
  if (nanoseconds === undefined) return '–'
  const microseconds = nanoseconds / 1000
  return `${microseconds.toFixed(microseconds < 100 ? 2 : 0)} µs`
}

/** Time per link at 1000 links over that at 100: 1 where the cost is linear. */
function growth(times, operation) {
  return times.get(`${operation}/chain-1000`) / times.get(`${operation}/chain-100`) / 10
}

const native = measureNative()
const wasm = measureWasm()
if (native.size === 0) {
  console.error(`no benchmark's name matches "${filter}"`)
  process.exit(2)
}

heading(['call', 'native', 'WebAssembly', 'ratio'])
for (const [name, time] of native) {
  const ratio = wasm.get(name) / time
  row([name, write(time), write(wasm.get(name)), Number.isNaN(ratio) ? '–' : ratio.toFixed(2)])
}
const ratios = [...native].map(([name, time]) => wasm.get(name) / time).filter(Number.isFinite)
const growths = [native, wasm].map((times) => growth(times, 'forwardDynamics').toFixed(2))
const summary = [
  ['largest ratio WebAssembly / native', '', Math.max(...ratios).toFixed(2)],
  ['forward dynamics, time of a link in 1000 links over that in 100', ...growths]
].filter((cells) => !cells.some((cell) => /Infinity|NaN/.test(cell)))
if (summary.length > 0) {
  console.log()
  heading(['', 'native', 'WebAssembly'])
  for (const cells of summary) row(cells)
}

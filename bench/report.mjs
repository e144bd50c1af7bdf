// Runs both benchmarks and prints their medians side by side. Processor time is compared, which a
// busy machine disturbs less than time on the clock.
import { execFileSync } from 'node:child_process'

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

const row = (...cells) =>
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(28) : cell.padStart(13))).join(''))
row('call', 'native', 'WebAssembly', 'ratio')
let worst = 0
for (const [name, time] of native) {
  const ratio = wasm.get(name) / time
  if (ratio > worst) worst = ratio
  row(name, write(time), write(wasm.get(name)), Number.isNaN(ratio) ? '–' : ratio.toFixed(2))
}
console.log(`\nlargest ratio WebAssembly / native: ${worst.toFixed(2)}`)
for (const [where, times] of Object.entries({ native, WebAssembly: wasm })) {
  const ratio = growth(times, 'forwardDynamics')
  if (!Number.isNaN(ratio))
    console.log(
      `forwardDynamics, ${where}: time per link at 1000 links / at 100: ${ratio.toFixed(2)}`
    )
}

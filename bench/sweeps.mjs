// The limits of a sweep, as tables for bench/sweeps: runs by threads, parts by a queue whose workers have
// nothing to do, and the joining of results. Times are those of the clock.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { cartPendulum, chain, fourBar, load } from 'linkwork'
import { SweepFolder } from '../wasm_bindings/dist/sweep/folder.js'
import { ThreadPool } from '../wasm_bindings/dist/sweep/pool.js'
import { queueComputer, queueWorker } from '../wasm_bindings/dist/sweep/queue.js'
import { writeResults } from '../wasm_bindings/dist/sweep/results.js'
import { runParts } from '../wasm_bindings/dist/sweep/run.js'
import { openSweep } from '../wasm_bindings/dist/sweep/sweep.js'
import { encodePart } from '../wasm_bindings/dist/sweep/tables.js'
import { heading, row } from './table.mjs'

const linkwork = await load()
const folder = mkdtempSync(join(tmpdir(), 'linkwork-sweeps-'))

/** Runs that differ by the torque on the first joint. */
function sweepOf(mechanism, more) {
  const [{ name }] = linkwork.mechanism(mechanism).joints
  const vary = { torque: { [name]: { uniform: [-0.1, 0.1] } } }
  return openSweep(linkwork, { mechanism, step: 1e-3, seed: 1, sampling: 'random', vary, ...more })
}

/** Seconds for all parts of a sweep, by a computer that `make` makes. */
async function timed(name, sweep, make) {
  const results = await SweepFolder.open(join(folder, name), sweep)
  const computer = await make(sweep)
  const start = performance.now()
  const never = new AbortController().signal
  await runParts(results, await results.missing(), computer, never, () => {})
  return (performance.now() - start) / 1000
}

function threads(count) {
  return ({ spec }) => {
    const pool = new ThreadPool(count)
    const text = JSON.stringify(spec)
    const compute = async (part, keep) => keep(await pool.compute(text, part))
    return { width: count + 1, compute, close: () => pool.close() }
  }
}

const all = availableParallelism()
heading(['1 s in steps of 1 ms', 'runs/s on 1 thread', `on ${all}`, 'over 1'])
for (const [name, mechanism, samples] of [
  ['pendulum on a cart', cartPendulum(), 2000],
  ['chain, 10', chain({ links: 10 }), 1000],
  ['four-bar', fourBar(), 1000]
]) {
  const sweep = sweepOf(mechanism, { duration: 1, samples })
  const one = await timed(`${name}-1`, sweep, threads(1))
  const many = await timed(`${name}-${all}`, sweep, threads(all))
  row([name, (samples / one).toFixed(0), (samples / many).toFixed(0), (one / many).toFixed(2)])
}

// A part's results, as if computed.
function partOf(sweep, index) {
  const first = index * sweep.runsPerPart
  const numbers = () =>
    Float64Array.from({ length: sweep.runsPerPart }, (_, i) => Math.sqrt(first + i))
  const columns = [...sweep.varied, ...sweep.outputs].map(numbers)
  const run = Int32Array.from({ length: sweep.runsPerPart }, (_, i) => first + i)
  return encodePart(sweep, { run, columns, failures: Array(sweep.runsPerPart).fill(null) })
}

console.log()
heading(['through a queue, 4 workers', 'parts/s', 'MB/s'])
const port = 7631
const server = spawn('redis-server', ['--port', port, '--save', '', '--appendonly', 'no'])
await once(server.stdout, 'data')
const address = `redis://127.0.0.1:${port}`
for (const runsPerPart of [10, 1000]) {
  const sweep = sweepOf(cartPendulum(), {
    duration: 1e-3,
    samples: 2000 * runsPerPart,
    runsPerPart
  })
  const bytes = partOf(sweep, 0)
  const idle = { threads: 16, compute: async () => bytes }
  const workers = await Promise.all(
    Array.from({ length: 4 }, () => queueWorker(address, linkwork.version, idle))
  )
  const seconds = await timed(`queue-${runsPerPart}`, sweep, () => queueComputer(address, sweep))
  await Promise.all(workers.map((worker) => worker.close()))
  const rate = sweep.parts / seconds
  row([`${runsPerPart} runs a part`, rate.toFixed(0), ((rate * bytes.length) / 1e6).toFixed(1)])
}
server.kill()

console.log()
heading(['joining results', 'seconds', 'MB of memory'])
const sweep = sweepOf(cartPendulum(), { duration: 1e-3, samples: 1e6, runsPerPart: 1000 })
const results = await SweepFolder.open(join(folder, 'join'), sweep)
for (let part = 0; part < sweep.parts; part++) await results.write(part, partOf(sweep, part))
const before = process.memoryUsage().rss
const start = performance.now()
await writeResults(results)
const grown = process.resourceUsage().maxRSS / 1000 - before / 1e6
row([
  '1,000,000 runs of 13 numbers',
  ((performance.now() - start) / 1000).toFixed(1),
  grown.toFixed(0)
])
rmSync(folder, { recursive: true })

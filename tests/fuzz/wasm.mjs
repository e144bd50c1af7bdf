import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { callsOf, textOf } from './recording.mjs'
import { kinds, seedsOf, shrunk } from './sequence.mjs'

/**
 * Fuzzes the package in Node with sequences of calls, of ensembles, or of mutated files that are read:
 *
 *   node tests/fuzz/wasm.mjs [--seconds N | --count SEQUENCES] [--of calls|files|ensembles] [--seed FIRST]
 *
 * or makes the calls of a finding again: --replay FILE, or --replay SEED,SEED,… of this generator.
 */
const longestSilence = 60_000 // ms without a call that ends: it hangs
const batch = 200 // sequences of one module
const findings = fileURLToPath(new URL('../../build/fuzz/findings/', import.meta.url))

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    count: { type: 'string' },
    of: { type: 'string', default: 'calls' },
    seed: { type: 'string', default: '1' },
    replay: { type: 'string' }
  }
})
const { of } = values
if (!(of in kinds)) throw new Error(`--of ${of}: it is one of ${Object.keys(kinds).join(', ')}`)

/** Runs in a thread of its own with a module of its own; resolves with what it said last. */
function inWorker(work, hear = () => {}) {
  return new Promise((resolve) => {
    const workerData = { ...work, of }
    const worker = new Worker(new URL('./wasm-worker.mjs', import.meta.url), { workerData })
    let last = {}
    let silence
    const end = (wrong) => {
      clearTimeout(silence)
      worker.terminate()
      resolve(wrong ? { ...last, wrong } : last)
    }
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => end(`${last.call}: hangs`), longestSilence)
    }
    listen()
    worker.on('message', (message) => {
      listen()
      if (!message.made) last = message
      hear(message)
    })
    worker.on('error', (error) => end(`${last.call}: ended the thread: ${error}`))
    worker.on('exit', () => end(last.done ? last.wrong : `${last.call}: ended the thread`))
  })
}

/** The kind of a finding, to compare it with that of a shorter list. */
const kindOf = (wrong) => wrong?.replace(/[-\d.e+]+/g, '#').slice(0, 80)

/** The same of what is wrong, without the call. */
const symptomOf = (wrong) => kindOf(wrong?.replace(/^.*?: /, ''))

/** The calls of the package that show a finding, as few as there can be; none if they do not. */
async function recordedCalls(seeds, wrong) {
  const made = []
  await inWorker({ seeds, record: true }, (message) => message.made && made.push(message.made))
  const isWrong = async (calls) => symptomOf((await inWorker({ calls })).wrong) === symptomOf(wrong)
  const calls = made.map((text) => JSON.parse(text))
  return (await isWrong(calls)) ? shrunk(calls, isWrong) : []
}

async function report(sequence, wrong) {
  console.log(`\nsequence ${sequence}: ${wrong}`)
  const kind = kindOf(wrong)
  const hangs = wrong.endsWith('hangs')
  const shortest = hangs
    ? seedsOf(sequence)
    : await shrunk(seedsOf(sequence), async (seeds) => {
        const found = await inWorker({ seeds })
        return kindOf(found.wrong) === kind
      })
  const { names = [] } = await inWorker({ seeds: shortest })
  console.log(`  ${names.join(', ')}`)
  const calls = hangs ? [] : await recordedCalls(shortest, wrong)
  if (calls.length > 0) {
    mkdirSync(findings, { recursive: true })
    writeFileSync(`${findings}package-${of}-${sequence}`, textOf(calls))
  }
  const what = calls.length > 0 ? `build/fuzz/findings/package-${of}-${sequence}` : shortest.join()
  console.log(`  node tests/fuzz/wasm.mjs --of ${of} --replay ${what}`)
}

async function fuzz() {
  const first = Number(values.seed)
  const count = values.count ? Number(values.count) : Number.POSITIVE_INFINITY
  const start = Date.now()
  const end = values.count ? Number.POSITIVE_INFINITY : start + 1000 * Number(values.seconds)
  const totals = { sequences: 0, calls: 0, errors: 0, findings: 0, largestHeap: 0 }
  const reported = new Set()
  for (let next = first; next < first + count && Date.now() < end; ) {
    const sequences = Array.from(
      { length: Math.min(batch, first + count - next) },
      (_, i) => next + i
    )
    const { sequence, wrong } = await inWorker({ sequences }, (message) => {
      if (message.call) totals.calls++
      else {
        next = message.sequence + 1
        totals.sequences++
        totals.errors += message.errors
        totals.largestHeap = Math.max(totals.largestHeap, message.heap ?? 0)
        if (totals.sequences % 1000 === 0) console.log(`${totals.sequences} sequences …`)
      }
    })
    if (!wrong) continue
    next = (sequence ?? next) + 1
    totals.findings++
    const kind = kindOf(wrong)
    if (reported.has(kind)) continue
    reported.add(kind)
    await report(sequence, wrong)
  }
  const seconds = Math.round((Date.now() - start) / 1000)
  const { sequences, calls, errors, findings, largestHeap } = totals
  console.log(
    `${sequences} sequences, ${calls} ${of}, ${errors} of them refused, ${findings} findings of ` +
      `${reported.size} kinds, at most ${largestHeap / 2 ** 20} MiB, ${seconds} s`
  )
  return findings
}

if (values.replay) {
  const areSeeds = /^[\d,]+$/.test(values.replay)
  const { wrong, names } = await inWorker(
    areSeeds
      ? { seeds: values.replay.split(',').map(Number) }
      : { calls: callsOf(readFileSync(values.replay, 'utf8')) }
  )
  console.log(names?.join(', '))
  console.log(wrong ?? 'nothing is wrong')
  process.exitCode = wrong ? 1 : 0
} else process.exitCode = (await fuzz()) > 0 ? 1 : 0

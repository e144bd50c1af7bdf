// The results of every method at extremes (docs/extremes.md): a right result with its error, or a clear
// error. Each cell runs in a thread that is ended where it takes too long. Arguments limit the rows
// to those that match one of them.
import { Worker } from 'node:worker_threads'
import { accelerationMethods, methods } from 'linkwork/tables'
import { mechanisms } from './extremes-mechanisms.mjs'
import { heading, row } from './table.mjs'

const longest = Number(process.env.SECONDS_PER_CELL ?? 30)
const clear = new Set(['MechanismError', 'SimulationError'])
/** Errors by their numbers from 1, as the first of each kind put it. */
const notes = []

let worker
/** Takes what the thread says next. */
let settle = () => undefined

/** The next message of the thread; one that ends, or takes too long, is not used again. */
async function answer(request) {
  worker ??= startWorker()
  const said = new Promise((resolve) => {
    settle = resolve
  })
  const timer = setTimeout(() => giveUp({ late: true }), longest * 1000)
  worker.postMessage(request)
  const result = await said
  clearTimeout(timer)
  return result
}

function startWorker() {
  const thread = new Worker(new URL('extremes-worker.mjs', import.meta.url))
  const ended = (result) => thread === worker && giveUp(result)
  thread.on('message', (result) => settle(result))
  thread.on('error', ({ name, message }) => ended({ error: name, message }))
  thread.on('exit', (code) => ended({ error: 'exit', message: `status ${code}` }))
  return thread
}

function giveUp(result) {
  const thread = worker
  worker = undefined
  thread.terminate()
  settle(result)
}

/** The number of a message: one for all that differ in figures alone. */
function note(message) {
  const said = message
    .replace(/^.*? step of \S+ s from t = \S+ s failed: /, '')
    .replace(/; the state is that of .*/, '')
  const kind = said.replace(/\d[\d.e+-]*/g, '#').slice(0, 60)
  const found = notes.findIndex((each) => each.kind === kind)
  if (found >= 0) return found + 1
  return notes.push({ kind, said: said.length > 200 ? `${said.slice(0, 200)}…` : said })
}

function written({ value, error, message, late }) {
  if (late) return `**> ${longest} s**`
  if (error) return `${clear.has(error) ? 'error' : `**${error}**`} ${note(message)}`
  if (!Number.isFinite(value)) return '**NaN**'
  const text = value === 0 ? '0' : value.toExponential(0)
  return value > 1 ? `**${text}**` : text
}

/**
 * Each method's largest distance from the median of all that answered, over the largest median, or
 * over the least that counts.
 */
function disagreements(cells, least) {
  const answers = cells.flatMap(({ values }) => (values ? [values] : []))
  const medians = (answers[0] ?? []).map((_, i) => {
    const sorted = answers.map((values) => values[i]).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)]
  })
  const scale = Math.max(...medians.map(Math.abs), least)
  return cells.map((each) => {
    if (!each.values) return each
    const distances = each.values.map((value, i) => Math.abs(value - medians[i]))
    return { value: Math.max(...distances, 0) / scale }
  })
}

const wanted = process.argv.slice(2)
const names = Object.keys(mechanisms).filter(
  (name) => wanted.length === 0 || wanted.some((word) => name.includes(word))
)

console.log('## Accelerations\n')
heading(['', ...accelerationMethods.map(({ name }) => name)])
for (const name of names.filter((each) => !each.startsWith('steps of'))) {
  const cells = []
  for (const { name: method } of accelerationMethods) cells.push(await answer({ name, method }))
  // The error of resting mechanisms is relative to the forces on them.
  const least = mechanisms[name].dissipates ? 9.81 : Number.MIN_VALUE
  row([name, ...disagreements(cells, least).map(written)])
}
for (const { name: method, integrators } of methods) {
  console.log(`\n## Motion by ${method}\n`)
  heading(['', ...integrators.map(({ name }) => name)])
  for (const name of names) {
    const cells = []
    for (const { name: integrator } of integrators)
      cells.push(await answer({ name, method, integrator }))
    row([name, ...cells.map(written)])
  }
}
console.log('\n## Errors\n')
for (const [i, { said }] of notes.entries()) console.log(`${i + 1}. ${said}`)
await worker?.terminate()

// The demo page left running, with its tab shown and hidden in turn (docs/endurance.md). The page is
// the built one in Chromium, drawn without WebGL, which software renders too slowly to look at.
import { chromium } from '@playwright/test'
import { preview } from 'vite'
import { heading, row } from './table.mjs'

const rounds = 10
/** Of a round the tab is shown this part. */
const shown = 2 / 3
const ports = { page: 5392, browser: 5393 }
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds))

/** Prints what becomes of the page in so many minutes. */
export async function endurePage(minutes) {
  const server = await preview({
    root: 'web',
    logLevel: 'silent',
    preview: { port: ports.page, strictPort: true }
  })
  // Playwright keeps every page visible, but for those of a browser that it joins.
  const launched = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', `--remote-debugging-port=${ports.browser}`]
  })
  const browser = await chromium.connectOverCDP(`http://localhost:${ports.browser}`, {
    noDefaults: true
  })
  try {
    await endure(browser.contexts()[0], minutes)
  } finally {
    await launched.close()
    await server.close()
  }
}

async function endure(context, minutes) {
  const page = await context.newPage()
  const complaints = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript(withoutWebGl)
  await page.route('**/simulation-worker-*.js', exposeMemory)
  await page.goto(`http://localhost:${ports.page}/#mechanism=leg`)
  await page.waitForSelector('html[data-ready=true][data-stage=ready]', { timeout: 50_000 })
  await page.getByRole('button', { name: 'Accuracy' }).click()
  await page.evaluate(watch)
  const devtools = await context.newCDPSession(page)
  const worker = await workerOf(devtools)
  const other = await context.newPage()

  printIntroduction(minutes)
  for (let round = 1; round <= rounds; round++) {
    await page.bringToFront()
    await pause((60 * minutes * shown) / rounds)
    const memory = await memoryOf(devtools, worker)
    await other.bringToFront()
    await pause((60 * minutes * (1 - shown)) / rounds)
    row(cells(round, await page.evaluate(() => globalThis.watched.take()), memory))
  }
  await page.bringToFront()
  await pause(1)
  const { advance } = await page.evaluate(() => globalThis.watched.take())
  console.log(`\nShown again, it advances by at most ${advance.toFixed(3)} s between two frames.`)
  console.log(`Messages in the console: ${complaints.length}.`)
  for (const complaint of complaints) console.log(`- ${complaint}`)
}

function printIntroduction(minutes) {
  console.log(`\n## The page, ${minutes} minutes\n`)
  heading([
    'round',
    'state at its end',
    'frames go on',
    'hidden frames',
    'simulated over shown',
    'largest advance [s]',
    'energy error',
    'loop error [m]',
    'page [kB]',
    'worker [kB]',
    'WebAssembly [kB]',
    'nodes'
  ])
}

function cells(round, sum, { page, worker, wasm, nodes }) {
  return [
    round,
    sum.state,
    sum.frames > 0 ? 'yes' : '**no**',
    sum.hidden,
    (sum.simulated / sum.shown).toFixed(2),
    sum.advance.toFixed(3),
    sum.energy.toExponential(0),
    sum.loop.toExponential(0),
    Math.round(page / 1000),
    Math.round(worker / 1000),
    wasm / 1024,
    nodes
  ]
}

function withoutWebGl() {
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest)
  }
}

/** The worker's script, which then keeps the memory of its WebAssembly where it can be requested. */
async function exposeMemory(route) {
  const response = await route.fetch()
  const before = `{
    const { instantiate } = WebAssembly
    WebAssembly.instantiate = async (...given) => {
      const made = await instantiate(...given)
      globalThis.wasmMemory = Object.values(made.exports).find((each) => each instanceof WebAssembly.Memory)
      return made
    }
  }\n`
  await route.fulfill({ response, body: before + (await response.text()) })
}

/** In the page: adds up the numbers of its frames, from one `take` to the next. Times in s. */
function watch() {
  const start = () => ({
    frames: 0,
    hidden: 0,
    simulated: 0,
    shown: 0,
    advance: 0,
    energy: 0,
    loop: 0
  })
  let sum = start()
  let previous
  document.addEventListener('linkwork:frame', ({ detail: { time } }) => {
    const advance = time - (previous ?? time)
    previous = time
    sum[document.hidden ? 'hidden' : 'frames'] += 1
    sum.simulated += advance
    sum.advance = Math.max(sum.advance, Math.abs(advance))
  })
  let since = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) sum.shown += (performance.now() - since) / 1000
    since = performance.now()
  })
  const gauge = (name) =>
    10 ** document.querySelector(`[role=meter][aria-label="${name}"]`).ariaValueNow
  setInterval(() => {
    sum.energy = Math.max(sum.energy, gauge('Energy error'))
    sum.loop = Math.max(sum.loop, gauge('Loop error'))
  }, 1000)
  globalThis.watched = {
    take() {
      const taken = { ...sum, state: document.visibilityState }
      sum = start()
      return taken
    }
  }
}

/** Sends commands of the DevTools protocol to the page's worker. */
async function workerOf(devtools) {
  const answers = new Map()
  devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    answers.get(id)?.(result)
    answers.delete(id)
  })
  const attached = new Promise((resolve) => devtools.once('Target.attachedToTarget', resolve))
  await devtools.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false
  })
  const { sessionId } = await attached
  let sent = 0
  return {
    send(method, params = {}) {
      const id = ++sent
      const answer = new Promise((resolve) => answers.set(id, resolve))
      const message = JSON.stringify({ id, method, params })
      devtools.send('Target.sendMessageToTarget', { sessionId, message })
      return answer
    }
  }
}

/** [bytes], after a collection. */
async function memoryOf(devtools, worker) {
  await devtools.send('HeapProfiler.collectGarbage')
  await worker.send('HeapProfiler.collectGarbage')
  const { usedSize: page } = await devtools.send('Runtime.getHeapUsage')
  const { usedSize: worked } = await worker.send('Runtime.getHeapUsage')
  const { nodes } = await devtools.send('Memory.getDOMCounters')
  const { result } = await worker.send('Runtime.evaluate', {
    expression: 'wasmMemory.buffer.byteLength'
  })
  return { page, worker: worked, wasm: result.value, nodes }
}

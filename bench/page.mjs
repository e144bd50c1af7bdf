// The cost of the built page, drawn by Chromium in software or on a GPU (bench/README.md): when its first
// picture is there, frames a second and the pace of its chains and robots, and what its worker does above
// the steps.
import { cpus } from 'node:os'
import { chromium } from '@playwright/test'
import { load } from 'linkwork'
import { preview, runnerImport } from 'vite'
import { drawingSettings, hardwareDrawingSettings } from '../script/chromium.js'
import { heading, row } from './table.mjs'

const port = 5395
const viewport = { width: 1440, height: 900 }
/** A slow link: 4 Mbit/s there, a round in 60 ms. */
const slowLink = {
  offline: false,
  latency: 60,
  downloadThroughput: 5e5,
  uploadThroughput: 1e5
}
const settling = 3
const watched = 10
const robots = ['mini-cheetah', 'minitaur', 'mit-humanoid', 'tello', 'jvrc-1', 'mini-cheetah-walk']
/** Rows of motion, their addresses, and the links of ropes. */
const moving = [
  ...[100, 1000].map((links) => [`chain-${links}`, `mechanism=chain&links=${links}`]),
  ...robots.map((robot) => [robot, `mechanism=${robot}`]),
  ...[10_000, 100_000].map((links) => [`rope-${links}`, 'mode=understand&topic=linear-time', links])
]
/** Computing of the worker until it goes as fast as it will [ms]. */
const enough = 1000
/** Of a wait [ms]. */
const patience = 60_000
/** Newer syntax than Node's is written out for it. */
const inNode = { configFile: false, logLevel: 'error', oxc: { target: 'es2022' } }
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds))
const number = (value, digits = 3) => Number(value.toPrecision(digits)).toString()

const isOnHardware = process.argv.includes('--hardware')
const given = process.argv.slice(2).filter((name) => name !== '--hardware')
const rows = moving.filter(([name]) => given.includes(name))
const known = ['pictures', 'motion', 'worker', ...rows.map(([name]) => name)]
const unknown = given.filter((name) => !known.includes(name))
if (unknown.length > 0) throw new Error(`There is no part and no row called ${unknown.join(', ')}.`)
const isWanted = (part) =>
  given.length === 0 || given.includes(part) || (part === 'motion' && rows.length > 0)
console.log(`${cpus().length} cores (${cpus()[0].model}), Node ${process.version}.\n`)
if (isWanted('pictures') || isWanted('motion')) {
  const server = await preview({
    root: 'web',
    logLevel: 'silent',
    preview: { port, strictPort: true }
  })
  const browser = await chromium.launch(isOnHardware ? hardwareDrawingSettings : drawingSettings)
  console.log(`Drawn by ${await rendererOf(browser)}.\n`)
  if (isWanted('pictures')) await firstPictures(browser)
  if (isWanted('motion')) await paces(browser)
  await browser.close()
  await server.close()
}
if (isWanted('worker')) await aboveTheSteps()

/** The renderer, by its name in WebGL. */
async function rendererOf(browser) {
  const page = await browser.newPage()
  const name = await page.evaluate(() => {
    const gl = document.createElement('canvas').getContext('webgl2')
    return gl?.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL)
  })
  await page.close()
  if (!name) throw new Error('Chromium has nothing to draw with.')
  return name
}

/** A page that nothing is kept of. */
async function open(browser, address, link) {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  if (link) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', link)
  }
  await page.addInitScript(noteTimes)
  try {
    await page.goto(`http://localhost:${port}/#${address}`)
    await page.waitForSelector('html[data-ready=true][data-stage=ready]')
    return page
  } catch (error) {
    await context.close()
    throw error
  }
}

/** In the page: when a mechanism was first drawn, and when what the solver says was [ms]. */
function noteTimes() {
  globalThis.times = {}
  // The drawing of an animation frame is done when the next one begins.
  const noteDrawn = (name) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        globalThis.times[name] ??= performance.now()
      })
    )
  const look = () => {
    const { picture, stage, ready } = document.documentElement.dataset
    if (stage === 'ready' && (picture || ready)) noteDrawn('picture')
    if (stage === 'ready' && ready) noteDrawn('live')
  }
  new MutationObserver(look).observe(document, { attributes: true, subtree: true })
}

async function firstPictures(browser) {
  console.log('## The first picture\n')
  heading(['from a cold start, to [s]', 'its picture', 'its first frame in motion'])
  for (const [place, link] of [
    ['here', undefined],
    ['by 4 Mbit/s', slowLink]
  ])
    for (const entry of ['chain', 'mit-humanoid']) {
      const page = await open(browser, `mechanism=${entry}`, link)
      await page.waitForFunction(() => globalThis.times.live !== undefined)
      const { picture, live } = await page.evaluate(() => globalThis.times)
      row([`${entry}, ${place}`, seconds(picture), seconds(live)])
      await page.context().close()
    }
  console.log()
}

function seconds(milliseconds) {
  return (milliseconds / 1000).toFixed(1)
}

/** Chains and robots as they are watched, and the ropes of Understand. */
async function paces(browser) {
  console.log('## In motion\n')
  heading(['', 'frames a second', 'step as the page measures it [µs]', 'real-time factor'])
  for (const [name, address, rope] of rows.length > 0 ? rows : moving)
    try {
      row([name, ...(await pace(browser, address, rope))])
    } catch (error) {
      row([name, `failed: ${error.message.split('\n')[0]}`, '–', '–'])
      process.exitCode = 1
    }
  console.log()
}

/** `rope` is how many links hang on the stage of Understand. */
async function pace(browser, address, rope) {
  const page = await open(browser, address)
  const faults = []
  page.on('pageerror', (error) => faults.push(error))
  // Waits for a page that hangs end with it.
  const limit = setTimeout(() => page.context().close(), patience)
  try {
    if (rope) await hang(page, rope)
    await pause(settling)
    const frames = await page.evaluate(framesASecond, 1000 * watched)
    const [step, factor] = rope ? await ropePace(page) : await watchedPace(page)
    if (faults.length > 0) throw faults[0]
    return [number(frames), number(step), Number.parseFloat(factor)]
  } finally {
    clearTimeout(limit)
    await page.context().close()
  }
}

async function hang(page, links) {
  await page.getByRole('button', { name: /^Links: .*edit$/ }).click()
  await page.getByRole('textbox', { name: 'Links' }).fill(String(links))
  await page.keyboard.press('Enter')
  await page.getByText('of real time, as fast as it goes').waitFor()
}

async function watchedPace(page) {
  const gauge = page.getByRole('meter', { name: 'Step time' })
  const decades = await gauge.getAttribute('aria-valuenow')
  return [10 ** Number(decades), await page.locator('.measured-value').textContent()]
}

/** The step is one of the recursion alone, which the page measures next to the rope. */
async function ropePace(page) {
  const panel = page.getByRole('complementary', { name: 'Linear time' })
  const value = panel.locator('dt:text-is("O(n) recursion") + dd').filter({ hasText: /\d/ })
  const written = await value.textContent()
  const step = Number.parseFloat(written) * (written.endsWith('ms') ? 1000 : 1)
  return [step, await page.locator('.rope-speed').textContent()]
}

/** In the page: animation frames a second, over so many milliseconds. */
function framesASecond(duration) {
  return new Promise((resolve) => {
    let frames = -1
    let start
    const count = (now) => {
      frames += 1
      start ??= now
      if (now - start < duration) requestAnimationFrame(count)
      else resolve((1000 * frames) / (now - start))
    }
    requestAnimationFrame(count)
  })
}

/** The cost of the worker over the steps of its simulation, in Node: 60 frames a second, real time. */
async function aboveTheSteps() {
  console.log('## Above the steps\n')
  heading(['', 'a step [µs]', 'of the page above it [µs]', 'share [%]'])
  const paths = ['model/mechanisms/index', 'model/settings', 'worker/session', 'worker/frame']
  const modules = await Promise.all(
    paths.map(async (path) => (await runnerImport(`web/src/${path}.ts`, inNode)).module)
  )
  const code = Object.assign({}, ...modules)
  const linkwork = await load()
  for (const entry of code.mechanisms) {
    const seen = watching(linkwork)
    const session = openSession(seen.linkwork, code, entry)
    await session.compile()
    const steps = timed(seen.simulation)
    const fill = filling(session, code.Frame)
    let frames = 0
    for (let spent = 0; spent < enough; frames++) spent += fill() // until its code is as fast as it gets
    const found = Array.from({ length: frames }, () => {
      Object.assign(steps, { time: 0, count: 0 })
      return { whole: fill(), ...steps }
    })
    const { whole, time, count } = sumOf(undisturbed(found))
    const [step, above] = [time, whole - time].map((each) => (1000 * each) / count)
    row([entry.id, number(step), number(above), number((100 * above) / step, 2)])
    session.dispose()
  }
}

/** The number of a simulation's steps from now on, and their time [ms]. */
function timed(simulation) {
  const steps = { time: 0, count: 0 }
  const step = simulation.step.bind(simulation)
  simulation.step = (count = 1) => {
    const start = performance.now()
    step(count)
    steps.time += performance.now() - start
    steps.count += count
  }
  return steps
}

/** Frames but the tenth that took longest, in which the machine did something else. */
function undisturbed(frames) {
  const kept = Math.ceil(0.9 * frames.length)
  return frames.toSorted((a, b) => a.whole - b.whole).slice(0, kept)
}

function sumOf(frames) {
  const sum = { whole: 0, time: 0, count: 0 }
  for (const frame of frames) for (const part in sum) sum[part] += frame[part]
  return sum
}

/** An entry as the worker opens it. */
function openSession(linkwork, { createSettings, Session }, entry) {
  const { method, integrator, step, options } = createSettings(entry)
  const build = {
    ...{ type: 'build', epoch: 1, playing: true, ensemble: false, sound: false, keepState: false },
    source: entry.source(options.value),
    choice: { method: method.value, integrator: integrator.value, step: step.value, speed: 1 },
    motors: entry.motors ?? entry.drive?.(options.value) ?? null
  }
  const stop = (_, error) => {
    throw error
  }
  return new Session(linkwork, build, undefined, stop)
}

/** Fills one frame after the other, 60 a second of the motion's time; how long that takes [ms]. */
function filling(session, Frame) {
  const { mechanism, positions, velocities } = session.built
  const frame = session.frame(Frame.allocate(mechanism.bodies.length, positions, velocities))
  let filled = 0
  return () => {
    const start = performance.now()
    session.advance((1000 * filled++) / 60)
    session.fill(frame)
    return performance.now() - start
  }
}

/** The library, with the simulation that the worker goes on with: the compiled one, where there is one. */
function watching(linkwork) {
  const seen = { simulation: undefined }
  const keep = (simulation) => {
    const isRefused = simulation.compiled?.isCompiled === false
    if (!isRefused) seen.simulation = simulation
    return simulation
  }
  const watched = {
    simulate: (...given) => {
      const made = linkwork.simulate(...given)
      return made instanceof Promise ? made.then(keep) : keep(made)
    }
  }
  seen.linkwork = new Proxy(linkwork, {
    get: (target, name) => watched[name] ?? target[name]?.bind?.(target) ?? target[name]
  })
  return seen
}

// How far ensembles on WebGPU are from lanes in doubles after a second, and what a step of 10,000 copies
// takes, for bench/gpu. Chromium's software adapter runs the shader, whose times say what was run and
// nothing of a GPU; or, with --hardware, the machine's own GPU.
import { chromium } from '@playwright/test'
import { gpuSettings, hardwareGpuSettings } from '../script/chromium.js'
import { servePackage } from '../script/package-page.js'
import { heading, row } from './table.mjs'

const subjects = {
  'chain, 10': ['chain', { links: 10 }],
  'cart pendulum': ['cartPendulum'],
  'geared leg': ['gearedLeg'],
  'four-bar': ['fourBar'],
  'slider crank': ['sliderCrank'],
  'six-bar': ['sixBar'],
  'geared arm': ['gearedArm'],
  'differential leg': ['differentialLeg']
}

const isOnHardware = process.argv.includes('--hardware')
const unknown = process.argv.slice(2).filter((argument) => argument !== '--hardware')
if (unknown.length > 0)
  throw new Error(`Expected --hardware or nothing, found ${unknown.join(' ')}.`)
/** Copies that are timed: a real GPU can hold more than the first. */
const counts = isOnHardware ? [10_000, 100_000] : [10_000]
/** Timed steps, again from the start until they have taken long enough [ms]. */
const timing = { counts, steps: 100, enough: 200 }

/** In the page. */
async function measure({ name, options, integrator, counts, steps, enough }) {
  const { linkwork, library } = globalThis
  const source = linkwork[name](options)
  const how = { solver: { method: 'articulated-body', integrator }, step: 1e-3 }
  const copies = 100
  const far = await library.ensemble(source, { ...how, count: copies, backend: 'gpu' })
  if (far.backend !== 'gpu') return { reason: far.reason }
  const near = library.ensemble(source, { ...how, count: copies })
  const finer = library.ensemble(source, { ...how, count: copies, step: how.step / 2 })
  for (const each of [far, near, finer]) {
    await each.scatter({ position: 0.01, velocity: 0.01 })
    await each.step(each === finer ? 2000 : 1000)
  }
  const distance = (some, others) =>
    some.reduce(
      (most, x, i) => Math.max(most, Math.abs(x - others[i]) / (1 + Math.abs(others[i]))),
      0
    )
  const exact = near.q.slice()
  const found = {
    position: distance(await far.read('q'), exact),
    method: distance(finer.q, exact),
    loops: Math.max(...(await far.read('loopErrors')))
  }
  far.dispose()
  const cost = async (count, backend) => {
    const ensemble = await library.ensemble(source, { ...how, count, ...backend })
    let [time, goes] = [0, 0]
    for (; time < enough; goes++) {
      await ensemble.reset()
      await ensemble.step(1) // all that was waiting is done
      const start = performance.now()
      await ensemble.step(steps)
      time += performance.now() - start
    }
    ensemble.dispose()
    return (1000 * time) / (goes * steps * count)
  }
  const times = []
  for (const count of counts) times.push(await cost(count, { backend: 'gpu' }))
  times.push(await cost(counts[0]))
  return { ...found, times }
}

/** In the page: what computes, as WebGPU names it. */
async function adapterOf() {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' })
  const { vendor, architecture, device, description } = adapter?.info ?? {}
  return [vendor, architecture, device, description].filter(Boolean).join(', ')
}

const server = await servePackage()
const browser = await chromium.launch(isOnHardware ? hardwareGpuSettings : gpuSettings)
const page = await browser.newPage()
await page.goto(server.address)
await page.waitForFunction(() => globalThis.library)
console.log(`WebGPU by ${(await page.evaluate(adapterOf)) || 'nothing'}.\n`)
const columns = [
  'off doubles after 1 s',
  'the step itself is off',
  'loops [m]',
  ...counts.map((count) => `${count.toLocaleString('en')} copies [µs]`),
  `${counts[0].toLocaleString('en')} SIMD-batched [µs]`
]
heading(['mechanism, integrator', ...columns])
for (const [label, [name, options]] of Object.entries(subjects))
  for (const integrator of ['rk4', 'semi-implicit-euler']) {
    const found = await page.evaluate(measure, { name, options, integrator, ...timing })
    const what = `${label}, ${integrator}`
    if (found.reason)
      row([what, `SIMD-batched: ${found.reason}`, ...columns.slice(1).map(() => '')])
    else
      row([
        what,
        found.position.toExponential(1),
        found.method.toExponential(1),
        found.loops === 0 ? '' : found.loops.toExponential(1),
        ...found.times.map((time) => Number(time.toPrecision(3)))
      ])
  }
await browser.close()
server.close()

// How far ensembles on WebGPU are from lanes in doubles after a second, and what a step of 10,000 copies
// takes, for bench/gpu. Here Chromium's software adapter runs the shader: its times say what was run, and
// nothing of a GPU.
import { chromium } from '@playwright/test'
import { gpuSettings } from '../script/chromium.js'
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

/** In the page. */
async function measure([name, options, integrator]) {
  const { linkwork, library } = globalThis
  const source = linkwork[name](options)
  const how = { integrator, method: 'articulated-body', step: 1e-3 }
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
  const count = 10_000
  const steps = 20
  const many = await library.ensemble(source, { ...how, count, backend: 'gpu' })
  const lanes = library.ensemble(source, { ...how, count })
  const times = []
  for (const each of [many, lanes]) {
    await each.step(1)
    const start = performance.now()
    await each.step(steps)
    times.push((1000 * (performance.now() - start)) / (steps * count))
  }
  many.dispose()
  return { ...found, times }
}

const server = await servePackage()
const browser = await chromium.launch(gpuSettings)
const page = await browser.newPage()
await page.goto(server.address)
await page.waitForFunction(() => globalThis.library)
heading([
  'mechanism, integrator',
  'off doubles after 1 s',
  'the step itself is off',
  'loops [m]',
  '10,000 copies, software GPU [µs]',
  'lanes [µs]'
])
for (const [label, [name, options]] of Object.entries(subjects))
  for (const integrator of ['rk4', 'semi-implicit-euler']) {
    const found = await page.evaluate(measure, [name, options, integrator])
    const what = `${label}, ${integrator}`
    if (found.reason) row([what, `in lanes: ${found.reason}`, '', '', '', ''])
    else
      row([
        what,
        found.position.toExponential(1),
        found.method.toExponential(1),
        found.loops === 0 ? '' : found.loops.toExponential(1),
        ...found.times.map((time) => time.toFixed(2))
      ])
  }
await browser.close()
server.close()

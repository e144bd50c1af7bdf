import { type Browser, chromium, type Page } from '@playwright/test'
import type * as Package from 'linkwork'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gpuSettings } from '../../script/chromium.js'
import { servePackage } from '../../script/package-page.js'

// Ensembles on WebGPU, by Chromium's software adapter, against lanes in doubles.

declare global {
  var linkwork: typeof Package
  var library: Package.Linkwork
}

let browser: Browser
let server: Awaited<ReturnType<typeof servePackage>>
let page: Page

beforeAll(async () => {
  server = await servePackage()
  browser = await chromium.launch(gpuSettings)
  page = await browser.newPage()
  await page.goto(server.address)
  await page.waitForFunction(() => globalThis.library)
})
afterAll(async () => {
  await browser?.close()
  server?.close()
})

const compilation = 120_000 // of shaders, in software

describe('an ensemble on the GPU', () => {
  // Floats round accelerations at 6e-8; a second of these motions lets that grow a hundredfold.
  for (const [name, integrator] of [
    ['chain', 'rk4'],
    ['chain', 'semi-implicit-euler'],
    ['cartPendulum', 'rk4'],
    ['gearedLeg', 'rk4'],
    ['fourBar', 'rk4'],
    ['sliderCrank', 'rk4'],
    ['gearedArm', 'semi-implicit-euler']
  ] as const)
    it(
      `moves ${name} by ${integrator} as lanes do`,
      async () => {
        const found = await page.evaluate(
          async ([name, integrator]) => {
            const { linkwork, library } = globalThis
            const source = name === 'chain' ? linkwork.chain({ links: 10 }) : linkwork[name]()
            const options = { count: 65, integrator, method: 'articulated-body' as const }
            const far = await library.ensemble(source, { ...options, backend: 'gpu' })
            const near = library.ensemble(source, options)
            const torques = Float64Array.from(
              { length: 65 * near.velocitySize },
              (_, i) => 1e-3 * Math.sin(i)
            )
            for (const each of [far, near]) {
              await each.scatter({ position: 0.01, velocity: 0.01, seed: 3 })
              await each.setTorques(torques)
              await each.step(1000)
            }
            const worst = (some: Float64Array, others: Float64Array) =>
              some.reduce(
                (most, x, i) =>
                  Math.max(
                    most,
                    Math.abs(x - (others[i] as number)) / (1 + Math.abs(others[i] as number))
                  ),
                0
              )
            const result = {
              backend: far.backend,
              reason: far.reason,
              time: await far.time(64),
              position: worst(await far.read('q'), near.q.slice()),
              work: worst(await far.read('work'), near.work.slice()),
              loops: Math.max(...(await far.read('loopErrors'))),
              couplings: Math.max(...(await far.read('couplingErrors'))),
              failures: await far.failures()
            }
            far.dispose()
            near.dispose()
            return result
          },
          [name, integrator] as const
        )
        expect(found).toMatchObject({ backend: 'gpu', reason: undefined, failures: [] })
        expect(found.time).toBeCloseTo(1, 12)
        expect(found.position).toBeLessThan(1e-5)
        expect(found.work).toBeLessThan(1e-4) // torques times velocities, of which the best have 1e-6
        expect(found.loops).toBeLessThan(1e-6)
        expect(found.couplings).toBeLessThan(1e-6)
      },
      compilation
    )
})

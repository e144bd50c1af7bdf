import type { Page } from '@playwright/test'
import type * as Package from 'linkwork'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compilation, openGpuPage } from './gpu-page.js'

// Ensembles on WebGPU, by Chromium's software adapter, against lanes in doubles.

let opened: Awaited<ReturnType<typeof openGpuPage>>
let page: Page

beforeAll(async () => {
  opened = await openGpuPage()
  page = opened.page
})
afterAll(() => opened?.close())

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
            const options = {
              count: 65,
              solver: { method: 'articulated-body' as const, integrator }
            }
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

  it(
    'moves bodies that float, and long chains in loops over like joints',
    async () => {
      const found = await page.evaluate(async () => {
        const { linkwork, library } = globalThis
        const chain = library.mechanism(linkwork.chain({ links: 3 }))
        const joints = chain.joints.map((joint, i) =>
          i === 0 ? { ...joint, type: 'free' as const, axis: undefined } : joint
        )
        const floating = JSON.stringify({ ...chain, joints, initialState: undefined })
        const results = []
        for (const [source, integrator, steps] of [
          [floating, 'semi-implicit-euler', 500],
          [linkwork.chain({ links: 110 }), 'semi-implicit-euler', 5]
        ] as const) {
          const options = { count: 3, solver: { method: 'articulated-body', integrator } } as const
          const far = await library.ensemble(source, { ...options, backend: 'gpu' })
          const near = library.ensemble(source, options)
          for (const each of [far, near]) {
            await each.scatter({ position: 0.1, velocity: 1 })
            await each.step(steps)
          }
          const q = await far.read('q')
          results.push({
            reason: far.reason,
            off: near.q.reduce((most, x, i) => Math.max(most, Math.abs(x - (q[i] as number))), 0)
          })
          far.dispose()
        }
        return results
      })
      for (const { reason, off } of found) {
        expect(reason).toBeUndefined()
        expect(off).toBeLessThan(1e-5)
      }
    },
    compilation
  )

  it(
    'moves ten thousand copies, each by its own torques, and records them',
    async () => {
      const found = await page.evaluate(async () => {
        const { linkwork, library } = globalThis
        const count = 10_000
        const intervals = 3
        const options = {
          count,
          solver: { method: 'articulated-body', integrator: 'rk4' }
        } as const
        const source = linkwork.cartPendulum()
        const far = await library.ensemble(source, { ...options, backend: 'gpu' })
        const near = library.ensemble(source, options)
        const controls = Float64Array.from(
          { length: count * intervals * near.velocitySize },
          (_, i) => Math.sin(i)
        )
        const how = { hold: 4, record: true }
        const here = near.rollout(controls, intervals, how) as Float64Array
        const there = (await far.rollout(controls, intervals, how)) as Float64Array
        const off = here.reduce(
          (most, x, i) => Math.max(most, Math.abs(x - (there[i] as number))),
          0
        )
        const time = await far.time(count - 1)
        const last = near.torques.every(
          (x, i) => x === controls.at(intervals * 2 * Math.floor(i / 2) + 4 + (i % 2))
        )
        far.dispose()
        return { reason: far.reason, off, time, last }
      })
      expect(found.reason).toBeUndefined()
      expect(found.off).toBeLessThan(1e-7)
      expect(found.time).toBeCloseTo(0.012, 12)
      expect(found.last).toBe(true)
    },
    compilation
  )

  it(
    'lets copies go on in doubles that leave the coordinates chosen for their loops',
    async () => {
      const found = await page.evaluate(async () => {
        const { linkwork, library } = globalThis
        // Each of its joints turns back somewhere, and does not determine the others there.
        const lengths = { ground: 0.7, crank: 0.4, coupler: 0.4, rocker: 0.4 }
        const source = linkwork.fourBar({ ...lengths, startAngle: 1, startSpeed: 3 })
        const options = {
          count: 3,
          solver: { method: 'articulated-body', integrator: 'rk4' }
        } as const
        const far = await library.ensemble(source, { ...options, backend: 'gpu' })
        const near = library.ensemble(source, options)
        for (const each of [far, near]) {
          await each.scatter({ velocity: 0.01, seed: 5 })
          await each.step(700)
        }
        const q = await far.read('q')
        const loops = Math.max(...(await far.read('loopErrors')))
        const time = await far.time(0)
        const off = near.q.reduce((most, x, i) => Math.max(most, Math.abs(x - (q[i] as number))), 0)
        await far.reset()
        const start = await far.read('q')
        near.reset()
        const isBack = near.q.every((x, i) => x === start[i])
        far.dispose()
        return { reason: far.reason, off, loops, time, isBack }
      })
      expect(found.reason).toBeUndefined()
      expect(found.off).toBeLessThan(1e-4)
      expect(found.loops).toBeLessThan(1e-14) // of doubles
      expect(found.time).toBeCloseTo(0.7, 12)
      expect(found.isBack).toBe(true)
    },
    compilation
  )

  it(
    'ends early on request, every copy at the same step, and goes on',
    async () => {
      const found = await page.evaluate(async () => {
        const { linkwork, library } = globalThis
        const far = await library.ensemble(linkwork.cartPendulum(), { count: 7, backend: 'gpu' })
        const ending = new AbortController()
        const fractions: number[] = []
        const why = await far
          .step(1_000_000, {
            signal: ending.signal,
            onProgress: (fraction) => {
              fractions.push(fraction)
              if (fractions.length === 5) ending.abort(new Error('enough'))
            }
          })
          .catch((error: Error) => error.message)
        const times = await Promise.all([far.time(0), far.time(6)])
        await far.step(2)
        const later = await far.time(6)
        far.dispose()
        return { why, times, later, fractions }
      })
      const [first, last] = found.times as [number, number]
      expect(found.why).toBe('enough')
      expect(first).toBe(last)
      expect(first).toBeGreaterThan(0)
      expect(found.later).toBeCloseTo(last + 0.002, 9)
      expect(found.fractions).toHaveLength(5)
    },
    compilation
  )

  it(
    'says why copies are SIMD-batched instead',
    async () => {
      const reasons = await page.evaluate(async () => {
        const { linkwork, library } = globalThis
        const reasonOf = async (
          source: Package.MechanismSource,
          options: Omit<Package.EnsembleOptions, 'count'> = {}
        ) => {
          const ensemble = await library.ensemble(source, { count: 2, ...options, backend: 'gpu' })
          await ensemble.step(2)
          const found = [ensemble.backend, ensemble.reason] as const
          ensemble.dispose()
          return found
        }
        const { boxStack, chain, fourBar, telloHumanoid } = linkwork
        return [
          await reasonOf(chain({ links: 2 }), { vary: ['gravity.z'] }),
          await reasonOf(boxStack()),
          await reasonOf(boxStack(), { solver: { method: 'articulated-body' } }),
          await reasonOf(fourBar(), {
            solver: { method: 'articulated-body', integrator: 'semi-implicit-euler' }
          }),
          await reasonOf(telloHumanoid(), {
            solver: { method: 'articulated-body', integrator: 'rk4' }
          })
        ]
      })
      expect(reasons.map(([backend]) => backend)).toEqual(Array(5).fill('lanes'))
      expect(reasons.map(([, reason]) => reason)).toEqual([
        expect.stringContaining('vary'),
        expect.stringContaining('found "multipliers"; expected \'articulated-body\''),
        expect.stringContaining('neither contact, stops'),
        expect.stringContaining("'rk4' alone moves loops"),
        expect.stringMatching(/takes \d+ operations/)
      ])
    },
    compilation
  )
})

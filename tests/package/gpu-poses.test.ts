import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type * as Views from 'linkwork/three'
import type * as Three from 'three/webgpu'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compilation, openGpuPage } from './gpu-page.js'

// The picture of an ensemble on WebGPU from the memory of the GPU, by Chromium's software adapter.

declare global {
  var drawing: () => Promise<typeof Views & { readonly three: typeof Three }>
}

let opened: Awaited<ReturnType<typeof openGpuPage>>
let page: Page

beforeAll(async () => {
  opened = await openGpuPage()
  page = opened.page
})
afterAll(() => opened?.close())

describe('poses on the GPU', () => {
  it.each(['chain', 'long chain', 'fourBar', 'gearedLeg', 'differentialLeg', 'turning'] as const)(
    'of copies of a %s are those that are read',
    async (name) => {
      const found = await page.evaluate(async (name) => {
        const { linkwork, library } = globalThis
        const sources = {
          chain: () => linkwork.chain({ links: 10 }),
          'long chain': () => linkwork.chain({ links: 110 }),
          fourBar: linkwork.fourBar,
          gearedLeg: linkwork.gearedLeg,
          differentialLeg: linkwork.differentialLeg,
          // Its copies leave the coordinates chosen for their loops, and go on in doubles.
          turning: () => {
            const lengths = { ground: 0.7, crank: 0.4, coupler: 0.4, rocker: 0.4 }
            return linkwork.fourBar({ ...lengths, startAngle: 1, startSpeed: 3 })
          }
        }
        const integrator = name === 'long chain' ? 'semi-implicit-euler' : 'rk4'
        const count = 70
        const ensemble = await library.ensemble(sources[name](), {
          count,
          solver: { method: 'articulated-body', integrator },
          backend: 'gpu'
        })
        const { device, reason } = ensemble
        if (!device) return { reason, off: 1 }
        await ensemble.scatter({ position: 0.01, velocity: 0.1, seed: 3 })
        await ensemble.step(name === 'turning' ? 700 : 20)
        const { three } = await globalThis.drawing()
        const places = Float64Array.from({ length: 2 * count }, (_, i) => i)
        const poses = await ensemble.read('poses')
        const bodies = poses.length / (7 * count)
        const rods = name === 'differentialLeg' ? 3 : 0
        const bytes = 64 * (bodies + rods) * count
        const [storage, copySource, copyDestination, mapRead] = [128, 4, 8, 1]
        const target = device.createBuffer({ size: bytes, usage: storage | copySource })
        await ensemble.step(1)
        await ensemble.writePoses(target, places)
        const room = device.createBuffer({ size: bytes, usage: copyDestination | mapRead })
        const encoder = device.createCommandEncoder()
        encoder.copyBufferToBuffer(target, 0, room, 0, bytes)
        device.queue.submit([encoder.finish()])
        await room.mapAsync(mapRead)
        const matrices = new Float32Array(room.getMappedRange())
        const expected = await ensemble.read('poses')
        let off = 0
        for (let copy = 0; copy < count; copy++)
          for (let body = 0; body < bodies; body++) {
            const at = 7 * (copy * bodies + body)
            const [x, y] = places.subarray(2 * copy)
            new three.Matrix4()
              .compose(
                new three.Vector3().fromArray(expected, at),
                new three.Quaternion().fromArray(expected, at + 3),
                new three.Vector3(1, 1, 1)
              )
              .premultiply(new three.Matrix4().makeTranslation(x as number, y as number, 0))
              .elements.forEach((entry, i) => {
                const written = matrices[16 * (body * count + copy) + i] as number
                off = Math.max(off, Math.abs(written - entry) / (1 + Math.abs(entry)))
              })
          }
        ensemble.dispose()
        return { reason, off }
      }, name)
      expect(found.reason).toBeUndefined()
      expect(found.off).toBeLessThan(1e-5) // of floats, body after body
    },
    compilation
  )

  it.each(['fourBar', 'differentialLeg'] as const)(
    'of copies of a %s are drawn from there as those that are read',
    async (name) => {
      const found = await page.evaluate(async (name) => {
        const { linkwork, library } = globalThis
        const { three, CopiesView, gridPlaces } = await globalThis.drawing()
        const renderer = new three.WebGPURenderer()
        await renderer.init()
        const { device } = renderer.backend as unknown as { readonly device: GPUDevice }
        const problems: string[] = []
        device.addEventListener('uncapturederror', ({ error }) => problems.push(error.message))
        const mechanism = library.mechanism(linkwork[name]())
        const count = 12
        const ensemble = await library.ensemble(mechanism, {
          count,
          solver: { method: 'articulated-body', integrator: 'rk4' },
          backend: 'gpu',
          device
        })
        await ensemble.scatter({ position: 0.2, velocity: 1, seed: 3 })
        const size = 128
        const target = new three.RenderTarget(size, size)
        renderer.setRenderTarget(target)
        const camera = new three.PerspectiveCamera(50, 1, 0.1, 100)
        camera.position.set(1, 3, 5)
        camera.lookAt(0, 0, 0)
        const places = gridPlaces(count, [1, 1])
        const views = [{ renderer }, {}].map(
          (how) => new CopiesView(mechanism, ensemble, { ...how, places })
        )
        const pictureOf = async (view: Views.CopiesView) => {
          const scene = new three.Scene()
          scene.add(new three.HemisphereLight(0xffffff, 0x808080, 3), view)
          await view.update()
          renderer.render(scene, camera)
          return renderer.readRenderTargetPixelsAsync(target, 0, 0, size, size)
        }
        const pictures: ArrayLike<number>[] = []
        for (const steps of [0, 30]) {
          await ensemble.step(steps)
          for (const view of views) pictures.push(await pictureOf(view))
        }
        const differing = (one: number, other: number) =>
          Array.from(pictures[one] as ArrayLike<number>).filter(
            (value, i) => Math.abs(value - (pictures[other]?.[i] as number)) > 2
          ).length
        const result = {
          reason: ensemble.reason,
          stays: views.map(({ staysOnGpu }) => staysOnGpu),
          problems,
          drawn: Array.from(pictures[0] as ArrayLike<number>).filter((value) => value > 20).length,
          off: [differing(0, 1), differing(2, 3)],
          moved: differing(0, 2)
        }
        for (const view of views) view.dispose()
        ensemble.dispose()
        // The device is the renderer's, and goes on.
        renderer.render(new three.Scene(), camera)
        await device.queue.onSubmittedWorkDone()
        renderer.dispose()
        return result
      }, name)
      expect(found.reason).toBeUndefined()
      expect(found.problems).toEqual([])
      expect(found.stays).toEqual([true, false])
      expect(found.drawn).toBeGreaterThan(300)
      expect(found.moved).toBeGreaterThan(100)
      // Edges may fall to one pixel or the next.
      for (const off of found.off) expect(off).toBeLessThan(20)
    },
    compilation
  )

  it(
    'go to buffers of the same device that hold them',
    async () => {
      const found = await page.evaluate(async () => {
        const { linkwork, library } = globalThis
        const source = linkwork.cartPendulum()
        const options = { count: 2, backend: 'gpu' } as const
        const ensemble = await library.ensemble(source, options)
        const device = ensemble.device as GPUDevice
        const why = (promise: Promise<unknown>) =>
          promise.then(
            () => 'none',
            (error: Error) => `${error.name}: ${error.message}`
          )
        const small = device.createBuffer({ size: 64, usage: 128 })
        const other = device.createBuffer({ size: 4096, usage: 8 })
        const good = device.createBuffer({ size: 4096, usage: 128 })
        const reasons = [
          await why(ensemble.writePoses(small)),
          await why(ensemble.writePoses(other)),
          await why(ensemble.writePoses(null as never)),
          await why(ensemble.writePoses(good, [1])),
          await why(ensemble.writePoses(good)),
          await why(
            Promise.resolve().then(() =>
              library.ensemble(source, { ...options, device: 3 as never })
            )
          )
        ]
        ensemble.dispose()
        reasons.push(await why(ensemble.writePoses(good)))
        return reasons
      })
      expect(found).toEqual([
        expect.stringMatching(/^MechanismError: target: expected a GPUBuffer .* 256 bytes or more/),
        expect.stringMatching(/^MechanismError: target: .* found 4096 bytes, of usage 8/),
        expect.stringMatching(/^MechanismError: target: .* found null/),
        expect.stringMatching(/^MechanismError: places: expected 4 numbers, found 1/),
        'none',
        expect.stringMatching(/^MechanismError: device: expected a GPUDevice/),
        expect.stringMatching(/^SimulationError: the GPU was lost: its memory was freed/)
      ])
    },
    compilation
  )

  it(
    'are what the example draws its first picture of',
    async () => {
      const other = await opened.newPage({ width: 160, height: 120 })
      const path = fileURLToPath(new URL('../../examples/browser/field.js', import.meta.url))
      await other.addScriptTag({ type: 'module', path })
      await other.waitForFunction(() => Number(document.body.dataset['time']) > 0.01, undefined, {
        timeout: compilation
      })
      expect(await other.evaluate(() => document.body.dataset['onGpu'])).toBe('true')
      await other.close()
    },
    compilation
  )
})

import {
  type BrowserContext,
  test as base,
  type Disposable,
  expect,
  type Locator,
  type Page
} from '@playwright/test'

/**
 * Messages that only tests cause: Playwright blocks the service worker, and software compositing reads the
 * WebGL picture back.
 */
const foreign =
  /^Service Worker registration blocked by Playwright$|GL Driver Message .*GPU stall due to ReadPixels/

/** The page as tests see it: opened, watched for errors, and queried through its own signals. */
export class DemoPage {
  readonly page: Page
  /** Errors of the console. */
  readonly consoleErrors: string[] = []

  constructor(page: Page) {
    this.page = page
    page.on('console', (message) => {
      const text = message.text()
      if (foreign.test(text)) return
      if (['error', 'warning'].includes(message.type())) this.consoleErrors.push(text)
    })
    page.on('pageerror', (error) => this.consoleErrors.push(error.message))
  }

  /**
   * Opens the page and waits for the first frame. Software rendering is slow, so the drawing is used
   * in place of the 3-D stage unless a test is about the stage.
   */
  async open(address = '', { webgl = false } = {}): Promise<void> {
    if (webgl) await this.allowWebGl()
    else await this.forbidWebGl()
    await this.page.goto(`/#${address}`)
    await this.isReady()
  }

  /** Opens the address in a new document, also if the page is open. */
  async openAgain(address: string, options?: { webgl?: boolean }): Promise<void> {
    await this.page.goto('about:blank')
    await this.open(address, options)
  }

  /** Waits until the page has a stage and shows frames. */
  async isReady(): Promise<void> {
    await this.page.waitForSelector('html[data-ready=true][data-stage=ready]')
  }

  #noWebGl: Disposable | undefined

  async forbidWebGl(): Promise<void> {
    this.#noWebGl ??= await this.page.addInitScript(withoutWebGl)
  }

  async allowWebGl(): Promise<void> {
    await this.#noWebGl?.dispose()
    this.#noWebGl = undefined
  }

  /** Waits until the page has shown so many more frames. */
  async frames(count: number): Promise<void> {
    const now = Number(await this.page.locator('html').getAttribute('data-frame'))
    await this.page.waitForFunction(
      (desired) => Number(document.documentElement.dataset.frame) >= desired,
      now + count
    )
  }

  /** Waits until the browser has drawn so many pictures, whether the page shows frames or not. */
  async pictures(count: number): Promise<void> {
    await this.page.evaluate(async (pictures) => {
      for (let i = 0; i < pictures; i++) await new Promise(requestAnimationFrame)
    }, count)
  }

  /** Waits until what was set last is built. */
  async isBuilt(): Promise<void> {
    await this.pictures(2)
    await this.page.waitForSelector('html:not([data-building])')
  }

  /** Waits until simulated time has passed a limit [s]. */
  async passes(time: number): Promise<void> {
    await expect.poll(() => this.time()).toBeGreaterThan(time)
  }

  /** The time of the first frame, once something was done, that is earlier than the one before it. */
  async earlierAfter(act: () => Promise<void>): Promise<number> {
    const watch = await this.page.evaluateHandle(() => {
      const found = new Promise<number>((resolve) => {
        let before = 0
        const look = (event: Event) => {
          const { time } = (event as CustomEvent).detail
          if (time < before) {
            document.removeEventListener('linkwork:frame', look)
            resolve(time)
          }
          before = time
        }
        document.addEventListener('linkwork:frame', look)
      })
      return { found }
    })
    await this.frames(1)
    await act()
    return await watch.evaluate(({ found }) => found)
  }

  /** Time and poses of the next frame. */
  async frame(): Promise<{ time: number; poses: number[] }> {
    return await this.page.evaluate(
      () =>
        new Promise((resolve) => {
          const take = (event: Event) => {
            const { time, poses } = (event as CustomEvent).detail
            resolve({ time, poses: [...poses] })
          }
          document.addEventListener('linkwork:frame', take, { once: true })
        })
    )
  }

  /** Waits until nothing moves while time passes, to a micrometre; the poses then. */
  async rests(): Promise<number[]> {
    let before = await this.frame()
    await expect
      .poll(async () => {
        await this.passes(before.time + 0.2)
        const { poses } = before
        before = await this.frame()
        return Math.max(...before.poses.map((value, i) => Math.abs(value - (poses[i] ?? 0))))
      })
      .toBeLessThan(1e-6)
    return before.poses
  }

  async time(): Promise<number> {
    return (await this.frame()).time
  }

  async pause(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Pause' })
    if (await button.isVisible()) await button.click()
    await this.frames(3)
  }

  async play(): Promise<void> {
    await this.page.getByRole('button', { name: 'Play', exact: true }).last().click()
  }

  gauge(name: 'Energy error' | 'Loop error' | 'Step time'): Locator {
    return this.page.getByRole('meter', { name })
  }

  /** Value of a measurement from its gauge: 10 to the power of aria-valuenow. */
  async measured(name: 'Energy error' | 'Loop error' | 'Step time'): Promise<number> {
    return 10 ** Number(await this.gauge(name).getAttribute('aria-valuenow'))
  }

  /** Presses on points of the stage until a part is grabbed; the pointer stays down. */
  async grab(points: readonly (readonly [number, number])[]): Promise<readonly [number, number]> {
    for (const [x, y] of points) {
      const isButton = await this.page.evaluate(
        ([x, y]) => document.elementFromPoint(x, y)?.closest('button') != null,
        [x, y] as const
      )
      if (isButton) continue
      await this.page.mouse.move(x, y)
      await this.page.mouse.down()
      if (await this.page.locator('html[data-pulling]').count()) return [x, y]
      await this.page.mouse.up()
    }
    throw new Error('No part of the mechanism could be grabbed.')
  }

  /**
   * Moves the hand, which holds a part of a mechanism at rest on which nothing but dampers act, to
   * the right: the part comes to rest under the hand, and is no longer where it was.
   */
  async carries([x, y]: readonly [number, number]): Promise<void> {
    const by = 80
    const held = this.page.locator('html[data-pulling]')
    const part = await held.getAttribute('data-pulling')
    await this.page.mouse.move(x + by, y, { steps: 4 })
    await this.page.keyboard.press('Space')
    await this.rests()
    await this.page.mouse.up()
    await expect(held).toHaveCount(0)
    await this.grab([[x + by, y]])
    await expect(held).toHaveAttribute('data-pulling', part ?? '')
    await this.page.mouse.up()
    await this.page.mouse.move(x, y)
    await this.page.mouse.down()
    await expect(this.page.locator(`html[data-pulling="${part}"]`)).toHaveCount(0)
    await this.page.mouse.up()
  }

  /** Points of a grid over the stage. */
  async grid(columns: number, rows: number): Promise<(readonly [number, number])[]> {
    const box = await this.page.locator('.stage-host').boundingBox()
    if (!box) throw new Error('The stage has no box.')
    return Array.from({ length: columns * rows }, (_, index) => [
      box.x + (box.width * ((index % columns) + 0.5)) / columns,
      box.y + (box.height * (Math.floor(index / columns) + 0.5)) / rows
    ])
  }
}

function withoutWebGl(): void {
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
    if (String(given[0]).startsWith('webgl')) return null
    return (getContext as (...all: unknown[]) => unknown).apply(this, given)
  } as typeof getContext
}

/**
 * Lets the page draw 20 pictures a second, as a slow display does: in software, drawing takes most of the
 * processor.
 */
function onSlowDisplay(): void {
  const interval = 50
  const request = globalThis.requestAnimationFrame.bind(globalThis)
  let next = 0
  const drawn = (draw: FrameRequestCallback) => (now: number) => {
    if (now >= next) next = now + interval
    draw(now)
  }
  globalThis.requestAnimationFrame = (draw) => {
    setTimeout(() => request(drawn(draw)), next - performance.now())
    return 0 // none is canceled
  }
}

/** How many pixels of a canvas are drawn. */
export const inkOf = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element) => {
    const plot = element as HTMLCanvasElement
    const pixels = plot.getContext('2d')?.getImageData(0, 0, plot.width, plot.height).data ?? []
    let opaque = 0
    for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 200) opaque += 1
    return opaque
  })

/** The page that a worker keeps between its tests: its caches stay, all other state is cleared. */
class KeptPage {
  readonly context: BrowserContext
  readonly #page: Page
  readonly #origin: string

  constructor(page: Page, address: string) {
    this.context = page.context()
    this.#page = page
    this.#origin = new URL(address).origin
  }

  /** Clears what the last test left: an empty document at the usual size, without storage. */
  async clear(viewport: { width: number; height: number } | null): Promise<void> {
    const page = this.#page
    for (const other of this.context.pages()) if (other !== page) await other.close()
    await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await this.context.unrouteAll({ behavior: 'ignoreErrors' })
    await this.context.clearPermissions()
    await page.goto('about:blank')
    await page.mouse.move(0, 0)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
    if (viewport) await page.setViewportSize(viewport)
    const devtools = await this.context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', {
      origin: this.#origin,
      storageTypes: 'local_storage,indexeddb'
    })
    await devtools.send('Page.resetNavigationHistory')
    await devtools.detach()
  }
}

interface TestFixtures {
  demo: DemoPage
  /** Gives each test a new browser context. */
  ownContext: boolean
  /** Lets the page draw as often as the browser shows pictures, in a context of its own. */
  fastDisplay: boolean
}

/** Every test ends with a look at the console: it must have no errors. */
export const test = base.extend<TestFixtures, { kept: KeptPage }>({
  ownContext: [false, { option: true }],
  fastDisplay: [false, { option: true }],
  kept: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '', deviceScaleFactor = 1, viewport = null } = project.use
      const look = { baseURL, deviceScaleFactor, viewport }
      const context = await browser.newContext({ ...look, serviceWorkers: 'block' })
      // The timeout of the test is the only one.
      context.setDefaultTimeout(0)
      await context.addInitScript(onSlowDisplay)
      await use(new KeptPage(await context.newPage(), baseURL))
      await context.close()
    },
    { scope: 'worker', timeout: 0 }
  ],
  context: async (
    { browser, kept, ownContext, fastDisplay, viewport, hasTouch, serviceWorkers },
    use
  ) => {
    const isOwn = ownContext || fastDisplay || hasTouch || serviceWorkers === 'allow'
    const context = isOwn ? await browser.newContext() : kept.context
    if (!isOwn) await kept.clear(viewport)
    else if (!fastDisplay) await context.addInitScript(onSlowDisplay)
    await use(context)
    if (isOwn) await context.close()
  },
  page: async ({ context }, use) => {
    await use(context.pages()[0] ?? (await context.newPage()))
  },
  demo: async ({ page }, use) => {
    const demo = new DemoPage(page)
    await use(demo)
    expect(demo.consoleErrors).toEqual([])
    await demo.allowWebGl()
  }
})

export { expect }

/** Keeps the solver from coming until the function that is returned is called. */
export async function holdSolver(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.wasm', async (route) => {
    await held
    await route.continue()
  })
  return release
}

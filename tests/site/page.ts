import { test as base, expect, type Locator, type Page } from '@playwright/test'

/** The page as tests see it: opened, watched for errors, and asked through its own signals. */
export class DemoPage {
  readonly page: Page
  /** What the console complained about. */
  readonly complaints: string[] = []

  constructor(page: Page) {
    this.page = page
    page.on('console', (message) => {
      const isOwn = message.text() !== 'Service Worker registration blocked by Playwright'
      if (isOwn && ['error', 'warning'].includes(message.type()))
        this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.complaints.push(error.message))
  }

  /**
   * Opens the page and waits for the first frame. Software rendering is slow, so the drawing stands
   * in for the 3-D stage unless a test is about the stage.
   */
  async open(address = '', { webgl = false } = {}): Promise<void> {
    if (!webgl) await this.forbidWebGl()
    await this.page.goto(`/#${address}`)
    await this.page.waitForSelector('html[data-ready=true][data-stage=ready]', { timeout: 50_000 })
  }

  async forbidWebGl(): Promise<void> {
    await this.page.addInitScript(withoutWebGl)
  }

  /** Waits until the page has shown so many more frames. */
  async frames(count: number): Promise<void> {
    const now = Number(await this.page.locator('html').getAttribute('data-frame'))
    await this.page.waitForFunction(
      (desired) => Number(document.documentElement.dataset.frame) >= desired,
      now + count
    )
  }

  /** Waits until simulated time has passed an instant [s]. */
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

/** How many pixels of a canvas are drawn upon. */
export const inkOf = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element) => {
    const plot = element as HTMLCanvasElement
    const pixels = plot.getContext('2d')?.getImageData(0, 0, plot.width, plot.height).data ?? []
    let opaque = 0
    for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 200) opaque += 1
    return opaque
  })

/** Every test ends with a look at the console: nothing may have been complained about. */
export const test = base.extend<{ demo: DemoPage }>({
  demo: async ({ page }, use) => {
    const demo = new DemoPage(page)
    await use(demo)
    expect(demo.complaints).toEqual([])
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

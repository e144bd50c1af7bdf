import { chromium } from '@playwright/test'
import { preview } from 'vite'
import { drawingSettings } from './chromium.js'

const port = 5394

/**
 * Opens the built page in one Chromium that draws in software. The page's clock advances by 1/60 s per
 * animation frame on every machine. `show` opens an entry of the gallery, paused at a simulated time [s],
 * and returns when it is drawn. `close` ends browser and server.
 */
export async function openGalleryPage(viewport) {
  const server = await preview({
    root: 'web',
    logLevel: 'silent',
    preview: { port, strictPort: true }
  })
  const browser = await chromium.launch(drawingSettings)
  const page = await browser.newPage({ viewport, serviceWorkers: 'block' })
  await page.addInitScript(keepTime)
  await page.addInitScript(replaceFrames)
  await page.goto(`http://localhost:${port}/#playing=off`)
  await page.waitForSelector('html[data-ready=true][data-stage=ready]', { timeout: 120_000 })
  const entries = await page
    .locator('.gallery-row')
    .evaluateAll((rows) => rows.map(({ dataset }) => dataset.mechanism))
  return {
    page,
    entries,
    async show(entry, time, settings = '') {
      await page.evaluate(() => globalThis.setHeld(false))
      const address = `#mechanism=${entry}&playing=off&time=${time}${settings}`
      await page.evaluate((hash) => location.replace(hash), address)
      await page.waitForSelector(`html[data-mechanism=${entry}]`)
      await page.evaluate(forgetTime) // the mechanism before may have shown the same
      await page.waitForFunction(hasReached, time, { timeout: 120_000 })
      await this.drawn()
    },
    /**
     * Advances a paused mechanism by solver steps of 1 ms and the page's clock by the same time, and
     * draws the result. The page draws nothing else until the next `show`.
     */
    advance: (steps) => page.evaluate(advance, steps),
    async setTheme(theme) {
      const isOther = (await page.locator(`html[data-theme=${theme}]`).count()) === 0
      if (isOther) await page.keyboard.press('d')
      await this.drawn()
    },
    /** Resolves once what is set now is drawn. */
    drawn: () => page.evaluate(twoFrames),
    /** Writes what the page shows; it draws nothing meanwhile, which would take all the time there is. */
    async screenshot(path) {
      const wasHeld = await page.evaluate(() => globalThis.setHeld(true))
      await page.screenshot({ path, timeout: 120_000 })
      await page.evaluate((held) => globalThis.setHeld(held), wasHeld)
    },
    async close() {
      await browser.close()
      await server.close()
    }
  }
}

/** Keeps the time of the latest frame, in the page. */
function keepTime() {
  document.addEventListener('linkwork:frame', ({ detail }) => {
    globalThis.shownTime = detail.time
  })
}

const forgetTime = () => {
  globalThis.shownTime = Number.NaN
}

/**
 * Runs in the page: replaces its animation frames. Their timestamps are 1/60 s apart. While they are
 * held, only `drawFrame` runs a frame.
 */
function replaceFrames() {
  const request = globalThis.requestAnimationFrame.bind(globalThis)
  const waiting = new Map()
  let [latest, now, isHeld, isRequested] = [0, performance.now(), false, false]
  const requestFrame = () => {
    if (isHeld || isRequested) return
    isRequested = true
    request(() => {
      isRequested = false
      if (!isHeld) globalThis.drawFrame(1000 / 60)
    })
  }
  globalThis.requestAnimationFrame = (callback) => {
    waiting.set(++latest, callback)
    requestFrame()
    return latest
  }
  globalThis.cancelAnimationFrame = (id) => waiting.delete(id)
  globalThis.drawFrame = (elapsed) => {
    now += elapsed
    const callbacks = [...waiting.values()]
    waiting.clear()
    for (const callback of callbacks) callback(now)
  }
  /** Returns whether frames were held before. */
  globalThis.setHeld = (held) => {
    const wasHeld = isHeld
    isHeld = held
    if (waiting.size > 0) requestFrame()
    return wasHeld
  }
}

/**
 * Runs in the page: takes the steps, draws a frame every 20 ms of them, and draws the end. Each frame reads
 * a pixel, which waits for the graphics process. Without this wait, it falls behind by minutes.
 */
async function advance(steps) {
  globalThis.setHeld(true)
  const gl = document.querySelector('.stage-canvas').getContext('webgl2')
  const draw = (elapsed) => {
    globalThis.drawFrame(elapsed)
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
  }
  const key = { key: 'ArrowRight', bubbles: true }
  for (let left = steps; left > 0; left -= 20) {
    const count = Math.min(20, left)
    const target = globalThis.shownTime + count / 1000
    const isThere = () => Math.abs(globalThis.shownTime - target) < 1e-6
    for (let step = 0; step < count; step++)
      document.dispatchEvent(new KeyboardEvent('keydown', key))
    draw(count) // lends the solver a buffer, if one is here
    for (let wait = 1; !isThere(); wait++) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (wait % 20 === 0) draw(0)
      if (wait === 2000) throw new Error(`The page does not reach ${target} s.`)
    }
  }
  draw(0)
}

/** Whether the page shows a time, to the longest of its steps. */
function hasReached(time) {
  return Math.abs(globalThis.shownTime - time) < 0.006
}

const twoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

import { chromium } from '@playwright/test'
import { preview } from 'vite'
import { drawingSettings } from './chromium.js'

const port = 5394

/**
 * The built page in one Chromium that draws in software. `show` brings it to an entry of its gallery,
 * which is paused at an instant [s] and drawn when it returns; `close` ends both.
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
  await page.addInitScript(holdFrames)
  await page.goto(`http://localhost:${port}/#playing=off`)
  await page.waitForSelector('html[data-ready=true][data-stage=ready]', { timeout: 120_000 })
  const entries = await page
    .locator('.gallery-row')
    .evaluateAll((rows) => rows.map(({ dataset }) => dataset.mechanism))
  return {
    page,
    entries,
    async show(entry, time, settings = '') {
      const address = `#mechanism=${entry}&playing=off&time=${time}${settings}`
      await page.evaluate((hash) => location.replace(hash), address)
      await page.waitForSelector(`html[data-mechanism=${entry}]`)
      await page.evaluate(forgetTime) // the mechanism before may have shown the same
      await page.waitForFunction(hasReached, time, { timeout: 120_000 })
      await this.drawn()
    },
    async setTheme(theme) {
      const isOther = (await page.locator(`html[data-theme=${theme}]`).count()) === 0
      if (isOther) await page.keyboard.press('d')
      await this.drawn()
    },
    /** Resolves once what is set now is drawn. */
    drawn: () => page.evaluate(twoFrames),
    /** Writes what the page shows; it draws nothing meanwhile, which would take all the time there is. */
    async screenshot(path) {
      await page.evaluate(() => globalThis.setHeld(true))
      await page.screenshot({ path, timeout: 120_000 })
      await page.evaluate(() => globalThis.setHeld(false))
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

/** Lets the page's animation frames wait while they are held. */
function holdFrames() {
  const request = globalThis.requestAnimationFrame.bind(globalThis)
  const waiting = []
  let isHeld = false
  globalThis.requestAnimationFrame = (callback) =>
    isHeld ? waiting.push(callback) : request(callback)
  globalThis.setHeld = (held) => {
    isHeld = held
    if (!held) for (const callback of waiting.splice(0)) request(callback)
  }
}

/** Whether the page shows an instant, to the longest of its steps. */
function hasReached(time) {
  return Math.abs(globalThis.shownTime - time) < 0.006
}

const twoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

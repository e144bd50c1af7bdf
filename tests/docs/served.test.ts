import type { Browser, Page } from '@playwright/test'
import { type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, repository } from '../package/workshop.js'

// The site as `script/site --serve` serves it: by the configuration of the page, with its headers.

const patience = { timeout: 600_000 }

let browser: Browser
let server: PreviewServer
let top: string
beforeAll(async () => {
  browser = await openBrowser()
  server = await preview({
    root: `${repository}/web`,
    build: { outDir: '../build/site' },
    preview: { port: 0 },
    logLevel: 'silent'
  })
  top = server.resolvedUrls?.local[0] ?? ''
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** Opens an address and uses the page; fails if the page reports an error. */
async function visit(address: string, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  page.setDefaultTimeout(patience.timeout)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    // Chromium requests this one for pages that name no icon, as Doxygen's.
    const isIcon = message.location().url.endsWith('/favicon.ico')
    if (message.type() === 'error' && !isIcon) errors.push(message.text())
  })
  try {
    await page.goto(top + address)
    await use(page)
    expect(errors).toEqual([])
  } finally {
    await page.close()
  }
}

const simulatedTime = (page: Page) =>
  page.locator('.live').first().getAttribute('data-time').then(Number)

it('shows a mechanism that moves', () =>
  visit('docs/', async (page) => {
    await expect.poll(() => simulatedTime(page), patience).toBeGreaterThan(0.05)
    const canvas = page.locator('.live canvas').first()
    const first = await canvas.screenshot()
    await expect.poll(async () => (await canvas.screenshot()).equals(first), patience).toBe(false)
  }))

it('finds pages by their words, opened from the page', () =>
  visit('#mechanism=four-bar', async (page) => {
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('link', { name: 'Documentation' }).click()
    await page.waitForURL('**/docs/index.html')
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.getByRole('searchbox').fill('hybrid systems contact')
    const found = page.getByRole('listbox').getByRole('option').first()
    await found.waitFor()
    await found.click()
    await page.waitForURL(/\/docs\/(?!index)[\w/-]+\.html/)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }))

it('shows the C++ reference', () =>
  visit('docs/cpp/index.html', async (page) => {
    await page.getByRole('link', { name: 'Classes' }).first().waitFor()
  }))

import type { Browser, Page } from '@playwright/test'
import { type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentationPolicy, headerPolicy } from '../../web/security-policy.js'
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
    // Browsers resolve the address of the icon again on the page to which the client navigated.
    const iconStatus = await page
      .locator('link[rel="icon"]')
      .evaluate(({ href }: HTMLLinkElement) => fetch(href).then(({ status }) => status))
    expect(iconStatus).toBe(200)
  }))

it('shows the C++ reference', () =>
  visit('docs/cpp/index.html', async (page) => {
    await page.getByRole('link', { name: 'Classes' }).first().waitFor()
  }))

it('opens the page at the top and at index.html', async () => {
  for (const address of ['', 'index.html', 'index.html?from=test'])
    await visit(address, (page) => page.getByRole('button', { name: 'Help' }).waitFor())
})

it('redirects folders to their address with a slash', async () => {
  for (const folder of ['docs', 'docs/cpp', 'docs/theory']) {
    const response = await fetch(`${top}${folder}?from=test`)
    expect(response.url).toBe(`${top}${folder}/?from=test`)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(await (await fetch(`${top}${folder}/index.html`)).text())
  }
})

const missing = [
  'missing',
  'missing.html',
  'missing/',
  'missing.js',
  'assets',
  'docs/missing',
  'docs/missing.html',
  'docs/theory/missing/',
  'docs/cpp/missing.html?from=test',
  '%ff',
  '%ff.html',
  '..%2fpackage.json',
  '..%2f..%2fdocs'
]

it('answers 404 with a plain page at addresses that do not exist', async () => {
  for (const address of missing) {
    const response = await fetch(top + address)
    expect(response.status, address).toBe(404)
    expect(response.headers.get('content-type'), address).toBe('text/html; charset=utf-8')
    expect(await response.text(), address).toContain('<h1>Page not found</h1>')
  }
})

it('links from the page of a missing address to the documentation', async () => {
  const page = await browser.newPage()
  page.setDefaultTimeout(patience.timeout)
  try {
    const response = await page.goto(`${top}docs/missing.html`)
    expect(response?.status()).toBe(404)
    await page.getByRole('link', { name: 'Documentation' }).click()
    await page.waitForURL(`${top}docs/`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  } finally {
    await page.close()
  }
})

it('sends the policy of the documentation with the documentation alone', async () => {
  const policyOf = async (address: string) =>
    (await fetch(top + address)).headers.get('content-security-policy')
  for (const address of ['docs/', 'docs/cpp/index.html', 'docs/missing'])
    expect(await policyOf(address), address).toBe(documentationPolicy)
  for (const address of ['', 'index.html', 'missing'])
    expect(await policyOf(address), address).toBe(headerPolicy)
})

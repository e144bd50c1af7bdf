import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { preview } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../package/workshop.js'
import { files, folder, readPage } from './built-site.js'

/** The site lies somewhere, not at the top of a host. */
const base = '/any/where/'
const pages = [...files].filter(
  (file) => file.endsWith('.html') && readPage(file).includes('class="live"')
)

let browser: Browser
let site: Awaited<ReturnType<typeof preview>>
let top: string
beforeAll(async () => {
  browser = await openBrowser()
  site = await preview({
    configFile: false,
    appType: 'mpa',
    base,
    build: { outDir: folder },
    preview: { port: 0 },
    logLevel: 'silent'
  })
  top = site.resolvedUrls?.local[0] ?? ''
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** Opens a page and does something there; it must not print errors, nor request other sites. */
async function visit(
  file: string,
  options: BrowserContextOptions,
  act: (page: Page) => Promise<void>
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(600_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const address = request.url()
    if (!/^(data|blob):/.test(address) && !address.startsWith(top)) complaints.push(address)
  })
  try {
    await page.goto(top + file)
    await act(page)
    expect(complaints).toEqual([])
  } finally {
    await context.close()
  }
}

const time = (page: Page) => page.locator('.live').first().getAttribute('data-time').then(Number)

it('has a mechanism on every page of the theory', () => {
  const theory = [...files].filter((file) => /^theory\/(?!index).*\.html$/.test(file))
  expect(pages).toEqual(expect.arrayContaining(theory))
})

const moves = (page: Page) =>
  expect.poll(() => time(page), { timeout: 600_000 }).toBeGreaterThan(0.05)

it.each(pages)('moves on %s', (file) => visit(file, {}, moves))

it('waits where motion is not wanted, and goes on by the keyboard', () =>
  visit('index.html', { reducedMotion: 'reduce' }, async (page) => {
    const play = page.locator('button:enabled', { hasText: 'Play' })
    await play.waitFor()
    expect(await time(page)).toBe(0)
    await play.focus()
    await page.keyboard.press('Enter')
    await moves(page)
  }))

it('says so where there is no WebGL, and computes', () =>
  visit('404.html', {}, async (page) => {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    await page.goto(`${top}index.html`)
    await page.getByText('no WebGL').waitFor()
    await moves(page)
  }))

const kinds = ['index.html', 'theory/variational.html', 'guide/accuracy.html']
const looks = kinds.flatMap((file) => [
  { file, colorScheme: 'dark' as const },
  { file, colorScheme: 'light' as const }
])

it.each(looks)('has nothing that axe finds on $file, in $colorScheme', ({ file, colorScheme }) =>
  visit(file, { colorScheme, reducedMotion: 'reduce' }, async (page) => {
    // Tables in Markdown have a header, which is empty where there is nothing to say in it.
    const axe = new AxeBuilder({ page }).disableRules('empty-table-header')
    const { violations } = await axe.analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })
)

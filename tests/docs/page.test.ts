import { preview } from 'vite'
import { expect, it } from 'vitest'
import { openBrowser } from '../package/workshop.js'
import { site } from './built-site.js'

it('the page runs in any folder without headers, and leads to the documentation and back', async () => {
  const browser = await openBrowser()
  const server = await preview({
    configFile: false,
    appType: 'mpa',
    base: '/some/folder/',
    build: { outDir: site },
    preview: { port: 0 },
    logLevel: 'silent'
  })
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(600_000)
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    const moves = () =>
      expect
        .poll(() => page.locator('html').getAttribute('data-frame').then(Number), {
          timeout: 600_000
        })
        .toBeGreaterThan(10)
    await page.goto(`${server.resolvedUrls?.local[0]}#mechanism=four-bar`)
    await moves()
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('link', { name: 'Documentation' }).click()
    await page.waitForURL('**/some/folder/docs/index.html')
    await page.getByRole('link', { name: 'Demo' }).first().click()
    await page.waitForURL('**/some/folder/index.html')
    await moves()
    expect(complaints).toEqual([])
  } finally {
    await browser.close()
    await server.close()
  }
})

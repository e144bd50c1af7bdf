import type { Page } from '@playwright/test'
import { expect, test } from './page.ts'

/** Policies forbid what they should and no more, and files of visitors stay data. */

const policy = 'content-security-policy'

// Requests at the end of a test, such as the icon, do not fail the next one.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** Serves the page with another policy on top of its own, or, empty, with its own alone. */
async function serveWith(page: Page, added: string): Promise<void> {
  await page.route('**/*', async (route) => {
    const response = await route.fetch()
    const { [policy]: _, ...headers } = response.headers()
    await route.fulfill({ response, headers: added ? { ...headers, [policy]: added } : headers })
  })
}

/** Records what a policy refuses, of page and workers: both write to the console. */
async function violationsOf(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(globalThis, { refused })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      refused.push(`${violatedDirective} ${blockedURI}`)
    )
  })
  return () => page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused)
}

/** Uses what the page offers, one after another. */
async function useEverything(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Four-bar/ }).click()
  await page.getByRole('button', { name: 'Longer step' }).click()
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Help', exact: false }).first().click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
}

test.describe('in a context of its own', () => {
  test.use({ ownContext: true })

  for (const [served, added] of [
    ['as a header', undefined],
    ['in the page alone @all', '']
  ] as const) {
    test(`normal use keeps the policy ${served}`, async ({ demo, page }) => {
      for (const webgl of [false, true])
        await test.step(webgl ? '3-D' : 'drawn', async () => {
          if (added !== undefined) await serveWith(page, added)
          const violations = await violationsOf(page)
          await demo.openAgain('mechanism=four-bar', { webgl })
          if (!webgl) await useEverything(page)
          await demo.passes((await demo.time()) + 0.1)
          expect(await violations()).toEqual([])
        })
    })
  }
})

test('the policy comes before all that the page loads', async ({ demo, page }) => {
  await demo.open()
  const html = await (await page.request.get('/')).text()
  const meta = html.indexOf('http-equiv="Content-Security-Policy"')
  expect(meta).toBeGreaterThan(0)
  expect(meta).toBeLessThan(html.search(/<(script|link|style)/))
  expect(html).not.toMatch(/<script(?![^>]*src=)/)
  expect(html).not.toMatch(/unsafe-inline|'unsafe-eval'/)
})

test('scripts, handlers and markup that are written into the page do not run', async ({
  demo,
  page
}) => {
  await demo.open()
  const refused = await page.evaluate(async () => {
    const tries: Record<string, () => unknown> = {
      markup: () => (document.body.innerHTML += '<img src=x onerror="globalThis.broken = true">'),
      script() {
        const script = document.createElement('script')
        script.append('globalThis.broken = true')
        document.body.append(script)
      },
      handler() {
        const button = document.createElement('button')
        button.setAttribute('onclick', 'globalThis.broken = true')
        button.click()
      },
      address: () => new Worker('data:text/javascript,0'),
      // Not while the test's own call runs, which may do more than the page.
      text: () => setTimeout('globalThis.broken = true')
    }
    const thrown: string[] = []
    for (const [name, attempt] of Object.entries(tries)) {
      try {
        attempt()
      } catch {
        thrown.push(name)
      }
    }
    // A timer of the same length that was set later fires later.
    await new Promise((resolve) => setTimeout(resolve))
    return { thrown, broken: 'broken' in globalThis }
  })
  expect(refused.broken).toBe(false)
  expect(refused.thrown).toEqual(expect.arrayContaining(['markup', 'handler', 'address', 'text']))
  demo.consoleErrors.length = 0
})

test('where WebAssembly may not be compiled the page says what is missing', async ({
  demo,
  page
}) => {
  await serveWith(page, "script-src 'self'; worker-src 'self'")
  await demo.forbidWebGl()
  await page.goto('/')
  await expect(page.getByText(/The solver could not start.*'wasm-unsafe-eval'/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Chain', exact: true })).toBeVisible()
  demo.consoleErrors.length = 0
})

test('where workers are refused the page says what is missing @all', async ({ demo, page }) => {
  await serveWith(page, "worker-src 'none'")
  await demo.forbidWebGl()
  await page.goto('/')
  await expect(page.getByText(/The solver could not start.*worker-src/)).toBeVisible()
  demo.consoleErrors.length = 0
})

test('where scripts are refused the page is not blank @all', async ({ demo, page }) => {
  await serveWith(page, "script-src 'none'")
  await page.goto('/')
  await expect(page.getByText(/This page could not start/)).toBeVisible()
  demo.consoleErrors.length = 0
})

test('an address of anyone’s making opens the page @all', async ({ demo, page }) => {
  const addresses = [
    'mechanism=__proto__&method=constructor&integrator=toString&theme=__proto__',
    'mechanism=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
    'mechanism=chain&links=1e308&length=-1&gravity=NaN&damping=Infinity&__proto__=1',
    'mechanism=chain&links=10.5&length=0x10&step=1e-300&speed=-1',
    'mechanism=four-bar&camera=1e308,1e308,-1e308,1e308,1e308,1e308',
    `mechanism=chain&camera=${'1,'.repeat(100_000)}`,
    '%%%&=&&=%E0%A4%A'
  ]
  for (const address of addresses)
    await test.step(address.slice(0, 40), async () => {
      await demo.openAgain(address, { webgl: address.startsWith('mechanism=four-bar') })
      await demo.passes((await demo.time()) + 0.05)
      await expect(page.locator('.notice')).not.toContainText('Error')
    })
})

import { expect, test } from './page.ts'

test.use({ serviceWorkers: 'allow' })

test('once it was open the page opens without a network', async ({ demo, page, context }) => {
  await demo.open('mechanism=four-bar')
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise((resolve) => active?.addEventListener('statechange', resolve))
  })
  await context.setOffline(true)
  await page.reload()
  await demo.passes(0.2)
  await expect(page.getByRole('heading', { name: 'Four-bar' })).toBeVisible()
})

test('it can be installed', async ({ page, request }) => {
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await request.get(new URL(address ?? '', page.url()).href)).json()
  expect(manifest).toMatchObject({ name: 'linkwork', display: 'standalone' })
  for (const { src } of manifest.icons)
    expect((await request.get(new URL(src, page.url()).href)).ok()).toBe(true)
})

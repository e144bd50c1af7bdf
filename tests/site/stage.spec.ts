import { expect, test } from './page.ts'

/** The 3-D stage in software: a small picture, and patience. */
test.use({ viewport: { width: 480, height: 560 } })
test.describe.configure({ timeout: 180_000 })

test('the 3-D stage shows the mechanism and lets it be pulled', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.open('mechanism=cart-pendulum&gravity=0&damping=1&speed=4', { webgl: true })
  await expect(page.getByText('Without WebGL 2')).toHaveCount(0)
  await expect(page.getByRole('img', { name: /^Pendulum on a cart/ })).toBeVisible()
  await demo.carries(await demo.grab(await demo.grid(12, 16)))
})

test('every mechanism is skinned without a complaint', async ({ demo, page }) => {
  await demo.open('mechanism=leg', { webgl: true })
  const rows = page.locator('.gallery-row')
  const count = await rows.count()
  expect(count).toBe(30)
  test.setTimeout(count * 15_000)
  for (let i = 0; i < count; i++) {
    const row = rows.nth(i)
    await page.getByRole('button', { name: 'Gallery', exact: true }).click()
    await row.click()
    await expect(row).toHaveAttribute('aria-current', 'true')
    await demo.frames(2)
    expect(demo.complaints, (await row.getAttribute('data-mechanism')) ?? '').toEqual([])
  }
  await page.keyboard.press('d')
  await page.keyboard.press('f')
  await demo.frames(2)
})

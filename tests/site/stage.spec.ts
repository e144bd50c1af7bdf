import { everyMechanism } from './mechanisms.ts'
import { expect, test } from './page.ts'

/** The 3-D stage in software: a small picture. */
test.use({ viewport: { width: 480, height: 560 } })

test('the 3-D stage shows the mechanism and lets it be pulled', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.open('mechanism=cart-pendulum&gravity=0&damping=1&speed=4', { webgl: true })
  await expect(page.getByText('Without WebGL 2')).toHaveCount(0)
  await expect(page.getByRole('img', { name: /^Pendulum on a cart/ })).toBeVisible()
  await demo.carries(await demo.grab(await demo.grid(12, 16)))
})

test.describe('at the rate of the browser', () => {
  test.use({ fastDisplay: true })

  test('its buttons turn the view, and bring it back round the mechanism @all', async ({
    demo,
    page
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await demo.open('mechanism=four-bar', { webgl: true })
    /** Azimuth, elevation and distance of the camera that an address holds. */
    const camera = async () => {
      await page.getByRole('button', { name: 'Share' }).click()
      const held = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('camera') ?? ''
      return held.split(',').slice(0, 3).map(Number)
    }
    for (const [name, azimuth, elevation] of [
      ['View from the front', 0, 0],
      ['View from the right', 90, 0],
      ['View from above', 0, 85]
    ] as const) {
      await page.getByRole('button', { name }).click()
      expect(await camera()).toEqual([azimuth, elevation, 1])
    }
    await page.locator('.stage-canvas').hover()
    await page.mouse.wheel(0, -400)
    await expect.poll(async () => (await camera())[2]).toBeLessThan(0.9)
    await page.getByRole('button', { name: 'Frame the mechanism' }).click()
    await expect.poll(camera).toEqual([0, 85, 1])
  })
})

test('every mechanism is skinned without a complaint @all', async ({ demo, page }) => {
  test.slow()
  await demo.open('mechanism=leg', { webgl: true })
  const rows = page.locator('.gallery-row')
  const count = await rows.count()
  expect(count).toBe(everyMechanism.length)
  for (let i = 0; i < count; i++) {
    const row = rows.nth(i)
    await page.getByRole('button', { name: 'Gallery', exact: true }).click()
    await row.click()
    await expect(row).toHaveAttribute('aria-current', 'true')
    await demo.frames(2)
    expect(demo.consoleErrors, (await row.getAttribute('data-mechanism')) ?? '').toEqual([])
  }
  await page.keyboard.press('d')
  await page.keyboard.press('f')
  await demo.frames(2)
})

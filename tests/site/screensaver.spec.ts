import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './page.ts'

const isOn = (page: Page) => page.locator('html[data-screensaver]')

test('the screensaver shows the stage alone, and any key leaves it', async ({ demo, page }) => {
  await demo.open('playing=off')
  const button = page.getByRole('button', { name: 'Screensaver' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(isOn(page)).toHaveCount(1)
  for (const panel of ['.header', '.gallery', '.setup', '.readouts', '.transport'])
    await expect(page.locator(panel)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Chain', exact: true })).toBeVisible()
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  expect(await page.locator('.stage').boundingBox()).toEqual({ x: 0, y: 0, width, height })
  await demo.passes(0.1)
  await expect(page).toHaveURL(/screensaver=on/)
  await expectAccessible(page)
  // The key does nothing else, and all is as it was.
  await page.keyboard.press('t')
  await expect(isOn(page)).toHaveCount(0)
  await expect(page.locator('.accuracy')).toBeHidden()
  await expect(button).toBeFocused()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/screensaver/)
})

test('a touch on a phone leaves the screensaver and pulls at nothing @all', async ({
  demo,
  page
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await demo.open('mechanism=four-bar')
  await page.keyboard.press('s')
  await expect(isOn(page)).toHaveCount(1)
  await expect(page.locator('.tab-bar')).toBeHidden()
  await page.mouse.click(190, 400)
  await expect(isOn(page)).toHaveCount(0)
  await expect(page.locator('html[data-pulling]')).toHaveCount(0)
})

test.describe('with a clock of its own', () => {
  test.use({ ownContext: true })

  test('an address opens the screensaver, which goes on to the next mechanism', async ({
    demo,
    page
  }) => {
    await page.clock.install()
    await demo.open('screensaver=on')
    await expect(isOn(page)).toHaveCount(1)
    await expect(page.locator('html[data-mechanism=chain]')).toHaveCount(1)
    await page.clock.fastForward(20_000)
    await expect(page.locator('html[data-mechanism=cart-pendulum]')).toHaveCount(1)
    await expect(page.locator('html[data-screensaver=on]')).toHaveCount(1)
    await demo.passes(0.1)
  })
})

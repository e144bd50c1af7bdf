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

const names = [
  'Geared arm',
  'Slider-crank',
  'Four-bar',
  'Branching tree',
  'Chain',
  'Geared chain',
  'Belt chain',
  'Mini Cheetah',
  'MIT Humanoid',
  'Tello Humanoid',
  'JVRC-1'
]

test('every mechanism is skinned without a complaint', async ({ demo, page }) => {
  await demo.open('mechanism=leg', { webgl: true })
  for (const name of names) {
    await page.getByRole('button', { name: 'Gallery', exact: true }).click()
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await demo.frames(2)
  }
  await page.keyboard.press('d')
  await page.keyboard.press('f')
  await demo.frames(2)
})

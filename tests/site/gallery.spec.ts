import { expect, test } from './page.ts'

test('search finds names, groups and tags, and says when there is nothing', async ({
  demo,
  page
}) => {
  await demo.open()
  const rows = page.locator('.gallery-row')
  const search = page.getByRole('searchbox', { name: 'Search mechanisms' })
  await expect(rows).toHaveCount(30)
  await search.fill('loop')
  await expect(rows).toHaveCount(11)
  await search.fill('gear')
  await expect(rows).toHaveCount(11)
  await search.fill('four')
  await search.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'four-bar')
  await search.fill('trebuchet')
  await expect(page.getByText('Nothing called “trebuchet”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(rows).toHaveCount(30)
})

test('a row chooses its mechanism @all', async ({ demo, page }) => {
  await demo.open()
  await page.getByRole('button', { name: /Slider-crank/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'slider-crank')
  await expect(page.getByRole('button', { name: /Slider-crank/ })).toHaveAttribute('aria-current')
  await expect(page.getByRole('heading', { name: 'Slider-crank' })).toBeVisible()
  await expect(page.locator('.stage-facts')).toHaveText('3 links, 1 loop, 1 degree of freedom')
  await expect(page.getByRole('slider', { name: 'Rod' })).toBeVisible()
})

test('what is dragged comes to rest under the hand @all', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.open('mechanism=cart-pendulum&gravity=0&damping=1&speed=4')
  await demo.carries(await demo.grab(await demo.grid(24, 16)))
})

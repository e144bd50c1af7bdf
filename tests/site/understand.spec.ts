import AxeBuilder from '@axe-core/playwright'
import { type DemoPage, expect, test } from './page.ts'

const plotOf = ({ page }: DemoPage) => page.getByRole('img', { name: 'Time of a step over' })

test.describe('linear time', () => {
  test('the slider hangs up a chain, and both ways to take a step are measured', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&topic=linear-time')
    const numbers = page.getByRole('complementary', { name: 'Linear time' }).getByRole('definition')
    await expect(numbers.nth(0)).toContainText(/\d(µs|ms)/)
    await expect(numbers.nth(1)).toContainText(/\d(µs|ms)/)
    await expect(numbers.nth(2)).toContainText(/^\d+(\.\d)?×$/)
    // Two ways to one answer: rounding alone is between them.
    await expect(numbers.nth(3).locator('sup')).toHaveText(/^−(9|1\d)$/)

    await page.getByRole('button', { name: /^Links: 30/ }).click()
    await page.keyboard.type('200')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await demo.frame()).poses.length).toBe(7 * 200)
    await expect(plotOf(demo)).toHaveAttribute('data-dense-points', '2')
  })

  test('all lengths are measured; the recursion grows less than the dense solve', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&topic=linear-time&playing=off')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Measure all' }).click()
    await expect(plotOf(demo)).toHaveAttribute('data-recursion-points', '16', { timeout: 90_000 })
    await expect(page.getByRole('button', { name: 'Measure all' })).toBeVisible({ timeout: 30_000 })
    await expect(plotOf(demo)).toHaveAttribute('data-dense-points', '9')
    const exponent = async (way: string) => Number(await plotOf(demo).getAttribute(`data-${way}`))
    expect(await exponent('recursion')).toBeLessThan(await exponent('dense'))
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(plotOf(demo)).toHaveAttribute('data-recursion-points', '0')
    await expect(plotOf(demo)).toHaveAttribute('data-recursion', '')
  })

  test('a chain longer than the page simulates moves by itself, and pauses', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&topic=linear-time')
    await page.getByRole('button', { name: /^Links: 30/ }).click()
    await page.keyboard.type('3000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 000 links, each in motion')).toBeVisible()
    const time = page.locator('.rope-time')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(time).not.toHaveText('0.00 s')
    await page.keyboard.press('Escape')
    await page.locator('body').press(' ')
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await page.keyboard.press('1')
    await expect(page.locator('.rope')).toHaveCount(0)
    await expect(page.locator('.stage-facts')).toContainText('1000 links')
  })
})

for (const colorScheme of ['dark', 'light'] as const) {
  for (const topic of ['linear-time']) {
    test(`axe finds nothing in ${topic} in ${colorScheme}`, async ({ demo, page }) => {
      await page.emulateMedia({ colorScheme })
      await demo.open(`mode=understand&topic=${topic}&playing=off`)
      await demo.frames(2)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    })
  }
}

test('on a phone lessons and their controls are sheets', async ({ demo, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await demo.open('mode=understand')
  await page.getByRole('button', { name: 'Gallery' }).click()
  await page.getByRole('button', { name: /^Linear time/ }).click()
  await page.getByRole('button', { name: 'Setup' }).click()
  await page.getByRole('slider', { name: 'Links' }).focus()
  await page.keyboard.press('Home')
  await expect.poll(async () => (await demo.frame()).poses.length).toBe(7 * 2)
  await page.keyboard.press('Escape')
  await expect(plotOf(demo)).toBeVisible()
})

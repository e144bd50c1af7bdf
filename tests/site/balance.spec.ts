import type { DemoPage } from './page.ts'
import { expect, test } from './page.ts'

/** Of each link's length [m]. */
const length = 0.5

/** Height of the second link's end above the post's [m]. */
async function height(demo: DemoPage): Promise<number> {
  const { poses } = await demo.frame()
  const [z, x, y] = poses.slice(9) as [number, number, number]
  return z - length * (1 - 2 * (x * x + y * y))
}

/** Waits until it stands, and goes on standing for a second. */
async function stands(demo: DemoPage): Promise<void> {
  const limits = { timeout: 60_000 }
  await expect
    .poll(async () => {
      const start = await demo.time()
      const heights = [await height(demo)]
      while ((await demo.time()) < start + 1) heights.push(await height(demo))
      return Math.min(...heights)
    }, limits)
    .toBeGreaterThan(1.99 * length)
}

const computing = (demo: DemoPage) => demo.page.locator('[data-part=control] dd')

test('the acrobot stands, and stands again after a push', async ({ demo, page }) => {
  await demo.open('mechanism=acrobot')
  await stands(demo)
  await expect(page.locator('html')).toHaveAttribute('data-copies', '120')
  await expect(computing(demo)).toHaveText(/^\d+ ms a second$/)
  await expect(demo.gauge('Energy error')).toHaveAttribute('aria-valuetext', /within tolerance/)

  const pull = page.getByRole('button', { name: 'Pull with arrow keys' })
  await pull.focus()
  await page.keyboard.down('ArrowRight')
  await expect.poll(() => height(demo)).toBeLessThan(1.5 * length)
  await page.keyboard.up('ArrowRight')
  await stands(demo)
})

test('with its motor off the acrobot falls, and nothing is tried', async ({ demo, page }) => {
  await demo.open('mechanism=acrobot&samples=32')
  await stands(demo)
  await page.getByText('Off', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-copies', '0')
  await expect(computing(demo)).toHaveText('–')
  await page.keyboard.press('Backspace')
  await demo.passes(0.5)
  expect(await height(demo)).toBeCloseTo(-2 * length, 6)
  await page.getByText('On', { exact: true }).click()
  await stands(demo)
})

test('where the acrobot is put back, what was ahead is gone', async ({ demo, page }) => {
  await demo.open('mechanism=acrobot')
  await demo.passes(0.5)
  await expect(page.locator('html')).toHaveAttribute('data-copies', '120')
  await demo.pause()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-copies', '0')
  await demo.play()
  await expect(page.locator('html')).toHaveAttribute('data-copies', '120')
})

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

type Height = (demo: DemoPage) => Promise<number>

/** Waits until it balances, and goes on for a second. */
async function balances(
  demo: DemoPage,
  high: Height = height,
  least = 1.99 * length
): Promise<void> {
  await expect
    .poll(async () => {
      const start = await demo.time()
      const heights = [await high(demo)]
      while ((await demo.time()) < start + 1) heights.push(await high(demo))
      return Math.min(...heights)
    })
    .toBeGreaterThan(least)
}

const computing = (demo: DemoPage) => demo.page.locator('[data-part=control] dd').last()
const feedback = (demo: DemoPage) => demo.page.locator('[data-part=control] dd').first()

/** Pulls a part to the right with 10 N until something is so. */
async function pulled(demo: DemoPage, part: string, until: () => Promise<void>): Promise<void> {
  const { page } = demo
  await page.getByRole('combobox', { name: 'Part to pull' }).selectOption(part)
  await page.getByRole('button', { name: 'Pull with arrow keys' }).focus()
  await page.keyboard.down('ArrowRight')
  await until()
  await page.keyboard.up('ArrowRight')
}

test('the acrobot balances, and again after a push @all', async ({ demo, page }) => {
  await demo.open('mechanism=acrobot')
  await balances(demo)
  await expect(page.locator('html')).toHaveAttribute('data-copies', '120')
  await expect(computing(demo)).toHaveText(/^\d+ ms a second$/)
  await expect(demo.gauge('Energy error')).toHaveAttribute('aria-valuetext', /within tolerance/)

  const pull = page.getByRole('button', { name: 'Pull with arrow keys' })
  await pull.focus()
  await page.keyboard.down('ArrowRight')
  await expect.poll(() => height(demo)).toBeLessThan(1.5 * length)
  await page.keyboard.up('ArrowRight')
  await balances(demo)
})

test('with its motor off the acrobot falls, and nothing is tried @all', async ({ demo, page }) => {
  await demo.open('mechanism=acrobot')
  await page.getByRole('slider', { name: 'Samples' }).press('Home')
  await expect(page).toHaveURL(/samples=32/)
  await balances(demo)
  await page.getByText('Off', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-copies', '0')
  await expect(computing(demo)).toHaveText('–')
  await page.keyboard.press('Backspace')
  await demo.passes(0.5)
  expect(await height(demo)).toBeCloseTo(-2 * length, 6)
  await page.getByText('On', { exact: true }).click()
  await balances(demo)
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

test('with LQR at its top the acrobot balances without trials @all', async ({ demo, page }) => {
  await demo.open('mechanism=acrobot&hold=1')
  await expect(feedback(demo)).toHaveText('predicts')
  await balances(demo)
  await expect(feedback(demo)).toHaveText('holds the pose')
  await expect(page.locator('html')).toHaveAttribute('data-copies', '0')
  await page.getByText('Tries ahead', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-copies', '120')
  await balances(demo)
  await page.getByText('LQR', { exact: true }).click()
  await expect(feedback(demo)).toHaveText('holds the pose')
  await expect(page.locator('html')).toHaveAttribute('data-copies', '0')
})

/** Distance of a body's origin from its balanced position [m]. */
async function sideways(demo: DemoPage, body: number): Promise<number> {
  return Math.abs((await demo.frame()).poses[7 * body] ?? 0)
}

/** Of the pole's end over the cart [m]. */
async function poleHeight(demo: DemoPage): Promise<number> {
  const { poses } = await demo.frame()
  const [x, y] = poses.slice(10) as [number, number]
  return 2 * (x * x + y * y) - 1
}

test('the pole balances, and again after a push; with the motor off it falls @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=cart-pole')
  await balances(demo, poleHeight, 0.9999)
  await expect(feedback(demo)).toHaveText('holds the pose')
  await expect(demo.gauge('Energy error')).toHaveAttribute('aria-valuetext', /within tolerance/)

  await pulled(demo, 'Cart', () => expect.poll(() => sideways(demo, 0)).toBeGreaterThan(0.05))
  await balances(demo, poleHeight, 0.9999)
  await page.getByText('Off', { exact: true }).click()
  await expect(feedback(demo)).toHaveText('off')
  await pulled(demo, 'Cart', () => expect.poll(() => poleHeight(demo)).toBeLessThan(0))
  await page.getByText('On', { exact: true }).click()
  await expect(feedback(demo)).toHaveText('out of reach: reset, or lift the mechanism')
  await page.getByRole('button', { name: 'Reset' }).click()
  await balances(demo, poleHeight, 0.9999)
})

test('where no feedback serves, it says so @all', async ({ demo }) => {
  await demo.open('mechanism=cart-pole&gravity=0')
  await expect(feedback(demo)).toHaveText('none with these settings')
})

/** Of the trunk's end [m]: 1.334 if it balances. */
async function trunkHeight(demo: DemoPage): Promise<number> {
  const { poses } = await demo.frame()
  const [z, x, y] = poses.slice(23) as [number, number, number]
  return z + 0.5 * (1 - 2 * (x * x + y * y))
}

test('the leg balances, and again after a push; with its gears ignored it falls @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=standing-leg')
  await balances(demo, trunkHeight, 1.333)
  await expect(feedback(demo)).toHaveText('holds the pose')
  await expect(demo.gauge('Energy error')).toHaveAttribute('aria-valuetext', /within tolerance/)

  await pulled(demo, 'Thigh', () => expect.poll(() => sideways(demo, 3)).toBeGreaterThan(0.005))
  await balances(demo, trunkHeight, 1.333)

  await page.getByText('Ignored', { exact: true }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(feedback(demo)).toHaveText('out of reach: reset, or lift the mechanism')
  await expect.poll(() => trunkHeight(demo)).toBeLessThan(0.5)
  await expect(page).toHaveURL(/rotors=1/)
  await page.getByText('Exact', { exact: true }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await balances(demo, trunkHeight, 1.333)
})

test('with other gears and another trunk its feedback is found again @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=standing-leg')
  await expect(feedback(demo)).toHaveText('holds the pose')
  for (const name of ['Gear ratio', 'Trunk mass']) {
    const slider = page.getByRole('slider', { name })
    const before = await slider.inputValue()
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect(slider).not.toHaveValue(before)
    await expect(feedback(demo)).toHaveText('holds the pose')
  }
  await balances(demo, trunkHeight, 1.333)
})

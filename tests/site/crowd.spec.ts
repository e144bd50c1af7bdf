import type { DemoPage } from './page.ts'
import { expect, test } from './page.ts'

/** Mean distance of the copies as the plot says it [m]. */
async function distance(demo: DemoPage): Promise<number> {
  const words = await demo.page
    .getByRole('img', { name: /^Mean distance/ })
    .getAttribute('aria-label')
  const [, mantissa, power = '0'] =
    /: ([\d.]+)(?: times ten to the (?:minus (\d+)))? metres$/.exec(words ?? '') ?? []
  return Number(mantissa) * 10 ** -Number(power)
}

/** The drawing that stands in for the 3-D stage. */
const picture = (demo: DemoPage) =>
  demo.page
    .locator('canvas.diagram')
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())

test('the ghost fan draws copies that part, and goes', async ({ demo, page }) => {
  await demo.open('mechanism=tree&levels=3')
  await demo.pause()
  const alone = await picture(demo)
  const fan = page.getByRole('region', { name: 'Ghost fan' })
  await expect(fan).toBeHidden()
  await page.getByText('Ghost fan', { exact: true }).click()
  await expect(fan).toBeVisible()
  await expect.poll(() => picture(demo)).not.toBe(alone)
  await expect.poll(() => distance(demo)).toBeGreaterThan(0)
  const start = await distance(demo)
  expect(start).toBeLessThan(0.05)
  await demo.play()
  await expect.poll(() => distance(demo), { timeout: 60_000 }).toBeGreaterThan(4 * start)

  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => distance(demo)).toBeLessThan(2 * start)
  await page.getByText('Ghost fan', { exact: true }).click()
  await expect(fan).toBeHidden()
})

test('the ghost fan is drawn on the 3-D stage and follows another mechanism', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=four-bar', { webgl: true })
  await page.getByText('Ghost fan', { exact: true }).click()
  const fan = page.getByRole('region', { name: 'Ghost fan' })
  await expect(fan).toBeVisible()
  await page.getByRole('button', { name: /Slider-crank/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'slider-crank')
  await expect(fan).toBeVisible()
  await expect.poll(() => distance(demo)).toBeGreaterThan(0)
})

test('where motors run there is no ghost fan', async ({ demo, page }) => {
  await demo.open('mechanism=minitaur')
  const box = page.getByText('Ghost fan', { exact: true })
  await expect(box).toBeHidden()
  await page.getByText('Off', { exact: true }).click()
  await expect(box).toBeVisible()
})

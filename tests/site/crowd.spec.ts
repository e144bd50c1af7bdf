import type { DemoPage } from './page.ts'
import { expect, test } from './page.ts'

/** Mean distance of the copies as the plot says it [m]. */
async function distance(demo: DemoPage): Promise<number> {
  const words = await demo.page
    .getByRole('img', { name: /^Mean distance/ })
    .getAttribute('aria-label')
  const [, mantissa, power = '0'] =
    /: ([\d.]+)(?: times ten to the (?:minus (\d+)))? meters$/.exec(words ?? '') ?? []
  return Number(mantissa) * 10 ** -Number(power)
}

/** The drawing in place of the 3-D stage. */
const picture = (demo: DemoPage) =>
  demo.page
    .locator('canvas.diagram')
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())

test('the perturbed ensemble draws copies that diverge, and closes @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=tree&step=0.005')
  await demo.pause()
  const alone = await picture(demo)
  const ensemble = page.getByRole('region', { name: 'Ensemble' })
  await expect(ensemble).toBeHidden()
  await page.getByText('Ensemble', { exact: true }).click()
  await expect(ensemble).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-copies', '200')
  await expect.poll(() => picture(demo)).not.toBe(alone)
  await expect.poll(() => distance(demo)).toBeGreaterThan(0)
  const start = await distance(demo)
  expect(start).toBeLessThan(0.05)
  await demo.play()
  await expect.poll(() => distance(demo)).toBeGreaterThan(4 * start)

  await demo.pause()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => distance(demo)).toBeLessThan(2 * start)
  await page.getByText('Ensemble', { exact: true }).click()
  await expect(ensemble).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-copies', '0')
})

test('the perturbed ensemble is drawn on the 3-D stage and follows another mechanism @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=four-bar', { webgl: true })
  await page.getByText('Ensemble', { exact: true }).click()
  const ensemble = page.getByRole('region', { name: 'Ensemble' })
  await expect(ensemble).toBeVisible()
  await page.getByRole('button', { name: /Slider-crank/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'slider-crank')
  await expect(ensemble).toBeVisible()
  await expect.poll(() => distance(demo)).toBeGreaterThan(0)
})

test('where motors run there is no perturbed ensemble @all', async ({ demo, page }) => {
  await demo.open('mechanism=minitaur')
  const box = page.getByText('Ensemble', { exact: true })
  await expect(box).toBeHidden()
  await page.getByText('Off', { exact: true }).click()
  await expect(box).toBeVisible()
})

/** A number next to its name in the section of a field. */
const number = (demo: DemoPage, name: string) =>
  demo.page.locator('[data-part=field] dt', { hasText: name }).locator('+ dd')

test('a field steps in workers or in one; its slider says how many', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar-field&copies=50')
  const copies = page.locator('html')
  await expect(copies).toHaveAttribute('data-copies', '50')
  await expect(number(demo, 'All together')).toHaveText(/^[\d,]+ steps\/s$/)
  await expect(number(demo, 'One alone')).toHaveText(/^[\d,]+ steps\/s$/)
  await expect(number(demo, 'Speed')).toHaveText(/^\d\.\d{3}×$/)
  await page.getByText('Lanes', { exact: true }).click()
  await expect(page.getByText('1 worker, 2 lanes', { exact: true })).toBeVisible()
  await expect(number(demo, 'Speed')).toHaveText(/^\d\.\d{3}×$/)

  await page.getByRole('slider', { name: 'Copies' }).focus()
  await page.keyboard.press('Home')
  await expect(copies).toHaveAttribute('data-copies', '10')
  await expect(page.locator('.stage-facts')).toContainText('10 copies')
  await page.keyboard.press('End')
  await expect(copies).toHaveAttribute('data-copies', '2000')
  await page.getByRole('button', { name: /^Four-bar/ }).click()
  await expect(copies).toHaveAttribute('data-copies', '0')
  await expect(page.locator('[data-part=field]')).toBeHidden()
})

test('a field stands still while the page does, and starts again with it @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=four-bar-field&copies=10')
  await expect(number(demo, 'Speed')).toHaveText(/×$/)
  await demo.pause()
  await expect(number(demo, 'Speed')).toHaveText('–')
  await page.getByRole('button', { name: 'Reset' }).click()
  await demo.frames(10)
  const still = await picture(demo)
  await demo.frames(5)
  expect(await picture(demo)).toBe(still)
  await demo.play()
  await expect.poll(() => picture(demo)).not.toBe(still)
})

test('a field that is opened at a time, paused, is there when the stage comes last @all', async ({
  demo,
  page
}) => {
  let come = () => {}
  const stage = new Promise<void>((resolve) => (come = resolve))
  await page.route(/\/stage-[\w-]+\.js$/, (route) => stage.then(() => route.continue()))
  const opened = demo.open('mechanism=four-bar-field&copies=10&time=0.5&playing=off', {
    webgl: true
  })
  await page.waitForSelector('html[data-ready=true]')
  await demo.pictures(60)
  await expect(page.locator('html')).not.toHaveAttribute('data-copies', '10')
  come()
  await opened
  await expect(page.locator('html')).toHaveAttribute('data-copies', '10')
  await expect.poll(() => demo.time()).toBeCloseTo(0.5, 9)
})

import type { Page } from '@playwright/test'
import { expect, holdSolver, inkOf, test } from './page.ts'

/** The next animation frame has been drawn. */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  )

const pictureOf = (page: Page) =>
  page.locator('.diagram').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())

test('the mechanism is drawn before the solver is here, and goes on from there', async ({
  demo,
  page
}) => {
  const release = await holdSolver(page)
  await demo.forbidWebGl()
  await page.goto('/#mechanism=mit-humanoid&playing=off')
  await expect(page.locator('html[data-picture=still]')).toHaveCount(1)
  await drawn(page)
  expect(await inkOf(page.locator('.diagram'))).toBeGreaterThan(500)
  const still = await pictureOf(page)
  await expect(page.getByText('Loading solver')).toBeVisible()
  await expect(page.locator('.stage-facts')).toBeEmpty()
  await expect(page.locator('.readout-value:visible').filter({ hasText: /\d/ })).toHaveCount(0)
  // Nothing can be pulled yet, and the first frame is the still.
  await page.mouse.move(600, 300)
  await page.mouse.down()
  await expect(page.locator('html[data-pulling]')).toHaveCount(0)
  await page.mouse.up()
  release()
  await page.waitForSelector('html[data-picture=live]')
  await demo.frames(2)
  expect(await pictureOf(page)).toBe(still)
})

test('what is chosen while the solver comes is drawn too @all', async ({ demo, page }) => {
  const release = await holdSolver(page)
  await demo.forbidWebGl()
  await page.goto('/#playing=off')
  await expect(page.locator('html[data-picture=still]')).toHaveCount(1)
  await drawn(page)
  const chain = await pictureOf(page)
  await page
    .getByRole('button', { name: /^Four-bar/ })
    .first()
    .click()
  await expect.poll(() => pictureOf(page)).not.toBe(chain)
  await drawn(page)
  const fourBar = await pictureOf(page)
  release()
  await page.waitForSelector('html[data-mechanism=four-bar][data-picture=live]')
  await demo.frames(2)
  expect(await pictureOf(page)).toBe(fourBar)
})

test('while the code of the stage loads the mechanism is drawn as lines, and waits @all', async ({
  demo,
  page
}) => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/stage-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/#mechanism=four-bar')
  await page.waitForSelector('html[data-ready=true]')
  const lines = page.locator('.waiting-picture')
  await expect.poll(() => inkOf(lines)).toBeGreaterThan(500)
  await drawn(page)
  const fourBar = await lines.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
  await page.getByRole('button', { name: /^Chain/ }).click()
  await expect
    .poll(() => lines.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL()))
    .not.toBe(fourBar)
  // The page is hidden: time stands still, after two frames of at most 0.25 s each.
  const time = async () =>
    Number(await page.getByRole('slider', { name: 'Time' }).getAttribute('aria-valuenow'))
  await demo.pictures(60)
  const still = await time()
  expect(still).toBeLessThan(0.51)
  await demo.pictures(60)
  expect(await time()).toBe(still)
  release()
  await page.waitForSelector('html[data-stage=ready]')
  await expect(lines).toHaveCount(0)
  await demo.passes(0)
})

test('where only the solver has the start, the page waits for it @all', async ({ demo, page }) => {
  for (const address of ['links=40', 'time=2', 'mechanism=leg-field&copies=50'])
    await test.step(address, async () => {
      await page.goto('about:blank')
      const release = await holdSolver(page)
      await demo.forbidWebGl()
      await page.goto(`/#${address}&playing=off`)
      await page.waitForSelector('html[data-stage=ready]')
      expect(await inkOf(page.locator('.diagram'))).toBe(0)
      release()
      await page.waitForSelector('html[data-picture=live]')
      await demo.frames(1)
      await page.unrouteAll()
    })
})

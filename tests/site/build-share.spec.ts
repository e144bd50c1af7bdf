import { badge, newDrawing, paperOf } from './drawing.ts'
import { expect, test } from './page.ts'

/** The address of a mechanism made in Build restores it elsewhere. */

test('a drawing opens elsewhere as a drawing, which runs and can be changed @all', async ({
  demo,
  page,
  browser
}) => {
  await demo.open('mode=build')
  const sheet = await newDrawing(page)
  await expect(page.locator('.stage-facts')).toHaveText('Empty drawing')
  await expect(badge(page)).toHaveText('Drag to draw a link.')
  await sheet.drag([-150, 60], [-50, 60])
  await page.keyboard.press('t')
  await sheet.pressPoint(0)
  await page.keyboard.press('m')
  await sheet.pressPoint(0)
  await expect(page.locator('.sketch-motor')).toHaveCount(1)
  await expect(page.locator('.stage-facts')).toHaveText('1 part, 1 degree of freedom, 1 motor')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()

  const elsewhere = await browser.newContext({ serviceWorkers: 'block' })
  const other = await elsewhere.newPage()
  await other.goto(page.url())
  const isThere = async () => {
    await other.waitForSelector('html[data-ready=true][data-stage=ready]')
    await expect(other.locator('.sketch-point')).toHaveCount(2)
    await expect(other.locator('.sketch-motor')).toHaveCount(1)
    await expect(other.locator('.stage-facts')).toHaveText('1 part, 1 degree of freedom, 1 motor')
    await expect(other.locator('.sketch-over[data-running]')).toBeVisible()
  }
  await isThere()
  const paper = await paperOf(other)
  /** The drawing goes where its motor turns it. */
  const turns = async () => {
    const before = await paper.pointAt(1)
    const play = other.getByRole('button', { name: 'Play', exact: true })
    if (await play.isVisible()) await play.click()
    await expect
      .poll(async () => {
        const [x, y] = await paper.pointAt(1)
        return Math.hypot(x - before[0], y - before[1])
      })
      .toBeGreaterThan(20)
    await other.getByRole('button', { name: 'Pause' }).click()
  }
  await turns()
  await other.reload()
  await isThere()
  await turns()
  await other.keyboard.press('l')
  await paper.drag(await paper.pointAt(1), [120, -80])
  await expect(badge(other)).toContainText('3 links, 2 joints: 2 degrees of freedom')
  await elsewhere.close()
})

test('what was changed of a mechanism of the gallery is in its address', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=build')
  const mass = page.getByRole('group', { name: 'Crank' }).getByLabel('Mass').first()
  await mass.fill('3')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'own-file')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const address = page.url()
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(address)
  await expect(mass).toHaveValue('3')
})

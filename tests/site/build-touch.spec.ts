import { load } from 'linkwork'
import { badge, fingerOf, newDrawing, type Spot } from './drawing.ts'
import { expect, test } from './page.ts'
import { sizes } from './sizes.ts'

/**
 * Every tool of Build, drawn by a finger. Buttons are clicked: Chromium takes a tap whose end it reads
 * half a second late for a long press, which clicks nothing.
 */

test.use(sizes.phone)

test('every tool draws by touch what it says, and the library counts as the badge does @all', async ({
  demo,
  page
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' }) // sheets are there at once
  await demo.open()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Modes' }).click()
  await page.getByRole('button', { name: 'Build' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'build')
  const gallery = page.getByRole('button', { name: 'Gallery' })
  await gallery.click()
  const sheet = await newDrawing(page, await fingerOf(page))
  await expect(page.locator('.left-panel')).toBeHidden()
  const choose = async (tool: string) => {
    await gallery.click()
    await page.getByRole('button', { name: tool, exact: true }).click()
    await expect(page.locator('.left-panel')).toBeHidden()
  }
  const linkwork = await load()
  /** The drawing has so many freedoms, by its badge and by the library's count of its file. */
  const moves = async (counted: string) => {
    await expect(page.locator('.sketch-badge-words')).toHaveText(counted)
    const said = /(\d+|no) degrees? of freedom/.exec(counted)?.[1]
    const file = () => page.evaluate(() => localStorage.getItem('linkwork-mechanisms') ?? '[]')
    await expect
      .poll(async () => {
        const [saved] = JSON.parse(await file())
        return saved && linkwork.info(JSON.parse(saved.version.text)).degreesOfFreedom
      })
      .toBe(said === 'no' ? 0 : Number(said))
  }
  const [a, b, c, d]: readonly [Spot, Spot, Spot, Spot] = [
    [-130, 90],
    [-100, 20],
    [40, -50],
    [90, 90]
  ]
  await sheet.drag(a, b)
  await moves('2 links, no joints: 3 degrees of freedom')
  await sheet.dragPoint(1, c)
  await sheet.dragPoint(2, d)
  await choose('Ground')
  await sheet.pressPoint(0)
  await sheet.pressPoint(3)
  await moves('4 links, 4 joints: 1 degree of freedom')

  await choose('Pivot')
  await sheet.press([(b[0] + c[0]) / 2, (b[1] + c[1]) / 2])
  await expect(page.locator('.sketch-point')).toHaveCount(5)
  await choose('Motor')
  await sheet.pressPoint(0)
  await expect(page.locator('.stage-facts')).toContainText('1 motor')
  await choose('Spring')
  await sheet.dragPoint(4, [-30, 80])
  await expect(page.locator('.sketch-spring')).toHaveCount(1)
  await moves('4 links, 4 joints: 1 degree of freedom')
  await choose('Gear')
  await sheet.drag([-130, -90], [-80, -90])
  await expect(page.locator('circle.sketch-gear')).toHaveCount(2)
  await moves('6 links, 7 joints: 2 degrees of freedom')
  await choose('Belt')
  await sheet.drag([0, -130], [110, -130])
  await expect(page.locator('.sketch-belt')).toHaveCount(1)
  await moves('8 links, 10 joints: 3 degrees of freedom')
  await choose('Link')
  await sheet.drag([-130, 150], [0, 150])
  await moves('9 links, 10 joints: 6 degrees of freedom')
  await choose('Slider')
  await sheet.press([0, 150])
  await expect(page.locator('.sketch-block')).toHaveCount(1)
  await moves('10 links, 12 joints: 5 degrees of freedom')

  await choose('Erase')
  await sheet.press([0, 150]) // first the slider, then what it held
  await moves('9 links, 10 joints: 6 degrees of freedom')
  await sheet.press([-65, 150])
  await moves('8 links, 10 joints: 3 degrees of freedom')
  await sheet.pressPoint(0)
  await expect(page.locator('.stage-facts')).not.toContainText('motor')

  /** How long the first link is drawn [px]. */
  const length = async () => {
    const [p, q] = [await sheet.pointAt(0), await sheet.pointAt(1)]
    return Math.hypot(q[0] - p[0], q[1] - p[1])
  }
  const whole = await length()
  await choose('Select')
  await sheet.dragPoint(1, [-130, 0])
  expect((await sheet.pointAt(1))[0]).toBeLessThan(b[0] - 10)
  expect(Math.abs((await length()) - whole)).toBeLessThan(1) // written to a tenth of a pixel
  await gallery.click()
  await page.getByText('Resizes', { exact: true }).click()
  await gallery.click()
  await sheet.dragPoint(1, [-100, 50])
  expect(await length()).toBeLessThan(whole - 10)
  await expect(badge(page)).toContainText('3 degrees of freedom')
})

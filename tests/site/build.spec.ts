import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { badge, newDrawing, type Spot } from './drawing.ts'
import { expect, test } from './page.ts'

/** Puts another text into the editor's, at a place that is found by its text. */
async function replace(page: Page, before: string, after: string): Promise<void> {
  const content = page.getByRole('textbox', { name: 'Mechanism file' })
  const found = content.getByText(before, { exact: true }).first()
  const box = await found.boundingBox()
  if (!box) throw new Error(`${before} is not in sight.`)
  await found.click({ position: { x: box.width - 1, y: box.height / 2 } })
  for (const _ of before) await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.insertText(after)
}

const openJson = (page: Page) => page.getByRole('tab', { name: 'JSON' }).click()
const runs = (page: Page) => page.getByText('Valid. Running.')

test('the file of what runs is there, and a change of it runs on', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=build')
  await demo.passes(0.4)
  await openJson(page)
  await expect(page.locator('.cm-content')).toContainText('"rockerPin"')
  const { time } = await demo.frame()
  await replace(page, '0.8', '2.5')
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'own-file')
  expect(await demo.time()).toBeGreaterThan(time)
  await expect(page.getByRole('button', { name: /^four-bar \d/ })).toHaveAttribute(
    'aria-current',
    'true'
  )
  await demo.passes((await demo.time()) + 0.2)
  expect(await demo.measured('Loop error')).toBeLessThan(1e-10)
})

test('a mistake is marked on its line, and what runs is not disturbed', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=build')
  await openJson(page)
  await replace(page, '"revolute"', '"revolut"')
  await expect(page.getByText(/no joint type is named "revolut"; did you mean/)).toBeVisible()
  const line = page.locator('.check-result-line')
  const number = Number((await line.textContent())?.replace('Line ', ''))
  const text = await page.locator('.cm-line').allTextContents()
  expect(text[number - 1]).toContain('revolut"')
  await expect(page.locator('.cm-lint-marker-error')).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'four-bar')
  await demo.passes((await demo.time()) + 0.1)
  await line.click()
  await page.keyboard.insertText('"type": "revolute"')
  await expect(runs(page)).toBeVisible()
  await expect(page.locator('.cm-lint-marker-error')).toHaveCount(0)
})

test('changes are undone and redone by keys and by buttons @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=build')
  await openJson(page)
  const file = page.locator('.cm-content')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
  await replace(page, '0.8', '2.5')
  await expect(file).toContainText('"mass": 2.5')
  await page.keyboard.press('Control+z')
  await expect(file).toContainText('"mass": 0.8')
  await page.keyboard.press('Control+Shift+z')
  await expect(file).toContainText('"mass": 2.5')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(file).toContainText('"mass": 0.8')
  await page.getByRole('tab', { name: 'JSON' }).focus()
  await page.keyboard.press('Control+Shift+z')
  await expect(file).toContainText('"mass": 2.5')
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(file).toContainText('"mass": 2.5')
  await expect(page.getByRole('button', { name: 'Redo' })).toBeDisabled()
})

test('the schema completes keys and values, and says what they mean @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=four-bar&mode=build')
  await openJson(page)
  await replace(page, '"crank"', '"crank", "dam')
  const offered = page.getByRole('option', { name: '"damping"' })
  await expect(offered).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await page.locator('.cm-line', { hasText: '"type": "revolute"' }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' "dam')
  await expect(offered).toBeVisible()
  await expect(page.getByText(/Viscous damping of every component/)).toBeVisible()
  await offered.click()
  await expect(page.locator('.cm-content')).toContainText('"damping": 0')
})

test('lengths that open a loop run from the nearest pose @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=build')
  await demo.pause()
  await openJson(page)
  await page.locator('.cm-line', { hasText: '[0.4, 0, 0]' }).scrollIntoViewIfNeeded()
  await replace(page, '0.4', '0.41')
  await expect(page.getByText(/runs from the nearest pose/)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'own-file')
  expect(await demo.measured('Loop error')).toBeLessThan(1e-8)
})

test('what was changed is kept, renamed, deleted and put back', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=build')
  await page.getByRole('group', { name: 'Crank' }).getByLabel('Mass').fill('3')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'own-file')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Heavy crank')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Heavy crank' })).toBeVisible()
  await expect(page).toHaveURL(/own-file/)
  await page.reload()
  await demo.isReady()
  const kept = page.getByRole('button', { name: /^Heavy crank/ })
  await expect(kept).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('group', { name: 'Crank' }).getByLabel('Mass').first()).toHaveValue(
    '3'
  )
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(kept).toHaveCount(0)
  await page.getByRole('button', { name: 'Put back' }).click()
  await kept.click()
  await expect(kept).toHaveAttribute('aria-current', 'true')
  await demo.passes((await demo.time()) + 0.1)
})

test('Back returns to what was there before the first change @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=build')
  const mass = page.getByRole('group', { name: 'Crank' }).getByLabel('Mass')
  await mass.first().fill('3')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/own-file/)
  await page.goBack()
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'four-bar')
  await expect(mass.first()).toHaveValue('0.8')
  await page.goForward()
  await expect(mass.first()).toHaveValue('3')
})

const [A, B, C, D]: readonly [Spot, Spot, Spot, Spot] = [
  [-150, 60],
  [-110, -10],
  [90, -110],
  [140, 60]
]

/** Begins a drawing, and draws three links with two of their ends on the ground. */
async function drawFourBar(page: Page) {
  const sheet = await newDrawing(page)
  await sheet.drag(A, B)
  await expect(badge(page)).toContainText('2 links, no joints: 3 degrees of freedom')
  await sheet.dragPoint(1, C)
  await sheet.dragPoint(2, D)
  await page.keyboard.press('t')
  await sheet.pressPoint(0)
  await sheet.pressPoint(3)
  await expect(badge(page)).toContainText('4 links, 4 joints: 1 degree of freedom')
  return sheet
}

test('a four-bar is drawn by the mouse, and is what the library says', async ({ demo, page }) => {
  await demo.open('mode=build')
  const sheet = await drawFourBar(page)
  // The facts are the library's `info`, of what runs.
  await expect(page.locator('.stage-facts')).toHaveText('3 parts, 1 loop, 1 degree of freedom')
  await page.keyboard.press('m')
  await sheet.pressPoint(0)
  await expect(page.locator('.stage-facts')).toContainText('1 motor')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Select' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Space')
  await demo.passes(0.3)
  expect(await demo.measured('Loop error')).toBeLessThan(1e-9)
  await page.keyboard.press('Control+z')
  await expect(page.locator('.stage-facts')).not.toContainText('motor')
  await page.keyboard.press('Control+Shift+z')
  await expect(page.locator('.stage-facts')).toContainText('1 motor')
  await page.getByRole('tab', { name: 'JSON' }).click()
  await expect(page.locator('.cm-content')).toContainText('"name": "link 1"')
})

test('links join, lengths are typed, and what is drawn is erased and undone @all', async ({
  demo,
  page
}) => {
  await demo.open('mode=build')
  const { at, press } = await newDrawing(page)
  await page.mouse.move(...at([-80, 0]))
  await page.mouse.down()
  await page.mouse.move(...at([60, 3]))
  await page.keyboard.type('123')
  await expect(page.getByText('123 mm, 0.0°')).toBeVisible()
  await page.mouse.up()
  const length = page.getByRole('group', { name: 'link 1' }).getByLabel('A to B')
  await expect(length).toHaveValue('123')
  await length.fill('140')
  await page.keyboard.press('Enter')
  await expect(length).toHaveValue('140')
  await page.getByRole('group', { name: 'link 1' }).getByLabel('Material').selectOption('steel')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Material')).toHaveValue('aluminium')
  await page.keyboard.press('x')
  await press([-60, 0])
  await expect(page.getByText(/Nothing is drawn yet/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(length).toHaveValue('140')
})

test('the picture stays while all of the drawing is seen, and follows what leaves it @all', async ({
  demo,
  page
}) => {
  await demo.open('mode=build')
  const sheet = await newDrawing(page)
  await sheet.drag([-100, 60], [0, 0])
  await expect(badge(page)).toContainText('2 links')
  await expect(page.locator('.sketch-over[data-running]')).toBeVisible()
  const before = await sheet.pointAt(0)
  await sheet.dragPoint(1, [270, -60])
  await expect(badge(page)).toContainText('3 links')
  await expect(page.locator('.sketch-over[data-running]')).toBeVisible()
  const { poses } = await demo.frame()
  expect(poses.length).toBe(14)
  const after = await sheet.pointAt(0)
  // A drawing's places are written to a tenth of a pixel.
  expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(0.2)
  const length = page.getByRole('group', { name: 'link 2' }).getByLabel('B to C')
  await length.fill('900')
  await page.keyboard.press('Enter')
  const stage = await page.locator('.stage-host').boundingBox()
  await expect
    .poll(async () => {
      const [x] = await sheet.pointAt(2)
      return Math.abs(x)
    })
    .toBeLessThan((stage?.width ?? 0) / 2)
})

test('every tool draws what it says @all', async ({ demo, page }) => {
  await demo.open('mode=build')
  const sheet = await drawFourBar(page)
  const choose = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await choose('Pivot')
  await sheet.press([(B[0] + C[0]) / 2, (B[1] + C[1]) / 2])
  await expect(page.locator('.sketch-point')).toHaveCount(5)
  await choose('Spring')
  await sheet.drag([(B[0] + C[0]) / 2, (B[1] + C[1]) / 2], [20, 90])
  await expect(page.locator('.sketch-spring')).toHaveCount(1)
  await page
    .getByRole('group', { name: /^spring 1/ })
    .getByLabel('Stiffness')
    .fill('250')
  await page.keyboard.press('Enter')
  await expect(badge(page)).toContainText('4 links, 4 joints: 1 degree of freedom')
  await choose('Gear')
  await sheet.drag([200, -60], [240, -60])
  await expect(page.locator('circle.sketch-gear')).toHaveCount(2)
  await expect(page.locator('.sketch-spoke')).toHaveCount(2)
  await choose('Slider')
  await sheet.dragPoint(2, [C[0] + 60, C[1]])
  await expect(page.locator('.sketch-block')).toHaveCount(1)
  await expect(badge(page)).toContainText(/joints: \d/)
  await choose('Erase')
  await sheet.pressPoint(2)
  await expect(page.locator('.sketch-block')).toHaveCount(0)
  const [upper, lower] = [await sheet.pointAt(4), await sheet.pointAt(5)]
  await sheet.press([0.3 * upper[0] + 0.7 * lower[0], 0.3 * upper[1] + 0.7 * lower[1]])
  await expect(page.locator('.sketch-spring')).toHaveCount(0)
  await expect(page.locator('.check-result')).not.toHaveAttribute('data-fault')
})

test('a pivot moves as its linkage lets it, or changes dimensions @all', async ({ demo, page }) => {
  await demo.open('mode=build')
  const sheet = await drawFourBar(page)
  const length = page.getByRole('group', { name: 'link 1' }).getByLabel('A to B')
  const before = await length.inputValue()
  await page.keyboard.press('v')
  await sheet.dragPoint(1, [-150, -40])
  await expect(page.locator('.sketch-over[data-running]')).toBeVisible()
  const moved = page.getByRole('group', { name: 'B', exact: true }).getByLabel('x')
  await expect(length).toHaveValue(before)
  const place = await moved.inputValue()
  await page.keyboard.press('Control+z')
  await expect(moved).not.toHaveValue(place)
  await page.keyboard.down('Alt')
  await sheet.dragPoint(1, [-120, -40])
  await page.keyboard.up('Alt')
  await expect(length).not.toHaveValue(before)
  await page.keyboard.press('Control+z')
  await expect(length).toHaveValue(before)
  await page.getByText('Resizes', { exact: true }).click()
  await sheet.dragPoint(1, [-120, -40])
  await expect(length).not.toHaveValue(before)
  await expect(badge(page)).toContainText('1 degree of freedom')
  const resized = await length.inputValue()
  await page.getByText('Moves', { exact: true }).click()
  const [left] = await sheet.pointAt(1)
  await sheet.dragPoint(1, [-150, -40])
  expect((await sheet.pointAt(1))[0]).toBeLessThan(left - 10)
  await expect(length).toHaveValue(resized)
})

test('a drawing is made and changed by keys alone', async ({ demo, page }) => {
  await demo.open('mode=build')
  await page.getByRole('button', { name: 'New drawing' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.sketch-over[data-running]')).toBeVisible()
  await page.getByRole('application', { name: /^Drawing/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Enter')
  await expect(badge(page)).toContainText('2 links, no joints')
  await page.keyboard.press('t')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(badge(page)).toContainText('2 links, 1 joint: 1 degree of freedom')
  await page.keyboard.press('v')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Delete')
  await expect(page.getByText(/Nothing is drawn yet/)).toBeVisible()
})

test('locked drawings say what locks them, redundant ones what is redundant @all', async ({
  demo,
  page
}) => {
  await demo.open('mode=build')
  await page.getByRole('button', { name: /^Cognates/ }).click()
  await expect(badge(page)).toContainText(/Counting gives −1, .* without crank, rocker, /)
  await expect(page.locator('.sketch-body[data-redundant="true"]')).not.toHaveCount(0)
  const sheet = await drawFourBar(page)
  await page.keyboard.press('l')
  const [x, y] = await sheet.pointAt(2)
  await sheet.dragPoint(0, [x, y])
  await expect(badge(page)).toContainText(/no degrees of freedom\s*Locked: .*link 1/)
})

test('axe finds nothing at any size, in dark and light @all', async ({ demo, page }) => {
  for (const colorScheme of ['dark', 'light'] as const)
    for (const width of [1440, 390])
      await test.step(`${width} in ${colorScheme}`, async () => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 860 })
        await demo.openAgain('mechanism=four-bar&mode=build')
        await demo.pause()
        if (width < 720) await page.getByRole('button', { name: 'Setup' }).click()
        await expectAccessible(page)
        if (width > 720) {
          await page.getByRole('button', { name: /^Peaucellier/ }).click()
          await expect(badge(page)).toContainText('8 links')
          await expectAccessible(page)
          await page.goBack()
          await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'four-bar')
        }
        await openJson(page)
        await replace(page, '0.8', '-1')
        await expect(page.getByText(/expected at least 0/).first()).toBeVisible()
        await expectAccessible(page)
      })
})

import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './page.ts'

/** Puts another text into the editor's, at a place that is found by what stands there. */
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
const runs = (page: Page) => page.getByText('It runs as it is written.')

test('the file of what runs is there, and a change of it runs on', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=build')
  await demo.passes(0.4)
  await openJson(page)
  await expect(page.locator('.cm-content')).toContainText('"rockerPin"')
  const { time } = await demo.frame()
  await replace(page, '0.8', '2.5')
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'own-file')
  expect(await demo.time()).toBeGreaterThan(time)
  await expect(page.getByRole('button', { name: /^four-bar 2/ })).toHaveAttribute(
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
  const line = page.locator('.verdict-line')
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

test('changes are undone and redone by keys and by buttons', async ({ demo, page }) => {
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

test('the schema completes keys and values, and says what they mean', async ({ demo, page }) => {
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
  await expect(page.getByText(/Force per velocity against every component/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('.cm-content')).toContainText('"damping": 0')
})

test('lengths that open a loop run from the nearest pose', async ({ demo, page }) => {
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
  await page.waitForSelector('html[data-ready=true][data-stage=ready]')
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

test('Back returns to what was there before the first change', async ({ demo, page }) => {
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

for (const colorScheme of ['dark', 'light'] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing at ${width} in ${colorScheme}`, async ({ demo, page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 860 })
      await demo.open('mechanism=four-bar&mode=build')
      await demo.pause()
      if (width < 720) await page.getByRole('button', { name: 'Setup' }).click()
      const look = async () => {
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      }
      await look()
      await openJson(page)
      await replace(page, '0.8', '-1')
      await expect(page.getByText(/expected at least 0/).first()).toBeVisible()
      await look()
    })
  }
}

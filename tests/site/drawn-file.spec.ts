import type { Page } from '@playwright/test'
import { badge, newDrawing } from './drawing.ts'
import { type DemoPage, expect, test } from './page.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Mechanism file' })

/** Opens a classic with its text next to it. */
async function openClassic(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(page.locator('.sketch-over[data-running]')).toBeVisible()
  await page.getByRole('tab', { name: 'JSON' }).click()
}

/** Writes another value behind the first key of a name that is in sight. */
async function rewrite(page: Page, key: string, value: string): Promise<void> {
  const line = editor(page)
    .locator('.cm-line', { hasText: `"${key}":` })
    .first()
  await line.click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.insertText(`"${key}": ${value},`)
}

/** Opens the four-bar of the classics and gives it a name in its text. */
async function writeFourBar(demo: DemoPage, page: Page): Promise<void> {
  await demo.open('mode=build')
  await openClassic(page, 'Four-bar')
  await rewrite(page, 'name', '"By hand"')
  await expect(page.getByRole('heading', { name: 'By hand' })).toBeVisible()
}

test.describe('with an empty cache', () => {
  test.use({ ownContext: true })

  test('the editor is fetched when its tab is first opened @all', async ({ demo, page }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    await demo.open('mechanism=four-bar&mode=build')
    await expect(page.getByRole('tab', { name: 'JSON' })).toBeVisible()
    await page.getByRole('group', { name: 'Crank' }).getByLabel('Mass').first().fill('3')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'own-file')
    const isEditor = (url: string) => url.includes('json-editor')
    expect(fetched.some(isEditor)).toBe(false)
    await page.getByRole('tab', { name: 'JSON' }).click()
    await expect(editor(page)).toContainText('"mass": 3')
    expect(fetched.some(isEditor)).toBe(true)
  })
})

test('a drawing whose file is written stays one while it can be read back', async ({
  demo,
  page
}) => {
  await writeFourBar(demo, page)
  await expect(badge(page)).toContainText('4 links, 4 joints: 1 degree of freedom')
  await expect(page.getByText('Valid. Running.')).toBeVisible()
  // While the text is broken, the drawing is what it was.
  await rewrite(page, 'name', '"By')
  await expect(page.locator('.check-result[data-fault]')).toBeVisible()
  await expect(badge(page)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Valid. Running.')).toBeVisible()
  await rewrite(page, 'gravity', '[0, 0, -1.6]')
  await expect(page.locator('.check-result')).toContainText(
    'gravity[2] is not as a drawing has it: the drawing stays as it was.'
  )
  await expect(badge(page)).toContainText('1 degree of freedom')
  // It is kept as it was left, and said again.
  await page.reload()
  await demo.isReady()
  await page.getByRole('tab', { name: 'JSON' }).click()
  await expect(page.locator('.check-result')).toContainText('gravity[2] is not as a drawing has it')
  await expect(badge(page)).toContainText('1 degree of freedom')
  await page.getByRole('button', { name: 'Continue without the drawing and its motors' }).click()
  await expect(page.getByText('Valid. Running.')).toBeVisible()
  await expect(badge(page)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(badge(page)).toContainText('1 degree of freedom')
})

test('what is deleted and copied in the file is gone from the drawing, or there twice @all', async ({
  demo,
  page
}) => {
  await writeFourBar(demo, page)
  const text = await page.evaluate(
    () => JSON.parse(localStorage.getItem('linkwork-mechanisms') ?? '[]')[0].version.text
  )
  const write = async (file: object) => {
    await editor(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(JSON.stringify(file, null, 1))
  }
  const file = JSON.parse(text)
  await write({ ...file, loops: [] })
  await expect(badge(page)).toContainText('4 links, 3 joints: 3 degrees of freedom')
  await expect(page.getByText('Valid. Running.')).toBeVisible()
  const [crank] = file.bodies
  const second = { ...file.joints[0], name: 'hinge', child: 'second' }
  await write({
    ...file,
    bodies: [...file.bodies, { ...crank, name: 'second' }],
    joints: [...file.joints, second]
  })
  await expect(badge(page)).toContainText('5 links, 5 joints: 2 degrees of freedom')
  await expect(page.locator('.sketch-line')).toHaveCount(4)
  await write({
    ...file,
    bodies: [...file.bodies, { ...crank, name: 'second', mass: 7 }],
    joints: [...file.joints, second]
  })
  await expect(page.locator('.check-result')).toContainText(
    'bodies[3].mass is not as a drawing has it: the drawing stays as it was.'
  )
  await expect(page.locator('.sketch-line')).toHaveCount(4)
})

test('the ratio of gears is typed while they are drawn and when they run @all', async ({
  demo,
  page
}) => {
  await demo.open('mode=build')
  const { at, pressPoint } = await newDrawing(page)
  await page.getByRole('button', { name: 'Gear', exact: true }).click()
  await page.mouse.move(...at([-60, 0]))
  await page.mouse.down()
  await page.mouse.move(...at([60, 0]))
  await page.keyboard.type('3')
  await expect(page.getByText(/^ratio 3: [\d.]+ and [\d.]+ mm$/)).toBeVisible()
  await expect(page.locator('circle.sketch-preview')).toHaveCount(2)
  await page.mouse.up()
  await expect(page.locator('circle.sketch-gear')).toHaveCount(2)
  const drawnRatio = () =>
    page.locator('circle.sketch-gear').evaluateAll((wheels) => {
      const [first = 0, second = 1] = wheels.map((wheel) => Number(wheel.getAttribute('r')))
      return first / second
    })
  expect(await drawnRatio()).toBeCloseTo(3, 6)
  const ratio = page.getByRole('group', { name: /^gear 1/ }).getByLabel('Ratio')
  await expect(ratio).toHaveValue('3')
  await expect(page.locator('.sketch-number').filter({ hasText: /^\d+ mm$/ })).toHaveCount(1)
  await ratio.fill('2')
  await page.keyboard.press('Enter')
  await expect.poll(drawnRatio).toBeCloseTo(2, 6)
  await ratio.fill('0')
  await page.keyboard.press('Enter')
  await expect(ratio).toHaveValue('2')
  await page.keyboard.press('m')
  await pressPoint(0)
  await expect(page.locator('.stage-facts')).toHaveText('2 parts, 1 degree of freedom, 1 motor')
  /** Angles of both wheels [rad]. */
  const angles = async () => {
    const { poses } = await demo.frame()
    return [0, 7].map((at) => 2 * Math.atan2(poses[at + 4] ?? 0, poses[at + 6] ?? 1))
  }
  const [a = 0, b = 0] = await angles()
  await demo.play()
  const turned = async () => Math.cos((await angles()).map((each) => each - a)[0] ?? 0)
  await expect.poll(turned).toBeLessThan(0.9)
  const [nextA = 0, nextB = 0] = await angles()
  // Turned the other way, twice as far: to whole turns.
  expect(Math.cos(nextB - b + 2 * (nextA - a))).toBeCloseTo(1, 9)
})

test('a belt is drawn with its ratio, resized, erased and brought back @all', async ({
  demo,
  page
}) => {
  await demo.open('mode=build')
  const { at } = await newDrawing(page)
  await page.keyboard.press('b')
  await expect(page.getByRole('button', { name: 'Belt', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true'
  )
  await page.mouse.move(...at([-100, 0]))
  await page.mouse.down()
  await page.mouse.move(...at([100, 0]))
  await page.keyboard.type('2')
  await expect(page.getByText(/^ratio 2: [\d.]+ and [\d.]+ mm$/)).toBeVisible()
  await page.mouse.up()
  // Both ends were in the open: the ground holds them, and the belt turns both wheels.
  await expect(badge(page)).toContainText('3 links, 3 joints: 1 degree of freedom')
  await expect(page.locator('.sketch-belt')).toHaveCount(1)
  const fields = page.getByRole('group', { name: /^belt 1/ })
  await expect(fields.getByLabel('Ratio')).toHaveValue('2')
  const radius = fields.getByLabel('Radius at B')
  const large = Number(await fields.getByLabel('Radius at A').inputValue())
  await radius.fill(String(large))
  await page.keyboard.press('Enter')
  await expect(fields.getByLabel('Ratio')).toHaveValue('1')
  await radius.fill(String(20 * large))
  await page.keyboard.press('Enter')
  await expect(radius).toHaveValue(String(large))
  await page.getByRole('tab', { name: 'JSON' }).click()
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await expect(editor(page)).toContainText('"name": "belt 1"')
  await page.getByRole('tab', { name: 'Parts' }).click()
  await page.keyboard.press('x')
  const run = (await page.locator('.sketch-belt').boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.click(run.x + run.width / 2, run.y + 1)
  await expect(page.locator('.sketch-belt')).toHaveCount(0)
  await expect(badge(page)).toContainText('3 links, 2 joints: 2 degrees of freedom')
  await page.keyboard.press('Control+z')
  await expect(page.locator('.sketch-belt')).toHaveCount(1)
})

import type { Page } from '@playwright/test'
import { type DemoPage, expect, test } from './page.ts'

const badge = (page: Page) => page.locator('.sketch-badge')

/** Opens a classic of Build; the drawing is there once it runs. */
async function openClassic({ page }: DemoPage, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'New drawing' })).toBeVisible()
  await page.locator('.classic', { hasText: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.locator('.sketch-over[data-running]')).toBeVisible()
}

/** What a badge says of each classic: how it moves, by its links and joints. */
const classics = {
  'Four-bar': '4 links, 4 joints: 1 degree of freedom',
  'Slider-crank': '4 links, 4 joints: 1 degree of freedom',
  'Watt six-bar': '6 links, 7 joints: 1 degree of freedom',
  'Stephenson six-bar': '6 links, 7 joints: 1 degree of freedom',
  Chebyshev: '4 links, 4 joints: 1 degree of freedom',
  Peaucellier: '8 links, 10 joints: 1 degree of freedom',
  Klann: '6 links, 7 joints: 1 degree of freedom',
  Jansen: '8 links, 10 joints: 1 degree of freedom',
  Differential: '1 degree of freedom'
}

test('classics open one after the other, each with its mobility, and run', async ({
  demo,
  page
}) => {
  await demo.open('mode=build')
  for (const [name, mobility] of Object.entries(classics)) {
    await openClassic(demo, name)
    await expect(badge(page)).toContainText(mobility)
    const { poses } = await demo.frame()
    await expect.poll(async () => (await demo.frame()).poses).not.toEqual(poses)
  }
})

test('every field of a part is typed while it runs', async ({ demo, page }) => {
  await demo.open('mode=build')
  await openClassic(demo, 'Slider-crank')
  const field = (group: string | RegExp, label: string) =>
    page.getByRole('group', { name: group, exact: true }).getByLabel(label, { exact: false })
  const type = async (group: string | RegExp, label: string, value: string) => {
    await field(group, label).first().fill(value)
    await page.keyboard.press('Enter')
    await expect(field(group, label).first()).toHaveValue(value)
  }
  await type('motor: crank at A', 'Speed', '-5')
  await type('crank', 'Width', '30')
  await type('crank', 'Thickness', '5')
  await type('piston at C', 'Direction', '10')
  await type('A', 'x', '5')
  await type('A', 'z', '-5')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field('A', 'z').first()).toHaveValue('0')
  await expect(badge(page)).toContainText('1 degree of freedom')
  await demo.passes((await demo.time()) + 0.2)
  expect(await demo.measured('Loop error')).toBeLessThan(1e-9)
})

test('the numbers of a spring are typed, and one that cannot be leaves what was there', async ({
  demo,
  page
}) => {
  await demo.open('mode=build')
  await openClassic(demo, 'Four-bar')
  await page.keyboard.press('n')
  const point = await page.locator('.sketch-point').nth(2).boundingBox()
  if (!point) throw new Error('There is no such point.')
  await page.mouse.move(point.x + point.width / 2, point.y + point.height / 2)
  await page.mouse.down()
  await page.mouse.move(point.x + 150, point.y - 60, { steps: 3 })
  await page.mouse.up()
  const spring = page.getByRole('group', { name: /^spring 1/ })
  for (const [label, value] of [
    ['Stiffness', '400'],
    ['Damping', '3'],
    ['Slack at', '90']
  ] as const) {
    await spring.getByLabel(label).fill(value)
    await page.keyboard.press('Enter')
    await expect(spring.getByLabel(label)).toHaveValue(value)
    await spring.getByLabel(label).fill('-1')
    await page.keyboard.press('Enter')
    await expect(spring.getByLabel(label)).toHaveValue(value)
  }
})

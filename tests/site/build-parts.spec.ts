import { badge, paperOf } from './drawing.ts'
import { type DemoPage, expect, test } from './page.ts'

/** Opens a classic of Build; the drawing is there once it runs. */
async function openClassic({ page }: DemoPage, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'New drawing' })).toBeVisible()
  await page.locator('.classic', { hasText: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.locator('.sketch-over[data-running]')).toBeVisible()
}

/**
 * How each classic moves, as the badge counts it and as the library's `info` has it of what runs: there
 * a spring is two parts that slide, and closes a loop.
 */
const classics = {
  'Four-bar': ['4 links, 4 joints: 1 degree of freedom', '3 parts, 1 loop'],
  'Slider-crank': ['4 links, 4 joints: 1 degree of freedom', '3 parts, 1 loop'],
  Cognates: ['10 links, 14 joints: 1 degree of freedom', '9 parts, 5 loops'],
  'Watt six-bar': ['6 links, 7 joints: 1 degree of freedom', '5 parts, 2 loops'],
  'Stephenson six-bar': ['6 links, 7 joints: 1 degree of freedom', '5 parts, 2 loops'],
  Chebyshev: ['4 links, 4 joints: 1 degree of freedom', '3 parts, 1 loop'],
  Peaucellier: ['8 links, 10 joints: 1 degree of freedom', '7 parts, 3 loops'],
  Klann: ['6 links, 7 joints: 1 degree of freedom', '5 parts, 2 loops'],
  Jansen: ['8 links, 10 joints: 1 degree of freedom', '7 parts, 3 loops'],
  Pantograph: ['5 links, 5 joints: 2 degrees of freedom', '6 parts, 2 loops'],
  'Scissor lift': ['10 links, 13 joints: 1 degree of freedom', '11 parts, 5 loops'],
  'Planetary gear': ['6 links, 11 joints: 1 degree of freedom', '6 parts'],
  Differential: ['6 links, 8 joints: 2 degrees of freedom', '5 parts']
} as const

test('classics open one after the other, each with its mobility, and run @all', async ({
  demo,
  page
}) => {
  await demo.open('mode=build')
  await expect(page.locator('.classic .shelf-name')).toHaveText(Object.keys(classics))
  for (const [name, [counted, parts]] of Object.entries(classics)) {
    await openClassic(demo, name)
    await expect(page.locator('.sketch-badge-words')).toHaveText(counted)
    const [, freedoms = ''] = counted.split(': ')
    const facts = new RegExp(`^${parts}, ${freedoms}(, 1 motor)?$`)
    await expect(page.locator('.stage-facts')).toHaveText(facts)
    const { poses } = await demo.frame()
    await expect.poll(async () => (await demo.frame()).poses).not.toEqual(poses)
  }
})

test('what a pantograph draws is twice as large as what it is led along @all', async ({
  demo,
  page
}) => {
  await demo.open('mode=build')
  await openClassic(demo, 'Pantograph')
  await demo.pause()
  const sheet = await paperOf(page)
  const names = await page.locator('.sketch-name').allTextContents()
  const [pivot, led, pen] = ['A', 'C', 'P'].map((name) => names.indexOf(name)) as [
    ...[number, number, number]
  ]
  /** The pen from the pivot, and twice the led point from the pivot [px]. */
  const drawn = async () => {
    const [o, c, p] = [
      await sheet.pointAt(pivot),
      await sheet.pointAt(led),
      await sheet.pointAt(pen)
    ]
    return { pen: [p[0] - o[0], p[1] - o[1]], twice: [2 * (c[0] - o[0]), 2 * (c[1] - o[1])] }
  }
  const before = await drawn()
  const [x, y] = await sheet.pointAt(led)
  await sheet.dragPoint(led, [x + 25, y - 20])
  await expect.poll(async () => (await drawn()).pen[0]).toBeGreaterThan((before.pen[0] ?? 0) + 40)
  const after = await drawn()
  // Places on the screen are written to a tenth of a pixel.
  for (const i of [0, 1]) expect(after.pen[i]).toBeCloseTo(after.twice[i] ?? Number.NaN, 0)
})

test('every field of a part is typed while it runs @all', async ({ demo, page }) => {
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

test('the numbers of a spring are typed, and one that cannot be leaves what was there @all', async ({
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

test('spring and damper of a joint are typed: it comes to rest where the spring is slack @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=four-bar&mode=build')
  const crank = page.getByRole('group', { name: 'Crank', exact: true })
  /** Of the crank [rad]. */
  const angle = async () => {
    const [y = 0, , w = 1] = (await demo.frame()).poses.slice(4)
    return 2 * Math.atan(y / w)
  }
  for (const [label, value] of [
    ['Damper', '50'],
    ['Spring', '2000']
  ] as const) {
    const field = crank.getByLabel(label)
    await field.fill('-1')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('0')
    await field.fill(value)
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(value)
  }
  await demo.rests()
  // All that it supports weighs less than 50 N, and it is 0.2 m long.
  expect(Math.abs(await angle())).toBeLessThan((50 * 0.2) / 2000)
})

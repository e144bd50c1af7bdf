import { type DemoPage, expect, test } from './page.ts'

/** A paused page that has run for a while. */
async function paused(demo: DemoPage, address = 'mechanism=four-bar'): Promise<number> {
  await demo.open(address)
  await demo.passes(0.4)
  await demo.pause()
  return await demo.time()
}

test('pause holds time and play lets it go on', async ({ demo }) => {
  const time = await paused(demo)
  await demo.frames(5)
  expect(await demo.time()).toBe(time)
  await demo.play()
  await demo.passes(time + 0.1)
})

test('a step is one step, and a step back returns to the same poses', async ({ demo, page }) => {
  const time = await paused(demo)
  const before = await demo.frame()
  await page.getByRole('button', { name: 'Step forward' }).click()
  await expect.poll(() => demo.time()).toBeCloseTo(time + 0.001, 9)
  await page.getByRole('button', { name: 'Step back' }).click()
  await expect.poll(() => demo.time()).toBeCloseTo(time, 9)
  const after = await demo.frame()
  // The same steps from the same snapshot: equal to rounding of the snapshot's own numbers.
  for (const [index, value] of after.poses.entries()) {
    expect(Math.abs(value - (before.poses[index] ?? Number.NaN))).toBeLessThan(1e-9)
  }
})

test('reset returns to the start @all', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.open('mechanism=four-bar')
  const start = await demo.frame()
  await demo.play()
  await demo.passes(0.3)
  await demo.pause()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => demo.time()).toBe(0)
  expect((await demo.frame()).poses).toEqual(start.poses)
})

test('scrubbing pauses, shows the past, and play goes on from there', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar')
  await demo.passes(1.5)
  const ruler = page.getByRole('slider', { name: 'Time' })
  const box = await ruler.boundingBox()
  if (!box) throw new Error('The ruler has no box.')
  await page.mouse.click(box.x + box.width * 0.05, box.y + box.height / 2)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect.poll(() => demo.time()).toBeLessThan(0.6)
  const end = Number(await ruler.getAttribute('aria-valuemax'))
  expect(end).toBeGreaterThan(1.49)
  const watch = await ruler.evaluateHandle((element) => ({
    ends: new Promise<number>((resolve) => {
      const look = () => resolve(Number(element.getAttribute('aria-valuemax')))
      new MutationObserver(look).observe(element, { attributeFilter: ['aria-valuemax'] })
    })
  }))
  await demo.play()
  expect(await watch.evaluate(({ ends }) => ends)).toBeLessThan(end)
})

test('speed goes down and up its ladder and stops at the ends @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar')
  const speed = page.locator('.speed-value')
  await page.getByRole('button', { name: 'Slower' }).click()
  await expect(speed).toHaveText('0.5×')
  for (let press = 0; press < 3; press++) await page.getByRole('button', { name: 'Faster' }).click()
  await expect(speed).toHaveText('4×')
  await expect(page.getByRole('button', { name: 'Faster' })).toHaveAttribute(
    'aria-disabled',
    'true'
  )
})

test('keys move time', async ({ demo, page }) => {
  const time = await paused(demo)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => demo.time()).toBeCloseTo(time + 0.001, 9)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => demo.time()).toBeCloseTo(time, 9)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => demo.time()).toBeCloseTo(Math.max(0, time - 1), 9)
  await page.keyboard.press('-')
  await expect(page.locator('.speed-value')).toHaveText('0.5×')
  await page.keyboard.press('=')
  await expect(page.locator('.speed-value')).toHaveText('1×')
  await page.keyboard.press('Space')
  await demo.passes(0.2)
  expect(await demo.earlierAfter(() => page.keyboard.press('Backspace'))).toBeLessThan(0.2)
})

test('Space is the page’s after a press of the pointer, and a button’s after Tab @all', async ({
  demo,
  page
}) => {
  await paused(demo)
  const speed = page.locator('.speed-value')
  await page.getByRole('button', { name: 'Slower' }).click()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(speed).toHaveText('0.5×')
  await page.getByRole('button', { name: 'Slower' }).focus()
  await page.keyboard.press('Space')
  await expect(speed).toHaveText('0.25×')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
})

test('keys do nothing while a text field has the focus, and letters can be off @all', async ({
  demo,
  page
}) => {
  await demo.open()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('t d')
  await expect(page.locator('html')).not.toHaveAttribute('data-accuracy')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('?')
  await page.getByText('Single-letter shortcuts').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await demo.frames(2)
  await expect(page.locator('html')).not.toHaveAttribute('data-accuracy')
})

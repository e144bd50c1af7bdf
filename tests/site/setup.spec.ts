import { expect, test } from './page.ts'

test('integrator and step change the solver and keep the state', async ({ demo, page }) => {
  await demo.open('mechanism=chain&links=10')
  await demo.passes(0.3)
  await demo.pause()
  const before = await demo.frame()
  await page.getByText('Euler', { exact: true }).click()
  await page.getByRole('button', { name: 'Longer step' }).click()
  await demo.frames(3)
  const after = await demo.frame()
  expect(after).toEqual(before)
  await page.getByRole('button', { name: 'Step forward' }).click()
  await expect.poll(() => demo.time()).toBeCloseTo(before.time + 0.002, 9)
})

test('a variational method takes over under way, with its own integrators', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=four-bar')
  await demo.passes(0.3)
  await demo.pause()
  const before = await demo.frame()
  await page.getByLabel('Method').selectOption('variational')
  await expect(page.getByText('RK4')).toBeHidden()
  await expect(page.getByRole('radio', { name: 'Order 2' })).toBeChecked()
  await demo.frames(3)
  expect(await demo.frame()).toEqual(before)
  await demo.play()
  await demo.passes(before.time + 0.3)
  await page.getByText('Adaptive', { exact: true }).click()
  await page.getByLabel('Method').selectOption('variational-maximal')
  await expect(page.getByRole('radio', { name: 'Adaptive' })).toBeChecked()
  await demo.passes(before.time + 0.6)
  const loop = demo.gauge('Loop error')
  await expect(loop).toHaveAttribute('aria-valuetext', /within tolerance/)
  await expect(demo.gauge('Energy error')).toHaveAttribute('aria-valuetext', /within tolerance/)
  await page.getByLabel('Method').selectOption('articulated-body')
  await expect(page.getByRole('radio', { name: 'RK4' })).toBeChecked()
})

test('multipliers take over under way; at first order nothing moves by itself @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=four-bar')
  await demo.passes(0.3)
  await page.getByLabel('Method').selectOption('multipliers')
  await expect(page.getByRole('radio', { name: 'RK4' })).toBeChecked()
  await page.getByText('RATTLE', { exact: true }).click()
  await demo.passes((await demo.time()) + 0.3)
  await expect(demo.gauge('Loop error')).toHaveAttribute('aria-valuetext', /within tolerance/)
  await expect(demo.gauge('Energy error')).toHaveAttribute('aria-valuetext', /within tolerance/)
  // Feedback leaves a position error, which does not grow.
  await page.getByText('Baumgarte', { exact: true }).click()
  await demo.passes((await demo.time()) + 0.3)
  expect(await demo.measured('Loop error')).toBeLessThan(1e-4)
  await page.getByText('First order', { exact: true }).click()
  const still = (await demo.time()) + 0.1
  await demo.passes(still)
  const { poses } = await demo.frame()
  await demo.passes(still + 0.3)
  expect((await demo.frame()).poses).toEqual(poses)
})

test('at first order a part follows the hand to where it can go no further, and back @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=four-bar')
  await page.getByLabel('Method').selectOption('multipliers')
  await page.getByText('First order', { exact: true }).click()
  const [x, y] = await demo.grab(await demo.grid(24, 16))
  const home = await demo.rests()
  const apart = (poses: readonly number[]) =>
    Math.max(...poses.map((value, index) => Math.abs(value - (home[index] ?? 0))))
  await page.mouse.move(x + 40, y, { steps: 4 })
  expect(apart(await demo.rests())).toBeGreaterThan(0.01)
  // One freedom has one pose for every place of the hand: where its spring is shortest.
  await page.mouse.move(x, y, { steps: 4 })
  expect(apart(await demo.rests())).toBeLessThan(1e-4) // a hundred times what counts as rest
  await page.mouse.up()
})

test('what keeps no rolling cannot be chosen where there is any @all', async ({ demo, page }) => {
  await demo.open('mechanism=rolling-disc')
  await expect(page.getByRole('option', { name: 'Articulated body, O(n)' })).toBeDisabled()
})

test('a coarse integrator breaks the tolerance; it is said, marked and kept until reset', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=chain&links=10&integrator=semi-implicit-euler&step=0.005')
  const energy = demo.gauge('Energy error')
  await expect(energy).toHaveAttribute('aria-valuetext', /over the limit since \d+\.\d\d s/)
  await expect(page.getByRole('status').filter({ hasText: 'tolerance' })).toHaveText(
    /^The energy tolerance was passed at/
  )
  await page.getByText('RK4').click()
  await demo.frames(20)
  await expect(energy).toHaveAttribute('aria-valuetext', /over the limit since/)
  await page.getByText('Euler', { exact: true }).click()
  await demo.pause()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(energy).toHaveAttribute('aria-valuetext', /within tolerance/)
})

test('the links slider rebuilds the chain', async ({ demo, page }) => {
  await demo.open('mechanism=chain')
  expect((await demo.frame()).poses).toHaveLength(7 * 30)
  const slider = page.getByRole('slider', { name: 'Links' })
  await slider.focus()
  await page.keyboard.press('End')
  await expect.poll(async () => (await demo.frame()).poses.length).toBe(7 * 1000)
  await expect(page.locator('.stage-facts')).toContainText('1000 links')
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await demo.frame()).poses.length).toBe(7 * 30)
})

test('a value can be typed, and nonsense is refused @all', async ({ demo, page }) => {
  await demo.open('mechanism=chain')
  await page.getByRole('button', { name: /^Links: 30/ }).click()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await demo.frame()).poses.length).toBe(7 * 7)
  await page.getByRole('button', { name: /^Links: 7/ }).click()
  await page.keyboard.type('seven')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Links: 7/ })).toBeVisible()
})

test('gravity applies at once and the motion goes on @all', async ({ demo, page }) => {
  await demo.open('mechanism=cart-pendulum')
  await demo.passes(0.3)
  const before = await demo.time()
  await page.getByRole('slider', { name: 'Gravity' }).focus()
  await page.keyboard.press('Home')
  await demo.passes(before)
  await expect(demo.gauge('Energy error')).toHaveAttribute('aria-valuetext', /within tolerance/)
})

test('damping takes energy, and the page accounts for it @all', async ({ demo, page }) => {
  await demo.open('mechanism=cart-pendulum')
  await page.getByRole('slider', { name: 'Joint damping' }).focus()
  await page.keyboard.press('End')
  await demo.passes((await demo.time()) + 0.5)
  expect(await demo.measured('Energy error')).toBeLessThan(1e-6)
})

test('every box of Show can be ticked and unticked @all', async ({ demo, page }) => {
  await demo.open('mechanism=leg')
  for (const name of ['Traces', 'Ghosts', 'Joint axes', 'Weights', 'Cutaway', 'Grid', 'Shadows']) {
    const box = page.getByRole('checkbox', { name })
    const before = await box.isChecked()
    await page.getByText(name, { exact: true }).click()
    expect(await box.isChecked()).toBe(!before)
  }
  await page.keyboard.press('g')
  await expect(page.getByRole('checkbox', { name: 'Ghosts' })).toBeChecked()
  await page.keyboard.press('r')
  await expect(page.getByRole('checkbox', { name: 'Traces' })).toBeChecked()
})

test('a part can be pulled with the arrow keys @all', async ({ demo, page }) => {
  await demo.open('mechanism=cart-pendulum&gravity=0')
  await page.getByRole('button', { name: 'Pull with arrow keys' }).focus()
  const start = await demo.frame()
  await page.keyboard.down('ArrowRight')
  await demo.passes(start.time + 0.3)
  const moved = await demo.frame()
  expect(moved.poses[0]).toBeGreaterThan((start.poses[0] ?? 0) + 1e-3)
})

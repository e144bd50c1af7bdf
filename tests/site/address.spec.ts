import { expect, test } from './page.ts'

test('each mechanism opens with its own solver, and keeps what was chosen for it @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=draped-chain')
  const method = page.getByLabel('Method')
  await expect(method).toHaveValue('multipliers')
  await page.getByRole('button', { name: /^Chain/ }).click()
  await expect(method).toHaveValue('articulated-body')
  await expect(page.locator('.stepper-value')).toHaveText('1 ms')
  await page.getByText('Euler', { exact: true }).click()
  await page.getByRole('button', { name: 'Longer step' }).click()
  await page.getByRole('button', { name: /^Four-bar 3 links/ }).click()
  await expect(page.getByRole('radio', { name: 'RK4' })).toBeChecked()
  await expect(page.locator('.stepper-value')).toHaveText('1 ms')
  await page.getByRole('button', { name: /^Chain/ }).click()
  await expect(page.getByRole('radio', { name: 'Euler' })).toBeChecked()
  await expect(page.locator('.stepper-value')).toHaveText('2 ms')
})

test('the address follows: mechanisms are places, other changes are not', async ({
  demo,
  page
}) => {
  await demo.open()
  const places = await page.evaluate(() => history.length)
  await page.getByRole('button', { name: /Slider-crank/ }).click()
  await expect(page).toHaveURL(/#mechanism=slider-crank$/)
  await page.keyboard.press('t')
  await page.keyboard.press('g')
  await page.getByRole('slider', { name: 'Gravity' }).focus()
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Slower' }).click()
  await expect(page).toHaveURL(/gravity=0&speed=0.5&show=traces%2Ccutaway.*&accuracy=on$/)
  expect(await page.evaluate(() => history.length)).toBe(places + 1)
})

test('Back and Forward bring back mechanism, controls and time', async ({ demo, page }) => {
  await demo.open('mechanism=chain&links=12')
  await demo.passes(0.6)
  await page.keyboard.press('t')
  await demo.pause()
  const left = await demo.frame()
  await page.getByRole('button', { name: /Slider-crank/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'slider-crank')
  await page.keyboard.press('t')
  await expect(page).toHaveURL(/slider-crank&playing=off$/)
  await page.goBack()
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'chain')
  await expect(page.locator('html')).toHaveAttribute('data-accuracy')
  await expect.poll(() => demo.time()).toBeCloseTo(left.time, 9)
  // The same steps from the same start, but for rounding: compiled code takes over when it is ready.
  const { poses } = await demo.frame()
  const apart = poses.map((value, index) => Math.abs(value - (left.poses[index] ?? 0)))
  expect(Math.max(...apart)).toBeLessThan(1e-10)
  await page.goForward()
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'slider-crank')
  await expect(page.locator('html')).not.toHaveAttribute('data-accuracy')
})

test('an address that is typed is shown, and leads to its time @all', async ({ demo, page }) => {
  await demo.open('mechanism=chain')
  await page.evaluate(() => {
    location.hash = '#mechanism=four-bar&crank=0.1&show=grid&playing=off&time=1.5'
  })
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'four-bar')
  await expect(page.getByRole('button', { name: /^Crank: 100/ })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Traces' })).not.toBeChecked()
  await expect.poll(() => demo.time()).toBeCloseTo(1.5, 9)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  // On the way there it was recorded: it can be scrubbed back.
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => demo.time()).toBeCloseTo(0.5, 9)
})

test('a mechanism that is mistyped in the address leaves what runs, and says so @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=four-bar&crank=0.1')
  await demo.passes(0.5)
  const { time } = await demo.frame()
  await page.evaluate(() => {
    location.hash = '#mechanism=four-bra'
  })
  await expect(page.getByText('The gallery has no mechanism “four-bra”')).toBeVisible()
  await expect(page).toHaveURL(/mechanism=four-bar&crank=0.1$/)
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'four-bar')
  expect(await demo.time()).toBeGreaterThan(time)
  await expect(page.getByRole('button', { name: /^Crank: 100/ })).toBeVisible()
})

test('what is shared is paused where it was, and plays on from where it ran', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=four-bar&time=1')
  await demo.passes(1.2)
  await demo.pause()
  const { time, poses } = await demo.frame()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page).toHaveURL(/playing=off&time=.*&theme=/)
  await page.reload()
  await expect.poll(() => demo.time()).toBeCloseTo(time, 9)
  expect((await demo.frame()).poses).toEqual(poses)
})

test('the skip link leaves the address alone @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#mechanism=four-bar$/)
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'four-bar')
})

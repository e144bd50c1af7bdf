import { expect, holdSolver, test } from './page.ts'

test('without WebGL the mechanism is drawn and every number is live', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar')
  await expect(page.getByText('Without WebGL 2')).toBeVisible()
  await demo.passes(0.2)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('Without WebGL 2')).toBeHidden()
})

test('where the 3-D code does not arrive the mechanism is drawn @all', async ({ demo, page }) => {
  await page.route('**/assets/stage-*.js', (route) => route.abort())
  await demo.open('mechanism=four-bar', { webgl: true })
  await expect(page.getByText('did not arrive, the mechanism is shown as a drawing')).toBeVisible()
  await demo.passes(0.2)
  expect(demo.consoleErrors.every((words) => /ERR_FAILED/.test(words))).toBe(true)
  demo.consoleErrors.length = 0
})

test('before the program runs the page has the colors of the system @all', async ({
  demo,
  page
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto('/')
  const stage = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(stage).toBe('rgb(233, 230, 223)')
  demo.consoleErrors.length = 0
})

test('an address of no mechanism says so, and the chain is there @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bra<b>')
  const notice = page.getByText('The gallery has no mechanism “four-bra<b>”')
  await expect(notice).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Chain', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(notice).toBeHidden()
})

test('an address with settings that there are not says which, and what there is', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=chain&links=1e9&step=fast&method=<b>&links2=3&theme=light')
  for (const words of [
    'links “1e9” (expected a number from 1 to',
    'method “<b>” (expected articulated-body, ',
    'step “fast” (expected 0.0001, ',
    'links2 “3” (no such setting)'
  ]) {
    await expect(page.getByText(words)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('Ignored invalid link settings')).toBeHidden()
})

test('without the solver the page says so plainly', async ({ demo, page }) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await demo.forbidWebGl()
  await page.goto('/')
  await expect(page.getByText('The solver could not start')).toBeVisible()
  expect(demo.consoleErrors.every((words) => /404/.test(words))).toBe(true)
  demo.consoleErrors.length = 0
})

test('the solver arrives with a bar of real bytes @all', async ({ demo, page }) => {
  const release = await holdSolver(page)
  await demo.forbidWebGl()
  await page.goto('/')
  await expect(page.getByText('Loading solver')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Chain', exact: true })).toBeVisible()
  release()
  await page.waitForSelector('html[data-ready=true]')
  await expect(page.getByText('Loading solver')).toBeHidden()
  await demo.passes(0)
})

test('a simulation that leaves the finite numbers stops, says so and stays usable', async ({
  demo,
  page
}) => {
  await demo.open(
    'mechanism=chain&links=100&length=0.02&gravity=20&integrator=semi-implicit-euler&step=0.01'
  )
  const stopped = page.getByText(/^Stopped at \d+\.\d\d s: /)
  await expect(stopped).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page.locator('.notice').getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => demo.time()).toBe(0)
  await demo.play()
  await expect(stopped).toBeVisible()
  // A rebuilt mechanism has not stopped.
  await page.getByRole('slider', { name: 'Links' }).press('Home')
  await expect(stopped).toBeHidden()
  await expect.poll(() => demo.time()).toBe(0)
  // The next chosen mechanism runs by itself.
  await page.getByRole('button', { name: /Four-bar/ }).click()
  await demo.passes(0.1)
})

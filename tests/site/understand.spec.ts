import { expectAccessible } from './axe.ts'
import { type DemoPage, expect, test } from './page.ts'

const plotOf = ({ page }: DemoPage) => page.getByRole('img', { name: 'Time of a step over' })

test.describe('linear time', () => {
  test('the slider hangs up a chain, and both solves are measured', async ({ demo, page }) => {
    await demo.open('mode=understand&topic=linear-time')
    const numbers = page.getByRole('complementary', { name: 'Linear time' }).getByRole('definition')
    await expect(numbers.nth(0)).toContainText(/\d(µs|ms)/)
    await expect(numbers.nth(1)).toContainText(/\d(µs|ms)/)
    await expect(numbers.nth(2)).toContainText(/^\d+(\.\d)?×$/)
    // The results of both solves differ only by rounding.
    await expect(numbers.nth(3).locator('sup')).toHaveText(/^−(9|1\d)$/)

    await page.getByRole('button', { name: /^Links: 30/ }).click()
    await page.keyboard.type('200')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await demo.frame()).poses.length).toBe(7 * 200)
    await expect(plotOf(demo)).toHaveAttribute('data-dense-points', '2')
  })

  test('lengths are measured one after the other until stopped; the recursion grows less @all', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&topic=linear-time&playing=off')
    const all = page.getByRole('button', { name: 'Measure all' })
    await all.click()
    // 2, 5, 10, 20, 30 of the slider, 50 … 1000, and longer ones
    await expect(plotOf(demo)).toHaveAttribute('data-recursion-points', /^1\d$/)
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(all).toBeVisible()
    await expect(plotOf(demo)).toHaveAttribute('data-dense-points', '9')
    const exponent = async (solve: string) =>
      Number(await plotOf(demo).getAttribute(`data-${solve}`))
    expect(await exponent('recursion')).toBeLessThan(await exponent('dense'))
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(plotOf(demo)).toHaveAttribute('data-recursion-points', '0')
    await expect(plotOf(demo)).toHaveAttribute('data-recursion', '')
  })

  test('a chain longer than the page simulates moves by itself, and pauses @all', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&topic=linear-time')
    await page.getByRole('button', { name: /^Links: 30/ }).click()
    await page.keyboard.type('3000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 000 links, each in motion')).toBeVisible()
    const time = page.locator('.rope-time')
    await expect(time).not.toHaveText('0.00 ms')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.locator('body').press(' ')
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await page.keyboard.press('1')
    await expect(page.locator('.rope')).toHaveCount(0)
    await expect(page.locator('.stage-facts')).toContainText('1000 links')
  })
})

test.describe('recursion', () => {
  const title = ({ page }: DemoPage) => page.locator('.strip h2')
  const cells = ({ page }: DemoPage, label: string) =>
    page.getByRole('table', { name: label }).getByRole('cell')

  test('the arrows go body by body, forward, backward and forward again', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&mechanism=chain&links=3')
    await expect(title(demo)).toHaveText('link1')
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeHidden()
    const visited: string[] = []
    for (let place = 2; place <= 9; place++) {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByText(`${place} of 9`)).toBeVisible()
      visited.push((await title(demo).textContent()) ?? '')
    }
    expect(visited).toEqual([
      ...['link2', 'link3'],
      ...['link3', 'link2', 'link1'],
      ...['link1', 'link2', 'link3']
    ])
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByText('8 of 9')).toBeVisible()
    await page.getByRole('button', { name: 'Next body' }).click()
    await expect(page.getByText('9 of 9')).toBeVisible()
    await page.getByRole('button', { name: 'Previous body' }).click()
    await page.getByRole('button', { name: 'Backward pass: inertias, forces' }).click()
    await expect(page.getByText('4 of 9')).toBeVisible()
    await page.getByRole('slider', { name: 'Place in the recursion' }).press('End')
    await expect(page.getByText('9 of 9')).toBeVisible()
  })

  test('a link propagates its mass across its joint, and none along it @all', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&mechanism=chain&links=2&gravity=0')
    await page.getByRole('button', { name: 'Backward pass: inertias, forces' }).click()
    // Iᴬ of the last link is its own: 0.5 kg in each direction.
    await expect(cells(demo, 'Inertia of link2').nth(35)).toHaveText('0.5')
    await expect(cells(demo, 'Inertia of link2').nth(21)).toHaveText('0.5')
    // Along it the other feels all of that, across it less: the joint is free.
    const propagated = cells(demo, 'Propagated inertia')
    await expect(propagated.nth(35)).toHaveText('0.5')
    expect(Number(await propagated.nth(21).textContent())).toBeLessThan(0.5)
  })

  test('it plays by itself and pauses, and shows its lines in the source @all', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&mechanism=four-bar')
    await expect(title(demo)).toHaveText('crank')
    await page.getByRole('button', { name: 'Play the passes' }).click()
    await expect(title(demo)).toHaveText('crank and 2 more')
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Play the passes' })).toBeVisible()
    await page.getByRole('button', { name: 'Backward pass: inertias, forces' }).click()
    await page.getByRole('button', { name: 'In the source' }).click()
    await expect(page.locator('.source')).toContainText('inertiaOfCluster')
    await page.getByRole('button', { name: 'Forward pass: accelerations' }).click()
    await expect(page.locator('.source')).toContainText('twistToChild(parent)')
    await page.getByRole('button', { name: 'In the source' }).click()
    await expect(page.locator('.source')).toHaveCount(0)
    await page.keyboard.press('1')
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  })

  test('a rebuilt mechanism is walked again @all', async ({ demo, page }) => {
    await demo.open('mode=understand&mechanism=chain&links=3')
    await expect(page.getByText('1 of 9')).toBeVisible()
    await page.getByRole('slider', { name: 'Links' }).press('Home')
    await expect(page.getByText('1 of 3')).toBeVisible()
    await page.getByLabel('Mechanism', { exact: true }).selectOption({ label: 'Four-bar' })
    await expect(page.getByText('1 of 7')).toBeVisible()
    await expect(title(demo)).toHaveText('crank')
  })
})

test.describe('clusters', () => {
  test('a loop is a cluster with its equations, and the gauge moves with it', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&topic=clusters&mechanism=four-bar')
    const card = page.getByRole('complementary', { name: 'Clusters' })
    await expect(card).toContainText('A cluster of 3 bodies')
    await expect(card).toContainText(
      '5 equations of rank 2 between 3 joint speeds; 1 degree of freedom.'
    )
    await expect(page.getByRole('table', { name: 'K' }).getByRole('columnheader')).toHaveCount(3)
    await expect(page.getByRole('table', { name: 'G' }).getByRole('rowheader')).toHaveCount(3)
    await expect(page.getByRole('list', { name: 'Singular values' }).locator('li')).toHaveCount(2)
    const meter = page.getByRole('meter', { name: 'Distance to a singular pose' })
    const before = await meter.getAttribute('aria-valuenow')
    expect(Number(before)).toBeGreaterThan(0)
    await expect(meter).not.toHaveAttribute('aria-valuenow', before ?? '')
  })

  test('a part that is pressed shows its cluster; the list does as well @all', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&topic=clusters&mechanism=leg&playing=off')
    const choice = page.getByLabel('Cluster', { exact: true })
    await expect.poll(() => choice.locator('option').count()).toBeGreaterThan(2)
    await choice.selectOption({ index: 2 })
    const third = await choice.inputValue()
    const second = (await choice.locator('option').nth(1).getAttribute('value')) ?? ''
    const card = page.locator('.cluster-card')
    await expect(card).toContainText('equation')
    const facts = await card.locator('.section-words').textContent()
    await choice.selectOption(second)
    await expect(card.locator('.section-words')).not.toHaveText(facts ?? '')
    await choice.selectOption(third)
    for (const [x, y] of await demo.grid(12, 12)) {
      await page.mouse.click(x, y)
      if ((await choice.inputValue()) !== third) break
    }
    expect(await choice.inputValue()).not.toBe(third)
  })

  test('where nothing is tied that is said, and others are a press away @all', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&topic=clusters&mechanism=chain&links=3')
    await expect(page.getByText('No loop, no coupling')).toBeVisible()
    const offered = {
      'Six-bar': 'six-bar',
      'Humanoid leg': 'leg',
      'Mini Cheetah': 'mini-cheetah',
      'Tello Humanoid': 'tello',
      'Four-bar': 'four-bar'
    }
    for (const [name, mechanism] of Object.entries(offered)) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('data-mechanism', mechanism)
      await expect(page.getByText(/A cluster of \d+ bodies/)).toBeVisible()
    }
    await expect(page.getByText('A cluster of 3 bodies')).toBeVisible()
  })
})

test.describe('tours', () => {
  const next = ({ page }: DemoPage) => page.getByRole('button', { name: 'Next', exact: true })
  const stops = {
    'Why energy drifts': 'chain',
    'Joints as functions': 'chain',
    'What a multiplier is': 'chain',
    'Maximal coordinates': 'chain',
    'What a cluster is': 'tree'
  }

  test('every tour can be walked from end to end @all', async ({ demo, page }) => {
    for (const [title, mechanism] of Object.entries(stops))
      await test.step(title, async () => {
        await demo.openAgain('mode=understand&mechanism=four-bar&playing=off')
        await page.getByRole('button', { name: title }).click()
        await expect(page.locator('html')).toHaveAttribute('data-mechanism', mechanism)
        const titles = new Set<string>()
        for (let stop = 1; stop <= 9; stop++) {
          await expect(page.locator('.tour-place')).toHaveText(`${stop} of 9`)
          titles.add((await page.locator('.tour-stop h3').textContent()) ?? '')
          await demo.frames(2)
          if (stop < 9) await next(demo).click()
        }
        expect(titles.size).toBe(9)
        await expect(page.locator('.notice')).not.toContainText(/Stopped|expected/)
        await expect(page).toHaveURL(/stop=9/)
        await page.getByRole('button', { name: 'End the tour' }).click()
        await expect(page.getByRole('button', { name: title })).toBeVisible()
      })
  })

  test('the stage follows: mechanism, solver and step are those of the stop', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&tour=baraff&stop=6')
    await expect(page.getByRole('heading', { name: 'Drift, and who pays for it' })).toBeVisible()
    await expect(page).toHaveURL(/mechanism=four-bar.*method=multipliers.*baumgarte/)
    const worst = page.getByRole('complementary', { name: 'Measured now' })
    // A gap that is fed back is never rounding.
    await expect(worst).toContainText(/Worst gap so far\d(\.\d)?×10−[5-9]m/)
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/stop=7/)
    await expect(page).not.toHaveURL(/baumgarte/)
    await page.keyboard.press('PageUp')
    await expect(page).toHaveURL(/stop=6/)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/stop=5/)
    await expect(page.locator('.strip h2')).toHaveText('link1')
  })

  test('“Try it” enables the controls, and the next stop takes them back @all', async ({
    demo,
    page
  }) => {
    await demo.open('mode=understand&tour=lee&stop=2')
    const setup = page.getByRole('complementary', { name: 'Setup' })
    await expect(setup).toBeHidden()
    await page.getByRole('button', { name: 'Try it' }).click()
    await expect(setup).toBeVisible()
    await expect(next(demo)).toBeFocused()
    await page.getByRole('button', { name: 'Shorter step' }).click()
    await expect(page).toHaveURL(/step=0\.002/)
    await next(demo).click()
    await expect(setup).toBeHidden()
    await expect(page).toHaveURL(/step=0\.005/)
  })

  test('Euler loses energy where a variational step does not @all', async ({ demo, page }) => {
    await demo.open('mode=understand&tour=lee&stop=2')
    await expect(page.getByText('tolerance was passed').first()).toBeAttached()
    await demo.open('mode=understand&tour=lee&stop=4')
    await demo.passes(3)
    const worst = page.getByRole('complementary', { name: 'Measured now' })
    await expect(worst).toContainText(/Worst so far\d(\.\d)?×10−[4-9]/)
  })

  test('on a phone the words stand under the stage @all', async ({ demo, page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await demo.open('mode=understand&tour=chignoli&stop=4')
    await expect(page.getByRole('region', { name: 'What a cluster is' })).toBeVisible()
    await next(demo).click()
    await expect(page.getByText('5 of 9')).toBeVisible()
    await expect(page.locator('.strip h2')).toHaveText('crank')
    await expectAccessible(page)
  })
})

test('axe finds nothing in any lesson, in dark and light @all', async ({ demo, page }) => {
  for (const colorScheme of ['dark', 'light'] as const)
    for (const lesson of ['topic=recursion', 'topic=clusters', 'topic=linear-time', 'tour=lee'])
      await test.step(`${lesson} in ${colorScheme}`, async () => {
        await page.emulateMedia({ colorScheme })
        await demo.openAgain(`mode=understand&${lesson}&playing=off`)
        await demo.frames(2)
        await expectAccessible(page)
      })
})

test('on a phone lessons and their controls are sheets @all', async ({ demo, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await demo.open('mode=understand')
  await page.getByRole('button', { name: 'Gallery' }).click()
  await page.getByRole('button', { name: /^Linear time/ }).click()
  await page.getByRole('button', { name: 'Setup' }).click()
  await page.getByRole('slider', { name: 'Links' }).focus()
  await page.keyboard.press('Home')
  await expect.poll(async () => (await demo.frame()).poses.length).toBe(7 * 2)
  await page.keyboard.press('Escape')
  await expect(plotOf(demo)).toBeVisible()
})

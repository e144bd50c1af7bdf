import { expect, test } from './page.ts'

const background = (selector: string) =>
  getComputedStyle(document.querySelector(selector) as Element).backgroundColor

test('the theme follows the system, then the last choice', async ({ demo, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await demo.open()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate(background, '.header')).toBe('rgb(245, 243, 238)')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  expect(await page.evaluate(background, '.header')).toBe('rgb(24, 27, 29)')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('d')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the theme changes at once, also in colors that fade @all', async ({ demo, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await demo.open()
  const [before, after] = await page.evaluate(() => {
    const color = () => {
      const row = document.querySelector('.gallery-row[aria-current]') as Element
      return getComputedStyle(row).backgroundColor
    }
    const before = color()
    document.querySelector<HTMLElement>('[aria-label="Dark theme"]')?.click()
    return [before, color()]
  })
  expect(before).toBe('rgb(235, 232, 224)')
  expect(after).toBe('rgb(32, 36, 39)')
})

test('the shared address brings everything back @all', async ({ demo, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await demo.open('mechanism=chain')
  await page.getByRole('slider', { name: 'Gravity' }).focus()
  await page.keyboard.press('Home')
  await page.getByText('Euler', { exact: true }).click()
  await page.getByRole('button', { name: 'Slower' }).click()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto('about:blank')
  await page.goto(address)
  await demo.isReady()
  await expect(page.getByRole('button', { name: /^Gravity: 0 / })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Euler' })).toBeChecked()
  await expect(page.locator('.speed-value')).toHaveText('0.5×')
})

const sizes = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'medium', width: 1024, height: 768 },
  { name: 'drawer', width: 800, height: 700 },
  { name: 'phone', width: 390, height: 844 },
  { name: 'landscape', width: 844, height: 390 }
]

test('no word of the measurements is cut in watch and build', async ({ demo, page }) => {
  const cut = (heads: string) =>
    page
      .locator(heads)
      .evaluateAll((all) =>
        all
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent)
      )
  for (const mode of ['watch', 'build'])
    for (const width of [1200, 1280])
      await test.step(`${mode} at ${width}`, async () => {
        await page.setViewportSize({ width, height: 760 })
        await demo.openAgain(`mode=${mode}&mechanism=four-bar`)
        await demo.passes(0.3)
        await expect(page.locator('.readout:visible')).toHaveCount(3)
        expect(await cut('.readout-head > *')).toEqual([])
        await page.getByRole('button', { name: 'Accuracy' }).click()
        await expect(page.locator('.plot-head:visible')).toHaveCount(3)
        expect(await cut('.plot-head > *')).toEqual([])
      })
})

test('the tolerance is clear of the ends of its gauge @all', async ({ demo, page }) => {
  for (const width of [800, 1024]) {
    await page.setViewportSize({ width, height: 760 })
    await demo.openAgain('mechanism=four-bar&playing=off')
    await expect(page.locator('.readout:visible')).toHaveCount(3)
    const gaps = await page.locator('.readout:visible .gauge-ends').evaluateAll((all) =>
      all.flatMap((ends) => {
        const [low, tolerance, high] = [...ends.children].map((end) => end.getBoundingClientRect())
        if (!low || !tolerance || !high) return []
        return [tolerance.left - low.right, high.left - tolerance.right]
      })
    )
    expect(gaps).toHaveLength(6)
    expect(Math.min(...gaps), `at ${width}`).toBeGreaterThan(2)
  }
})

test('nothing overflows at any size', async ({ demo, page }) => {
  for (const { name, width, height } of sizes)
    await test.step(`${width}×${height}`, async () => {
      await page.setViewportSize({ width, height })
      await demo.openAgain('mechanism=leg')
      await expect(page.locator('html')).toHaveAttribute('data-layout', name)
      const outside = await page.evaluate(() => {
        const visible = [...document.querySelectorAll('body *')].filter(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) &&
            !element.closest(
              '.visually-hidden, .part-pull, .skip-link, dialog, .gallery, .setup, svg'
            )
        )
        const beyond = visible.filter((element) => {
          const box = element.getBoundingClientRect()
          const shown = box.width > 1 && box.height > 1
          return (
            shown && (box.right > innerWidth + 6 || box.left < -6 || box.bottom > innerHeight + 6)
          )
        })
        return beyond.map((element) => `${element.tagName}.${element.className}`)
      })
      expect(outside).toEqual([])
      const scroll = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(scroll).toBeLessThanOrEqual(0)
      const wrapped = await page.evaluate(() => {
        const counts = [...document.querySelectorAll('.gallery-counts')]
        const isWrapped = (each: Element) => each.clientWidth > 1 && each.clientHeight > 16
        return counts.filter(isWrapped).map((each) => each.textContent)
      })
      if (name !== 'phone') expect(wrapped).toEqual([]) // where two cards stand side by side
    })
})

test('the first measurement is at the edge, also if that is not energy @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=mini-cheetah-walk&playing=off')
  await expect(demo.gauge('Energy error')).toBeHidden()
  const shown = page.locator('.readout:visible')
  await expect(shown.first()).toHaveCSS('border-left-width', '0px')
  await expect(shown.first()).toHaveCSS('padding-left', '24px')
})

test('a phone opens its panels as sheets, and Escape closes them', async ({ demo, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await demo.open('mechanism=four-bar')
  for (const [tab, panel] of [
    ['Gallery', '.gallery'],
    ['Setup', '.setup'],
    ['Accuracy', '.accuracy'],
    ['Show', '.setup']
  ] as const) {
    await page.getByRole('button', { name: tab, exact: true }).click()
    await expect(page.locator(panel)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator(panel)).toBeHidden()
  }
  await page.getByRole('button', { name: /Four-bar, choose/ }).click()
  await page.getByRole('button', { name: /^Chain/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', 'chain')
  await expect(page.locator('.gallery')).toBeHidden()
})

test('a narrow window has Setup in a drawer and search in a flyout @all', async ({
  demo,
  page
}) => {
  await page.setViewportSize({ width: 800, height: 700 })
  await demo.open('mechanism=four-bar')
  await expect(page.locator('.setup')).toBeHidden()
  await page.getByRole('button', { name: 'Setup', exact: true }).click()
  await expect(page.locator('.setup')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.setup')).toBeHidden()
  await page.keyboard.press('/')
  await page.keyboard.type('crank')
  await expect(page.locator('.gallery-row')).toHaveCount(5)
})

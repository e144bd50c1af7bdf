import { type DemoPage, expect, test } from './page.ts'
import { press, sizes } from './sizes.ts'

/** The passes of the recursion, their numbers and what leads through them, at both sizes. */

/** The spatial vectors that are shown side by side, by the heads of their columns. */
async function vectors({ page }: DemoPage): Promise<Record<string, number[]>> {
  const rows = await page
    .locator('table.six tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
  const [[, ...heads] = [], ...lines] = rows
  const read = (text = '') =>
    Number(
      text
        .replaceAll('\u2212', '-')
        .replace(/\u00d710/, 'e')
        .replace(/\s/g, '')
    )
  return Object.fromEntries(heads.map((head, i) => [head, lines.map((line) => read(line[i + 1]))]))
}

/** Sums of numbers that are written with two digits. */
function expectSum(sum: readonly number[], parts: readonly (readonly number[])[]): void {
  for (const [i, value] of sum.entries()) {
    const terms = parts.map((part) => part[i] ?? Number.NaN)
    const largest = Math.max(...[value, ...terms].map(Math.abs))
    expect(Math.abs(terms.reduce((a, b) => a + b) - value)).toBeLessThanOrEqual(0.15 * largest)
  }
}

/** A point of the stage at which the pointer is on a part. */
async function placeOf(demo: DemoPage, name: string): Promise<readonly [number, number]> {
  const { page } = demo
  for (const [x, y] of await demo.grid(16, 12)) {
    await page.mouse.move(x, y)
    if ((await page.locator('.strip h2').textContent()) !== name) continue
    await page.mouse.move(2, 2)
    return [x, y]
  }
  throw new Error(`${name} is nowhere.`)
}

test('what is chosen while the passes are shown moves first, as does a stop of a tour @all', async ({
  demo,
  page
}) => {
  const moving = async () => {
    await demo.passes(0.39)
    await expect(async () => {
      const { vi = [0] } = await vectors(demo)
      expect(Math.max(...vi.map(Math.abs))).toBeGreaterThan(0)
    }).toPass()
  }
  await demo.open('mode=understand&mechanism=chain&links=3')
  await moving()
  await page.getByLabel('Mechanism', { exact: true }).selectOption('cart-pendulum')
  await expect(page.locator('.strip h2')).not.toHaveText('link1')
  await moving()
  await page.goto('#mode=understand&tour=baraff&stop=4')
  await demo.passes(0.5)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.locator('.pass-place')).toHaveText('1 of 12')
  await moving()
})

for (const [size, use] of Object.entries(sizes))
  test.describe(size === 'phone' ? 'on a phone @all' : `on a ${size}`, () => {
    test.use(use)

    test('each pass has the numbers of the body in turn', async ({ demo, page }) => {
      const tap = (name: string) => press(size, page.getByRole('button', { name, exact: true }))
      await demo.open('mode=understand&mechanism=chain&links=3')
      const place = page.locator('.pass-place')
      const title = page.locator('.strip h2')
      await tap('Next body')
      await tap('Forward pass: velocities')
      await expect(place).toHaveText('1 of 9')
      await expect(title).toHaveText('link1')
      // It begins from rest, and pauses when there is motion.
      await expect.poll(async () => (await vectors(demo))['vi']?.[1]).not.toBe(0)
      await demo.passes(0.39)
      await demo.frames(3) // two may have been on their way
      const time = await demo.time()
      await demo.frames(5)
      expect(await demo.time()).toBe(time)
      // The results of the recursion at that time may come a little later.
      await expect(async () => {
        await tap('Forward pass: velocities')
        await expect(title).toHaveText('link1')
        const first = await vectors(demo)
        expect(first['Xi vλ']).toEqual([0, 0, 0, 0, 0, 0])
        expect(first['Si q̇i']).toEqual(first['vi'])
        await tap('Next body')
        await expect(title).toHaveText('link2')
        const second = await vectors(demo)
        // A pin turns about one axis and moves nothing along any.
        const pin = second['Si q̇i'] ?? []
        expect(pin.filter((value) => value !== 0)).toEqual([pin[1]])
        expectSum(second['vi'] ?? [], [second['Xi vλ'] ?? [], pin])
        expect(second['Xi vλ']?.[1]).toBe(first['vi']?.[1])
      }).toPass()

      await tap('Forward pass: accelerations')
      await expect(place).toHaveText('7 of 9')
      const { ai = [], ...parts } = await vectors(demo)
      expectSum(ai, Object.values(parts))
      // The parent of the first moves upwards because of gravity.
      expect(Math.hypot(...(parts['Xi a\u03bb'] ?? []))).toBeCloseTo(9.81, 0)

      await tap('Backward pass: inertias, forces')
      await expect(place).toHaveText('4 of 9')
      const inertia = page.getByRole('table', { name: 'Inertia of link3' }).getByRole('cell')
      await expect(inertia).toHaveCount(36)
      const matrix = (await inertia.allTextContents()).map((text) => text.replace('\u2212', '-'))
      for (let i = 0; i < 36; i++) expect(matrix[i]).toBe(matrix[6 * (i % 6) + Math.floor(i / 6)])

      await tap('Play the passes')
      await expect(place).not.toHaveText('4 of 9')
      await tap('Pause the passes')
      await expect(page.getByRole('button', { name: 'Play the passes' })).toBeVisible()
      const held = await place.textContent()
      await tap('Previous body')
      await expect(place).toHaveText(`${Number.parseInt(held ?? '', 10) - 1} of 9`)
      await page.getByRole('slider', { name: 'Place in the recursion' }).press('Home')
      await expect(place).toHaveText('1 of 9')
    })

    test('a part has its numbers while it is pointed at, and leads the passes when pressed @all', async ({
      demo,
      page
    }) => {
      const tap = (name: string) => press(size, page.getByRole('button', { name, exact: true }))
      await demo.open('mode=understand&mechanism=chain&links=3')
      await demo.passes(0.39)
      const place = page.locator('.pass-place')
      const title = page.locator('.strip h2')
      // On a phone what is said lies over the stage.
      await tap('Close')
      await tap('Forward pass: velocities')
      const [x, y] = await placeOf(demo, 'link3')
      if (size === 'desktop') {
        await page.mouse.move(x, y)
        await expect(title).toHaveText('link3')
        await expect(place).toHaveText('1 of 9')
        const { vi = [], ...parts } = await vectors(demo)
        expectSum(vi, Object.values(parts))
        await page.mouse.move(2, 2)
      }
      await expect(title).toHaveText('link1')
      const pressAt = (...at: readonly [number, number]) =>
        size === 'phone' ? page.touchscreen.tap(...at) : page.mouse.click(...at)
      await pressAt(x, y)
      await expect(place).toHaveText('3 of 9')
      await tap('Backward pass: inertias, forces')
      await tap('Next body')
      await expect(place).toHaveText('5 of 9')
      // More numbers leave less of a phone to the stage.
      await pressAt(...(await placeOf(demo, 'link3')))
      await expect(place).toHaveText('4 of 9')
      await expect(title).toHaveText('link3')
    })

    test.describe('with a clock of its own', () => {
      test.use({ ownContext: true })

      test('the passes run by themselves at any speed @all', async ({ demo, page }) => {
        const tap = (name: string) => press(size, page.getByRole('button', { name, exact: true }))
        await page.clock.install()
        await demo.open('mode=understand&mechanism=chain&links=3')
        const speed = page.getByRole('group', { name: 'Speed' }).locator('.speed-value')
        await expect(speed).toHaveText('1×')
        for (const slow of ['0.5×', '0.25×']) {
          await tap('Slower')
          await expect(speed).toHaveText(slow)
        }
        await expect(page.getByRole('button', { name: 'Slower' })).toHaveAttribute(
          'aria-disabled',
          'true'
        )
        await page.keyboard.press('=')
        await expect(speed).toHaveText('0.5×')
        const place = page.locator('.pass-place')
        await tap('Play the passes')
        await expect(place).toHaveText('2 of 9')
        // The page's time passes only where the test says so: a place takes 1.2 s at speed 1.
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000))
        const placeAfter = async (milliseconds: number) => {
          await page.clock.runFor(milliseconds)
          return Number.parseInt((await place.textContent()) ?? '', 10)
        }
        const first = await placeAfter(0)
        await expect.poll(() => placeAfter(100)).toBe(first + 1)
        expect(await placeAfter(1900)).toBe(first + 1)
        expect(await placeAfter(700)).toBe(first + 2)
        await page.clock.resume()
        for (let i = 0; i < 3; i++) await page.keyboard.press('+')
        await expect(speed).toHaveText('4×')
        await expect(place).toHaveText('9 of 9')
      })
    })
  })

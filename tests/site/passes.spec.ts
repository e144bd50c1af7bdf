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

for (const [size, use] of Object.entries(sizes))
  test.describe(`on a ${size}`, () => {
    test.use(use)

    test('each pass has the numbers of the body in turn', async ({ demo, page }) => {
      const tap = (name: string) => press(size, page.getByRole('button', { name, exact: true }))
      await demo.open('mode=understand&mechanism=chain&links=3')
      const place = page.locator('.pass-place')
      const title = page.locator('.strip h2')
      await tap('Next body')
      await tap('Velocities outward')
      await expect(place).toHaveText('1 of 9')
      await expect(title).toHaveText('link1')
      // It begins from rest, and pauses when there is motion.
      await expect.poll(async () => (await vectors(demo))['vi']?.[1]).not.toBe(0)
      await demo.passes(0.39)
      await demo.frames(3) // two may have been on their way
      const time = await demo.time()
      await demo.frames(5)
      expect(await demo.time()).toBe(time)
      // What the recursion left at that instant may come a little later.
      await expect(async () => {
        await tap('Velocities outward')
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

      await tap('Accelerations outward')
      await expect(place).toHaveText('7 of 9')
      const { ai = [], ...parts } = await vectors(demo)
      expectSum(ai, Object.values(parts))
      // What carries the first moves upwards for gravity's sake.
      expect(Math.hypot(...(parts['Xi a\u03bb'] ?? []))).toBeCloseTo(9.81, 0)

      await tap('Inertias and forces inward')
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
  })

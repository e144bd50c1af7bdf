import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { type DemoPage, expect, inkOf, test } from './page.ts'

/** The page's report on B. */
interface Seen {
  readonly time: number
  readonly since: number
  readonly poses: number[]
  readonly distance: number
  readonly energyError: number
  readonly loopError: number
  readonly stopped: string | null
}

/** B as it is seen next, at an earlier time than a limit [s], with A's poses at the same time. */
async function both(page: Page, limit = Infinity): Promise<Seen & { first: number[] }> {
  return await page.evaluate(
    (limit) =>
      new Promise((resolve) => {
        const take = (event: Event) => {
          const { detail } = event as CustomEvent
          const { poses, a, q, ...seen } = detail
          if (seen.time >= limit) return
          const look = (frame: Event) => {
            const { time, poses: first } = (frame as CustomEvent).detail
            if (time !== seen.time) return
            document.removeEventListener('linkwork:second-state', take)
            resolve({ ...seen, poses: [...poses], first: [...first] })
          }
          document.addEventListener('linkwork:frame', look, { once: true })
        }
        document.addEventListener('linkwork:second-state', take)
      }),
    limit
  )
}

const farthest = (poses: readonly number[], others: readonly number[]) =>
  poses.reduce((largest, _, at) => {
    if (at % 7 > 0) return largest
    const apart = [0, 1, 2].map((i) => (poses[at + i] ?? 0) - (others[at + i] ?? 0))
    return Math.max(largest, Math.hypot(...apart))
  }, 0)

const chip = (page: Page, letter: 'a' | 'b') =>
  page.locator(`.compare-head[data-half=${letter}] > button`)
const part = (page: Page, name: string) => page.locator(`.right-panel [data-part=${name}]`)
const preset = (page: Page, words: RegExp) => page.getByRole('button', { name: words })

async function openChip(page: Page, letter: 'a' | 'b') {
  await chip(page, letter).click()
  return page.getByRole('group', { name: `How ${letter.toUpperCase()} moves` })
}

async function energyOfFirst(demo: DemoPage): Promise<number> {
  const gauge = demo.page.getByRole('meter', { name: 'A: energy error' })
  return 10 ** Number(await gauge.getAttribute('aria-valuenow'))
}

test('B starts where A is, and its distance is that of the poses', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=compare')
  await expect(chip(page, 'a')).toHaveText('ARK4, 1 ms')
  await expect(chip(page, 'b')).toHaveText('Bvariational, 1 ms')
  await demo.passes(0.3)
  const { poses, first, distance, stopped } = await both(page)
  expect(stopped).toBeNull()
  expect(distance).toBeGreaterThan(1e-12)
  expect(distance).toBeLessThan(1e-3)
  expect(Math.abs(farthest(poses, first) - distance)).toBeLessThan(1e-15)
  const reset = both(page)
  await page.getByRole('button', { name: 'Reset' }).click()
  await reset
  await expect.poll(async () => (await both(page)).since).toBe(0)
})

test('the same step goes the same way, a longer one another @all', async ({ demo, page }) => {
  const same = 'b.method=articulated-body&b.integrator=rk4'
  await demo.open(`mechanism=chain&mode=compare&${same}`)
  await demo.passes(0.2)
  expect((await both(page)).distance).toBeLessThan(1e-9)
  const choices = await openChip(page, 'b')
  for (let i = 0; i < 2; i++) await choices.getByRole('button', { name: 'Longer step' }).click()
  await expect(chip(page, 'b')).toHaveText('BRK4, 4 ms')
  await expect.poll(() => page.url()).toContain('b.step=0.004')
  await expect.poll(async () => (await both(page)).distance).toBeGreaterThan(1e-9)
  await choices.getByRole('button', { name: 'Shorter step' }).click()
  await expect(chip(page, 'b')).toHaveText('BRK4, 2 ms')
})

test('chips change what moves, and say what cannot be', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=compare')
  const first = await openChip(page, 'a')
  await first.getByLabel('Method').selectOption('multipliers')
  await first.getByText('RATTLE').click()
  await expect(chip(page, 'a')).toHaveText('Amultipliers, RATTLE, 1 ms')
  await page.keyboard.press('Escape')
  await expect(first).toBeHidden()
  await expect(chip(page, 'a')).toBeFocused()
  const second = await openChip(page, 'b')
  await second.getByLabel('Method').selectOption('variational-maximal')
  await second.getByText('Order 4').click()
  await expect(chip(page, 'b')).toHaveText('Bvariational, maximal, order 4, 1 ms')
  const reflected = second.getByLabel('Mechanism').locator('option', { hasText: 'reflected' })
  await expect(reflected).toBeDisabled()
  await expect(reflected).toHaveText('Rotors reflected: it has no rotors')
  await second.getByLabel('Mechanism').selectOption('soft')
  await expect(second).toContainText('held by springs')
  await page.locator('.transport').click({ position: { x: 2, y: 2 } })
  await expect(second).toBeHidden()
  await expect.poll(() => page.url()).toContain('b.mechanism=soft&b.method=variational-maximal')
  await page.reload()
  await expect(chip(page, 'b')).toHaveText('Bsoft pins, variational, maximal, order 4, 1 ms')
})

test('the handle is dragged, moved by arrows and centered', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=compare')
  const handle = page.getByRole('separator', { name: 'Between A and B' })
  const width = async () => (await page.locator('.stage-host').boundingBox())?.width ?? 0
  const whole = (await page.locator('.stage').boundingBox())?.width ?? 0
  await expect.poll(width).toBeCloseTo(whole / 2, 0)
  await handle.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(handle).toHaveAttribute('aria-valuenow', '45')
  await expect.poll(width).toBeCloseTo(0.45 * whole, 0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await expect(handle).toHaveAttribute('aria-valuenow', '80')
  await page.keyboard.press('Home')
  await expect(handle).toHaveAttribute('aria-valuenow', '20')
  await page.keyboard.press('Enter')
  await expect(handle).toHaveAttribute('aria-valuenow', '50')
  const box = await handle.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 12, (box?.y ?? 0) + 200]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 0.1 * whole, y, { steps: 3 })
  await page.mouse.up()
  await expect(handle).toHaveAttribute('aria-valuenow', '60')
  await handle.dblclick()
  await expect(handle).toHaveAttribute('aria-valuenow', '50')
  await expect(page.locator('.compare-second .diagram')).toBeVisible()
  await part(page, 'view').getByText('Overlaid').click()
  await expect(handle).toBeHidden()
  await expect(page.locator('.compare-second .diagram')).toHaveCount(0)
  await expect.poll(width).toBeCloseTo(whole, 0)
  await expect.poll(() => page.url()).toContain('view=over')
  await part(page, 'view').getByText('Side by side').click()
  await expect(page.locator('.compare-second .diagram')).toBeVisible()
  await page.keyboard.press('1')
  await expect.poll(width).toBeCloseTo(whole, 0)
  await expect(page.locator('.compare-over')).toHaveCount(0)
})

test('Euler loses its energy where a variational step keeps it @all', async ({ demo, page }) => {
  await demo.open('mode=compare&playing=off')
  const button = preset(page, /^Euler’s swing/)
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(page, 'a')).toHaveText('AEuler, 10 ms')
  await expect(chip(page, 'b')).toHaveText('Bvariational, 10 ms')
  await demo.passes(3)
  const { energyError } = await both(page)
  expect(energyError).toBeLessThan(1e-3)
  expect(await energyOfFirst(demo)).toBeGreaterThan(10 * energyError)
  await expect(page.locator('.compare-gauges').first().locator('.compare-cell.breach')).toHaveCount(
    1
  )
  await expect(page.locator('.compare-gauges').last().locator('.compare-cell.breach')).toHaveCount(
    0
  )
})

test('ten minutes run in the background, and can be stopped @all', async ({ demo, page }) => {
  await demo.open('mode=compare&playing=off')
  await preset(page, /^Euler’s swing/).click()
  const section = part(page, 'long-run')
  await section.getByRole('button', { name: 'Run ten minutes' }).click()
  await expect(section.getByRole('progressbar')).toBeVisible()
  await expect(section).toContainText(/After 600 s A is off by 0\.\d+ of its scale, B by .*10/)
  await expect(section.getByRole('progressbar')).toBeHidden()
  await expect(section.getByRole('img')).toHaveAttribute('aria-label', 'Energy errors over 600 s')
  await section.getByRole('button', { name: 'Run ten minutes' }).click()
  await section.getByRole('button', { name: 'Stop' }).click()
  await expect(section.getByRole('button', { name: 'Run ten minutes' })).toBeVisible()
})

test('a 4× longer step gives RK4 about 1000× the error @all', async ({ demo, page }) => {
  await demo.open('mode=compare&playing=off')
  await preset(page, /^A 4× longer step/).click()
  await expect(chip(page, 'b')).toHaveText('BRK4, 4 ms')
  const section = part(page, 'long-run')
  await section.getByRole('button', { name: 'Run ten minutes' }).click()
  await expect(section).toContainText('After 600 s')
  const [, first, second] =
    /A is off by (.*) of its scale, B by ([^A-Za-z]*)\./.exec(
      (await section.textContent()) ?? ''
    ) ?? []
  const number = (text = '') =>
    Number(
      text
        .replace(/×10\s*/, 'e')
        .replaceAll('\u2212', '-')
        .replace(/\s/g, '')
    )
  const ratio = number(second) / number(first)
  expect(ratio).toBeGreaterThan(200)
  expect(ratio).toBeLessThan(5000)
})

test('the reflected leg diverges, and its torques are off @all', async ({ demo, page }) => {
  await demo.open('mode=compare&playing=off')
  await preset(page, /^Adding N² I/).click()
  await expect(chip(page, 'b')).toHaveText('Brotors reflected, RK4, 1 ms')
  await demo.passes(0.4)
  expect((await both(page)).distance).toBeGreaterThan(1e-4)
  const rows = part(page, 'torques').locator('tbody tr')
  await expect(rows).toHaveCount(5)
  const columns = await rows.evaluateAll((found) =>
    found.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent ?? ''))
  )
  const largest = (at: number) =>
    Math.max(...columns.map((row) => Math.abs(Number((row[at] ?? '').replace('\u2212', '-')))))
  expect(largest(0)).toBe(0)
  expect(largest(1)).toBeGreaterThan(1e-3)
  expect(largest(2)).toBeGreaterThan(largest(1))
  await expect(part(page, 'torques')).toContainText(/Reflected rotors are off by up to \d/)
})

test('the leg with locked rotors diverges @all', async ({ demo, page }) => {
  await demo.open('mode=compare&playing=off')
  await preset(page, /^With locked rotors/).click()
  await expect(chip(page, 'b')).toHaveText('Brotors locked, RK4, 1 ms')
  await demo.passes(0.4)
  expect((await both(page)).distance).toBeGreaterThan(1e-3)
})

test('a soft loop opens, the exact one does not @all', async ({ demo, page }) => {
  await demo.open('mode=compare&playing=off')
  await preset(page, /^A loop held by springs/).click()
  await demo.passes(0.4)
  expect((await both(page)).loopError).toBeGreaterThan(1e-4)
  const exact = page.getByRole('meter', { name: 'A: loop error' })
  await expect(exact).toHaveAttribute('aria-valuetext', /within tolerance/)
  const soft = page.getByRole('meter', { name: 'B: loop error' })
  await expect(soft).not.toHaveAttribute('aria-valuetext', /tolerance/)
  await expect(part(page, 'torques')).toBeHidden()
})

test('two methods go the same way @all', async ({ demo, page }) => {
  await demo.open('mode=compare&playing=off')
  const button = preset(page, /^Two independent methods/)
  await button.click()
  await expect(chip(page, 'b')).toHaveText('Bmultipliers, RK4, 1 ms')
  await demo.passes(0.4)
  const { distance } = await both(page)
  expect(distance).toBeGreaterThan(0)
  expect(distance).toBeLessThan(1e-7)
  const choices = await openChip(page, 'b')
  await choices.getByRole('button', { name: 'Longer step' }).click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
})

test('all methods for the accelerations agree, the largest difference first', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=leg&mode=compare')
  await demo.passes(0.2)
  const section = part(page, 'check')
  await section.getByRole('button', { name: 'Check now' }).click()
  const rows = section.locator('tbody tr')
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(7)
  const differences = await rows.evaluateAll((found) =>
    found.map((row) => Number((row as HTMLElement).dataset.difference))
  )
  expect(differences).toEqual([...differences].sort((a, b) => b - a))
  expect(differences[0]).toBeLessThan(1e-9)
  await expect(section.locator('[data-method=there-and-back]')).toHaveCount(1)
  await expect(section.locator('[data-method=compiled]')).toHaveCount(1)
  await expect(section.locator('.breach')).toHaveCount(0)
  const sum = section.getByRole('status')
  await expect(sum).toContainText('largest difference from Articulated body')
  const light = section.locator('.compare-light')
  await expect(light).toBeHidden()
  await section.getByText('Keep checking').click()
  await expect(light).toBeVisible()
  const before = (await sum.textContent()) ?? ''
  await expect.poll(() => sum.textContent()).not.toBe(before)
  await section.getByText('Keep checking').click()
  await expect(light).toBeHidden()
})

test('the plots show both, and a click moves time for both @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=compare')
  await demo.passes(1)
  const canvases = page.locator('.compare-plot canvas')
  await expect(canvases.first()).toHaveAttribute('aria-label', /energy errors: A .*ten.*, B .*ten/)
  await expect(canvases.last()).toHaveAttribute('aria-label', /Distance of B from A: .* meters/)
  for (const canvas of await canvases.all()) {
    expect(await inkOf(canvas)).toBeGreaterThan(200)
  }
  const past = both(page, 0.9)
  await canvases.first().click({ position: { x: 55, y: 60 } })
  const { poses, first, since } = await past
  expect(since).toBe(0)
  expect(farthest(poses, first)).toBeLessThan(1e-3)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

test('what B cannot be is said, and A goes on @all', async ({ demo, page }) => {
  await demo.open('mechanism=chain&mode=compare&b.mechanism=soft')
  await expect(page.locator('.compare-stopped')).toHaveText('B stands still: It has no loops.')
  await demo.passes((await demo.time()) + 0.2)
  const choices = await openChip(page, 'b')
  await choices.getByLabel('Mechanism').selectOption('same')
  await expect(page.locator('.compare-stopped')).toBeHidden()
})

test('both are pulled from either half @all', async ({ demo, page }) => {
  const address = 'mechanism=four-bar&gravity=0&damping=0.5&mode=compare&playing=off'
  await demo.open(`${address}&b.method=articulated-body`)
  await demo.frames(3)
  const box = await page.locator('.compare-second').boundingBox()
  if (!box) throw new Error('The second half has no box.')
  const before = await demo.frame()
  const points = Array.from(
    { length: 100 },
    (_, i) =>
      [
        box.x + (0.15 + 0.075 * (i % 10)) * box.width,
        box.y + (0.15 + 0.075 * Math.floor(i / 10)) * box.height
      ] as const
  )
  const [x, y] = await demo.grab(points)
  await page.mouse.move(x + 40, y - 30, { steps: 4 })
  await page.keyboard.press('Space')
  await demo.passes(before.time + 0.4)
  const { poses, distance } = await both(page)
  await page.mouse.up()
  await expect(page.locator('html[data-pulling]')).toHaveCount(0)
  expect(farthest(poses, before.poses)).toBeGreaterThan(1e-3)
  expect(distance).toBeLessThan(1e-6)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('presets, chips, views and the check lie in reach @all', async ({ demo, page }) => {
    await demo.open('mechanism=four-bar&mode=compare')
    await demo.frames(3)
    const choices = await openChip(page, 'b')
    const box = await choices.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    await choices.getByRole('button', { name: 'Longer step' }).click()
    await expect(chip(page, 'b')).toHaveText('Bvariational, 2 ms')
    await page.keyboard.press('Escape')
    const tab = page.getByRole('button', { name: 'Setup', exact: true })
    await tab.click()
    await preset(page, /^A loop held by springs/).click()
    await part(page, 'view').getByText('Overlaid').click()
    await part(page, 'check').getByRole('button', { name: 'Check now' }).click()
    await expect.poll(() => part(page, 'check').locator('tbody tr').count()).toBeGreaterThan(5)
    await tab.click()
    await expect(page.locator('.right-panel')).toBeHidden()
    await expect(chip(page, 'b')).toHaveText('Bsoft pins, RK4, 1 ms')
    await demo.passes(0.3)
    expect((await both(page)).distance).toBeGreaterThan(1e-4)
  })
})

test('axe finds nothing at any size, in dark and light @all', async ({ demo, page }) => {
  for (const colorScheme of ['dark', 'light'] as const)
    for (const [width, height] of [
      [1440, 900],
      [390, 844]
    ] as const)
      await test.step(`${width} in ${colorScheme}`, async () => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height })
        await demo.openAgain('mechanism=leg&mode=compare')
        await demo.passes(0.1)
        if (width === 1440) {
          const check = part(page, 'check')
          await check.getByRole('button', { name: 'Check now' }).click()
          await expect.poll(() => check.locator('tbody tr').count()).toBeGreaterThan(5)
        }
        await openChip(page, 'b')
        await expectAccessible(page)
      })
})

test('gauges have room for their names and numbers at any width @all', async ({ demo, page }) => {
  for (const width of [1440, 1200, 800]) {
    await page.setViewportSize({ width, height: 800 })
    await demo.openAgain('mechanism=leg&mode=compare')
    await demo.passes(0.1)
    const cells = page.locator('.compare-cell')
    await expect(cells).toHaveCount(4)
    for (const cell of await cells.all()) {
      const cut = await cell.evaluate((element) => {
        const [name, value] = ['h2', '.compare-value'].map((of) => element.querySelector(of))
        const right = element.getBoundingClientRect().right
        return {
          name: (name?.scrollWidth ?? 0) > (name?.clientWidth ?? 0) ? name?.textContent : null,
          value: (value?.getBoundingClientRect().right ?? 0) > right + 0.5
        }
      })
      expect(cut, `at ${width}`).toEqual({ name: null, value: false })
    }
  }
})

test('in three dimensions both halves have one camera @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar&mode=compare&playing=off', { webgl: true })
  await expect(page.locator('.compare-second canvas')).toBeVisible()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const camera = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('camera')
  const before = camera()
  const box = await page.locator('.compare-second').boundingBox()
  const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) - 40]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 80, y, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: /^(Share|Copied)$/ }).click()
  await expect.poll(camera).not.toBe(before)
})

import type { Page } from '@playwright/test'
import { closed, driven, mostEnergyError, open, touching } from './mechanisms.ts'
import { type DemoPage, expect, test } from './page.ts'

for (const mechanism of [...open, ...closed]) {
  test(`${mechanism} moves, keeps its energy and its loops @all`, async ({ demo }) => {
    await demo.open(`mechanism=${mechanism}`)
    const before = await demo.frame()
    await demo.passes(before.time + 0.2)
    await demo.pause() // the queries below are about this time
    const after = await demo.frame()
    expect(after.poses.length).toBe(before.poses.length)
    expect(after.poses.every(Number.isFinite)).toBe(true)
    const moved = after.poses.map((value, index) => Math.abs(value - (before.poses[index] ?? 0)))
    expect(Math.max(...moved)).toBeGreaterThan(1e-3)
    expect(await demo.measured('Energy error')).toBeLessThan(1e-8)
    if (closed.includes(mechanism)) expect(await demo.measured('Loop error')).toBeLessThan(1e-10)
    else await expect(demo.gauge('Loop error')).toBeHidden()
    await expect(demo.gauge('Energy error')).toHaveAttribute('aria-valuetext', /within tolerance/)
  })
}

async function expectMotion(demo: DemoPage): Promise<void> {
  const before = await demo.frame()
  await demo.passes(before.time + 0.2)
  const after = await demo.frame()
  expect(after.poses.every(Number.isFinite)).toBe(true)
  const moved = after.poses.map((value, index) => Math.abs(value - (before.poses[index] ?? 0)))
  expect(Math.max(...moved)).toBeGreaterThan(1e-3)
}

for (const mechanism of touching) {
  test(`${mechanism}, without motors, moves by a method that keeps what it needs @all`, async ({
    demo,
    page
  }) => {
    await demo.open(`mechanism=${mechanism}&motors=off`)
    const method = page.getByRole('combobox', { name: 'Method' })
    const articulated = method.locator('option[value="articulated-body"]')
    await expect(method).toHaveValue('multipliers')
    if (mechanism === 'rolling-disc') await expect(articulated).toBeDisabled()
    else await expect(articulated).toBeEnabled()
    // From the start again: what was dropped may lie still by now.
    await demo.earlierAfter(() => page.getByRole('button', { name: 'Reset', exact: true }).click())
    await expectMotion(demo)
    await expect(demo.gauge('Energy error')).toHaveAttribute('aria-valuetext', /within tolerance/)
    expect(await demo.measured('Energy error')).toBeLessThan(mostEnergyError(mechanism))
  })
}

for (const mechanism of driven) {
  test(`${mechanism} moves, and has no energy bound @all`, async ({ demo }) => {
    await demo.open(`mechanism=${mechanism}`)
    await expectMotion(demo)
    await expect(demo.gauge('Energy error')).toBeHidden()
  })
}

/** Gives the solver a clock that counts 10 ms for each frame, on any machine. */
async function countTimeByFrames(page: Page): Promise<void> {
  const clock = `{
    let now = 0
    performance.now = () => now
    addEventListener('message', ({ data }) => { if (data.type === 'lend') now += 10 })
  }\n`
  await page.route('**/simulation-worker-*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: clock + (await response.text()) })
  })
}

test('the measured speed is the requested one @all', async ({ demo, page }) => {
  await countTimeByFrames(page)
  await demo.open('mechanism=four-bar&speed=0.5')
  await demo.passes(1)
  await expect(page.locator('.measured-value')).toHaveText(/^0\.50/)
})

test('time per step is measured @all', async ({ demo }) => {
  await demo.open('mechanism=four-bar')
  await expect(demo.gauge('Step time')).toHaveAttribute('aria-valuetext', /µ?seconds/)
  await expect.poll(() => demo.measured('Step time')).toBeGreaterThan(0)
})

test('reduced motion starts paused, with a clear button to play', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.open()
  await demo.frames(5)
  expect(await demo.time()).toBe(0)
  await page.locator('.invitation').click()
  await demo.passes(0.05)
  await expect(page.locator('.invitation')).toBeHidden()
})

test('the invitation to play covers no part @all', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const mode of ['watch', 'understand', 'measure'])
    for (const mechanism of ['leg', 'four-bar', 'mit-humanoid']) {
      await demo.openAgain(`mechanism=${mechanism}&mode=${mode}`)
      await demo.frames(5)
      const covered = await page.locator('canvas.diagram').evaluate((element) => {
        const plot = element as HTMLCanvasElement
        const button = document.querySelector('.invitation')?.getBoundingClientRect()
        if (!button?.width) return Number.NaN
        const { left, top } = plot.getBoundingClientRect()
        const scale = plot.width / plot.clientWidth
        const [x, y] = [scale * (button.x - left), scale * (button.y - top)]
        const size = [scale * button.width, scale * button.height] as const
        const pixels = plot.getContext('2d')?.getImageData(x, y, ...size).data ?? []
        return [...pixels].filter((value, at) => at % 4 === 3 && value > 0).length
      })
      expect([mode, mechanism, covered]).toEqual([mode, mechanism, 0])
    }
})

test('a hidden page rests, and goes on without a jump', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar')
  await demo.passes(0.2)
  const hide = (hidden: boolean) =>
    page.evaluate(async (value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
      return Number(document.documentElement.dataset.frame)
    }, hidden)
  const resting = await hide(true)
  // Two buffers may have been on their way.
  expect(await hide(true)).toBeLessThanOrEqual(resting + 2)
  const before = Number(
    await page.getByRole('slider', { name: 'Time' }).getAttribute('aria-valuenow')
  )
  const next = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const take = (event: Event) => resolve((event as CustomEvent).detail.time)
        document.addEventListener('linkwork:frame', take, { once: true })
        Object.defineProperty(document, 'hidden', { value: false, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })
  )
  expect(next).toBeLessThan(before + 0.3)
})

test('motors are switched off and on, and the address keeps it @all', async ({ demo, page }) => {
  await demo.open('mechanism=mini-cheetah&motors=off')
  const motors = page.getByRole('group', { name: 'Motors' })
  await expect(motors.getByRole('radio', { name: 'Off' })).toBeChecked()
  await motors.getByText('On', { exact: true }).click()
  await expect(motors.getByRole('radio', { name: 'On', exact: true })).toBeChecked()
  await demo.passes((await demo.time()) + 0.3)
  await page
    .getByRole('button', { name: /^Chain/ })
    .first()
    .click()
  await expect(motors).toBeHidden()
})

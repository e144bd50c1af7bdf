import type { Locator } from '@playwright/test'
import { closed, driven, everyMechanism, mostEnergyError, open, touching } from './mechanisms.ts'
import { type DemoPage, expect, test } from './page.ts'

/** Walks over the gallery: what holds for every entry. stage.spec.ts has the 3-D stage. */

/** Tests of a part of the gallery each, in parallel. */
const parts = 3

/** Sliders that set a number of bodies: a thousand have tests of their own. */
const counts = ['Links', 'Copies']

/** Every slider at one of its ends, its neighbors at the others; then the other way round. */
const corners = [
  ['End', 'Home'],
  ['Home', 'End']
] as const

test.use({ viewport: { width: 920, height: 520 } })

/** The stage and the address name the entry, and it has a picture in the gallery. */
async function expectShown({ page }: DemoPage, row: Locator, mechanism: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-mechanism', mechanism)
  await expect(row).toHaveAttribute('aria-current', 'true')
  await expect
    .poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const title = page.locator('.stage-title')
  const facts = page.locator('.stage-facts')
  await expect(title).toBeInViewport({ ratio: 1 })
  await expect(facts).toBeInViewport({ ratio: 1 })
  await expect(facts).toHaveText(/\d/)
  await expect(page).toHaveURL(new RegExp(`#mechanism=${mechanism}(&|$)`))
  await expect(page.locator('.stage-host [role=img]').first()).toHaveAccessibleName(
    new RegExp(`^${await title.textContent()}`)
  )
  await expect(page.locator('.notice')).not.toContainText(/Stopped|expected/)
}

/** Plays for 0.2 s from the start; the poses change and stay finite. */
async function expectMotion(demo: DemoPage): Promise<void> {
  const before = await demo.frame()
  await demo.play()
  await demo.passes(before.time + 0.2)
  await demo.pause()
  const after = await demo.frame()
  expect(after.poses.length).toBe(before.poses.length)
  expect(after.poses.every(Number.isFinite)).toBe(true)
  const moved = after.poses.map((value, index) => Math.abs(value - (before.poses[index] ?? 0)))
  expect(Math.max(...moved)).toBeGreaterThan(1e-3)
}

async function expectEnergyError(demo: DemoPage, most: number): Promise<void> {
  await expect(demo.gauge('Energy error')).toHaveAttribute('aria-valuetext', /within tolerance/)
  expect(await demo.measured('Energy error')).toBeLessThan(most)
}

async function reset(demo: DemoPage): Promise<void> {
  await demo.page.getByRole('button', { name: 'Reset' }).last().click()
  await expect.poll(() => demo.time()).toBe(0)
}

/** It moves, and its gauges are within their tolerances. */
async function expectLaws(demo: DemoPage, mechanism: string): Promise<void> {
  const { page } = demo
  await expectMotion(demo)
  if (closed.includes(mechanism)) expect(await demo.measured('Loop error')).toBeLessThan(1e-10)
  if (open.includes(mechanism)) await expect(demo.gauge('Loop error')).toBeHidden()
  if (driven.includes(mechanism)) await expect(demo.gauge('Energy error')).toBeHidden()
  if (!touching.includes(mechanism)) {
    if (!driven.includes(mechanism)) await expectEnergyError(demo, 1e-8)
    return
  }
  const method = page.getByRole('combobox', { name: 'Method' })
  const articulated = method.locator('option[value="articulated-body"]')
  await expect(method).toHaveValue('multipliers')
  if (mechanism === 'rolling-disc') await expect(articulated).toBeDisabled()
  else await expect(articulated).toBeEnabled()
  if (driven.includes(mechanism)) {
    const motors = page.getByRole('group', { name: 'Motors' })
    await motors.getByText('Off', { exact: true }).click()
    await reset(demo)
    await expectMotion(demo)
    await expectEnergyError(demo, mostEnergyError(mechanism))
    await motors.getByText('On', { exact: true }).click()
  } else await expectEnergyError(demo, mostEnergyError(mechanism))
}

/** Its sliders go to their ends and back; at each corner it takes some steps, as many on any machine. */
async function expectSliders(demo: DemoPage): Promise<void> {
  const section = demo.page.locator('[data-part=mechanism]')
  const written = () =>
    section.getByRole('slider').evaluateAll((all) => all.map((each) => each.ariaValueText))
  const initial = await written()
  const labels = await section.locator('label[for]').allTextContents()
  const sliders = labels
    .filter((label) => !counts.includes(label))
    .map((name) => section.getByRole('slider', { name, exact: true }))
  const stepForward = demo.page.getByRole('button', { name: 'Step forward' })
  for (const keys of corners) {
    for (const [i, slider] of sliders.entries()) await slider.press(keys[i % 2] ?? 'End')
    await demo.isBuilt()
    const before = await demo.time()
    for (let i = 0; i < 3; i++) await stepForward.click()
    await demo.passes(before)
    await demo.frames(2)
    const { poses } = await demo.frame()
    expect(poses.every(Number.isFinite), String(await written())).toBe(true)
  }
  for (const slider of sliders) await slider.press('Delete')
  expect(await written()).toEqual(initial)
  await expect(demo.page.locator('.notice')).not.toContainText('Stopped')
}

/** Shows each entry of a part of the gallery, pauses it at its start, checks it, and resets it. */
async function walk(
  demo: DemoPage,
  part: number,
  check: (demo: DemoPage, mechanism: string) => Promise<void>
): Promise<void> {
  const { page } = demo
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.open('mechanism=four-bar')
  const rows = await page.locator('.gallery-row').all()
  expect(rows.length).toBe(everyMechanism.length)
  for (const row of rows.filter((_, i) => i % parts === part)) {
    const mechanism = (await row.getAttribute('data-mechanism')) ?? ''
    await test.step(mechanism, async () => {
      await row.click()
      await expectShown(demo, row, mechanism)
      const copies = page.getByRole('slider', { name: 'Copies' })
      if (await copies.count()) await copies.press('Home')
      // A click on the entry that is shown already may leave it in motion.
      await demo.pause()
      await reset(demo)
      await demo.frames(2)
      const start = await demo.frame()
      expect(start.time).toBe(0)
      await check(demo, mechanism)
      await reset(demo)
      await expect.poll(() => demo.frame()).toEqual(start)
      expect(demo.consoleErrors).toEqual([])
    })
  }
}

for (let part = 0; part < parts; part++) {
  const from = `every ${parts}rd entry, from entry ${part + 1} on`
  const set = part === 0 ? '' : ' @all'
  test(`entries of the gallery move and keep their laws: ${from}${set}`, ({ demo }) =>
    walk(demo, part, expectLaws))
  test(`entries of the gallery move at both ends of their sliders: ${from} @all`, ({ demo }) =>
    walk(demo, part, expectSliders))
}

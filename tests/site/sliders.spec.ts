import { expect, test } from './page.ts'

/** How many there are of a thing: a thousand take their time, and have tests of their own. */
const counts = ['Links', 'Copies']

/** Every slider at one of its ends, its neighbours at the others; then the other way round. */
const corners = [
  ['End', 'Home'],
  ['Home', 'End']
] as const

/** Tests of a part of the gallery each, side by side. */
const parts = 3

test.use({ viewport: { width: 920, height: 520 } })

for (let part = 0; part < parts; part++)
  test(`sliders go to their ends and back, from entry ${part + 1} on`, async ({ demo, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await demo.open('speed=0.05') // a few frames are some milliseconds
    const section = page.locator('[data-part=mechanism]')
    const written = () =>
      section.getByRole('slider').evaluateAll((all) => all.map((each) => each.ariaValueText))
    const rows = await page.locator('.gallery-row').all()
    for (const row of rows.filter((_, i) => i % parts === part)) {
      await row.click()
      await demo.frames(2) // they may have been on their way
      const start = await demo.frame()
      expect(start.time).toBe(0)
      const initial = await written()
      const labels = await section.locator('label[for]').allTextContents()
      const sliders = labels
        .filter((label) => !counts.includes(label))
        .map((name) => section.getByRole('slider', { name, exact: true }))
      await demo.play()
      for (const keys of corners) {
        for (const [i, slider] of sliders.entries()) await slider.press(keys[i % 2] ?? 'End')
        await demo.frames(2)
        const { poses } = await demo.frame()
        expect(poses.every(Number.isFinite), String(await written())).toBe(true)
      }
      for (const slider of sliders) await slider.press('Delete')
      expect(await written()).toEqual(initial)
      await demo.pause()
      await page.getByRole('button', { name: 'Reset' }).last().click()
      await expect.poll(() => demo.frame()).toEqual(start)
    }
  })

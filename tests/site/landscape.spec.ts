import { expect, test } from './page.ts'

test.use({ viewport: { width: 844, height: 390 }, hasTouch: true })

for (const [mode, set] of [
  ['watch', ''],
  ['compare', ' @all'],
  ['understand', ' @all'],
  ['build', ''],
  ['measure', ' @all']
] as const)
  test(`on a phone that lies on its side all of ${mode} is in reach, and nothing moves by itself${set}`, async ({
    demo,
    page
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await demo.openAgain(`mechanism=four-bar&mode=${mode}`)
    await expect(page.locator('html')).toHaveAttribute('data-mode', mode)
    const { time } = await demo.frame()
    // Messages are over the stage, and over the layers of a mode.
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByText(/^Without WebGL 2/)).toBeHidden()
    const tabs = page.locator('.tab-bar button:visible')
    expect(await tabs.count()).toBeGreaterThan(2)
    for (const tab of await tabs.all()) {
      const box = await tab.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(box?.width).toBeGreaterThanOrEqual(44)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(390)
    }
    await page.getByRole('button', { name: 'Gallery' }).click()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    await page.keyboard.press('Escape')
    expect((await demo.frame()).time).toBe(time)
  })

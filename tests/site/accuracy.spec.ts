import { expect, inkOf, test } from './page.ts'

test('the accuracy panel opens in place of the readouts with a sentence', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=four-bar')
  await demo.passes(0.3)
  await page.getByRole('button', { name: 'Accuracy' }).click()
  await expect(page.locator('.readouts')).toBeHidden()
  await expect(page.locator('.accuracy-sentence')).toHaveText(
    /^Relative energy drift: .* after \d+\.\d+ s\. Constraint violation of the loops: .* m\.$/
  )
  await expect(page.locator('.plot-canvas')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(page.locator('.readouts')).toBeVisible()
  await page.keyboard.press('t')
  await expect(page.locator('.accuracy-sentence')).toBeVisible()
  await page.getByRole('button', { name: 'Close the accuracy panel' }).click()
  await expect(page.locator('.accuracy-sentence')).toBeHidden()
  await expect(page.locator('.readouts')).toBeVisible()
})

test('with contacts the sentence shows how well contact laws are satisfied @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=draped-chain')
  await demo.passes(0.3)
  await page.getByRole('button', { name: 'Accuracy' }).click()
  const sentence = page.locator('.accuracy-sentence')
  await expect(sentence).toContainText(/Contact laws satisfied to .+ m\/s\./)
  await expect(sentence).not.toContainText('loop')
})

test('a chain that friction nearly jams on its drum satisfies the contact laws @all', async ({
  demo,
  page
}) => {
  await demo.open('mechanism=draped-chain&friction=1.5&accuracy=on&playing=off&time=1')
  await expect(page.locator('.accuracy-sentence')).toContainText(
    /Contact laws satisfied to .+ m\/s\./
  )
})

test('the plots show what was measured @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar')
  await page.getByRole('button', { name: 'Accuracy' }).click()
  await demo.passes(0.6)
  await demo.frames(5)
  for (const canvas of await page.locator('.plot-canvas').all()) {
    expect(await inkOf(canvas)).toBeGreaterThan(200)
  }
})

test('a click in a plot moves time there', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar')
  await page.getByRole('button', { name: 'Accuracy' }).click()
  await demo.passes(1)
  const plot = page.locator('.plot-canvas').first()
  await plot.click({ position: { x: 55, y: 60 } })
  await expect.poll(() => demo.time()).toBeLessThan(0.9)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

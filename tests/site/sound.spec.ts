import type { Page } from '@playwright/test'
import { drop } from './drop.ts'
import { expect, test } from './page.ts'

/** A ball that falls on the floor, again and again. */
const ball = {
  linkwork: 1,
  name: 'ball',
  bodies: [{ name: 'ball', mass: 0.3, inertia: [1e-3, 1e-3, 1e-3] }],
  joints: [{ name: 'float', type: 'free', parent: 'world', child: 'ball' }],
  initialState: { q: { float: [0, 0, 0.3, 0, 0, 0, 1] } },
  contact: {
    colliders: [
      { body: 'world', type: 'plane' },
      { body: 'ball', type: 'sphere', radius: 0.1, restitution: 1 }
    ]
  }
}

/** Counts the sounds that the page starts. */
function countSounds(): void {
  const { start } = AudioBufferSourceNode.prototype
  const counting = globalThis as unknown as { sounds: number }
  counting.sounds = 0
  AudioBufferSourceNode.prototype.start = function (...given) {
    counting.sounds += 1
    start.apply(this, given)
  }
}

const soundsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { sounds: number }).sounds)

test.use({ ownContext: true })

test('what hits is heard where sound is switched on, and only there', async ({ demo, page }) => {
  await page.addInitScript(countSounds)
  await demo.open('mechanism=four-bar')
  await drop(page, 'ball.json', JSON.stringify(ball))
  await page.waitForSelector('html[data-mechanism=own-file]')
  await demo.passes(1)
  expect(await soundsOf(page)).toBe(0)
  const sound = page.getByText('Sound', { exact: true })
  await sound.click()
  await expect(page.getByRole('checkbox', { name: 'Sound' })).toBeChecked()
  await expect.poll(() => soundsOf(page)).toBeGreaterThan(1)
  await sound.click()
  await demo.frames(3)
  const heard = await soundsOf(page)
  await demo.passes((await demo.time()) + 1)
  expect(await soundsOf(page)).toBe(heard)
})

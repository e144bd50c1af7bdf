import { fileURLToPath } from 'node:url'
import { expect, test } from './page.ts'

const picture = fileURLToPath(new URL('../../docs/page.png', import.meta.url))

test('the page, with the leg in motion', async ({ demo, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await demo.open('mechanism=leg&speed=1', { webgl: true })
  await page.getByRole('button', { name: 'Accuracy' }).click()
  await expect.poll(() => demo.time(), { timeout: 500_000 }).toBeGreaterThan(6)
  await demo.pause()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: picture })
})

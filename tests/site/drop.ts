import type { Page } from '@playwright/test'
import { expect } from './page.ts'

/** Drops a file on the page, as a hand would: the text, so many times over. */
export async function drop(page: Page, name: string, text: string, times = 1): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, text, times }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text.repeat(times)], name))
      return transfer
    },
    { name, text, times }
  )
  const stage = page.locator('.stage')
  await stage.dispatchEvent('dragover', { dataTransfer: transfer })
  await expect(page.locator('html[data-dropping]')).toHaveCount(1)
  await stage.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.locator('html[data-dropping]')).toHaveCount(0)
}

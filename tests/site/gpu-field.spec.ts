import { drawingSettings, gpuSettings } from '../../script/chromium.js'
import { expect, test } from './page.ts'

test.use({
  launchOptions: {
    ...drawingSettings,
    args: [...new Set([...drawingSettings.args, ...gpuSettings.args])]
  }
})

test('a field goes by WebGPU, which the page names @all', async ({ demo, page }) => {
  await demo.open('mechanism=four-bar-field&copies=20')
  await page.getByText('GPU', { exact: true }).click()
  await expect(page.locator('[data-part=field] .section-note')).toHaveText('WebGPU')
  await expect(page.locator('[data-part=field] dd').last()).toHaveText(/^\d\.\d{3}×$/)
})

import { defineConfig } from '@playwright/test'
import { drawingSettings } from '../../script/chromium.js'

/** The production build of the page in the system's Chromium, drawn in software. */

const port = 5391

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/site',
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  // The 3-D stage takes longest, a minute for all mechanisms: it starts first.
  projects: [
    { name: 'stage', testMatch: 'stage.spec.ts' },
    { name: 'page', testIgnore: 'stage.spec.ts' }
  ],
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    // Each test would fetch all that the page keeps; offline.spec.ts allows it.
    serviceWorkers: 'block',
    viewport: { width: 1200, height: 700 },
    deviceScaleFactor: 1,
    launchOptions: drawingSettings
  },
  webServer: {
    command:
      'npm run build --workspace linkwork-web && ' +
      `npm run preview --workspace linkwork-web -- --port ${port} --strictPort`,
    cwd: '../..',
    port,
    timeout: 300_000,
    reuseExistingServer: !process.env.CI
  }
})

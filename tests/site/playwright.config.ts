import { defineConfig } from '@playwright/test'
import { testDrawingSettings } from '../../script/chromium.js'

/**
 * The production build of the page in the system's Chromium, drawn in software. The project `page` is
 * the default set, `all` the rest: `--project page` runs the one, no `--project` runs both.
 */

const port = 5391

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/site',
  workers: 2,
  fullyParallel: true,
  // Timeouts end what hangs. No test depends on their length: a slow machine only takes longer.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  retries: 0,
  projects: [
    { name: 'page', grepInvert: /@all/ },
    { name: 'all', grep: /@all/ }
  ],
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    // Each test would fetch all that the page keeps; offline.spec.ts allows it.
    serviceWorkers: 'block',
    viewport: { width: 1200, height: 700 },
    deviceScaleFactor: 1,
    launchOptions: testDrawingSettings
  },
  webServer: {
    command:
      'npm run build --workspace linkwork-web && ' +
      `npm run preview --workspace linkwork-web -- --port ${port} --strictPort`,
    cwd: '../..',
    port,
    timeout: 1_200_000,
    reuseExistingServer: false // it may serve another checkout
  }
})

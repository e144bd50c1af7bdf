import { defineConfig } from '@playwright/test'
import site from './playwright.config.ts'

/** Takes the picture of the page for the documentation: script/page-picture. */
export default defineConfig({
  ...site,
  projects: [{ name: 'picture', testMatch: 'page-picture.ts' }],
  timeout: 600_000,
  use: { ...site.use, viewport: { width: 1440, height: 900 } }
})

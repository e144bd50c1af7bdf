import { type Browser, chromium, type Page } from '@playwright/test'
import type * as Package from 'linkwork'
import { gpuSettings } from '../../script/chromium.js'
import { servePackage } from '../../script/package-page.js'

declare global {
  var linkwork: typeof Package
  var library: Package.Linkwork
}

/** How long shaders may take to compile in software [ms]. */
export const compilation = 300_000

/** The package in Chromium, with WebGPU by its software adapter. */
export async function openGpuPage() {
  const server = await servePackage()
  const browser = await chromium.launch(gpuSettings)
  return {
    page: await newPage(browser, server.address),
    newPage: (viewport: { width: number; height: number }) =>
      newPage(browser, server.address, viewport),
    async close() {
      await browser.close()
      server.close()
    }
  }
}

async function newPage(
  browser: Browser,
  address: string,
  viewport = { width: 1280, height: 720 }
): Promise<Page> {
  const page = await browser.newPage({ viewport })
  await page.goto(address)
  await page.waitForFunction(() => globalThis.library)
  return page
}

// environment.js: takes the light of the room around the page's stage (script/environment).
import { writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { createServer } from 'vite'
import { drawingSettings } from './chromium.js'

const file = 'web/src/stage/three/room.bin'
const port = 5396

const server = await createServer({
  root: 'script/environment-page',
  configFile: false,
  logLevel: 'error',
  server: { port, strictPort: true }
})
await server.listen()
const browser = await chromium.launch(drawingSettings)
const page = await browser.newPage()
await page.goto(`http://localhost:${port}/`)
await page.waitForFunction(() => globalThis.taken, undefined, { timeout: 120_000 })
const halves = Uint16Array.from(await page.evaluate(() => globalThis.taken))
writeFileSync(file, halves)
console.log(`${file}: ${(halves.byteLength / 1000).toFixed(1)} kB`)
await browser.close()
await server.close()

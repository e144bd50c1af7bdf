// The measurements in a page of Chromium that has nothing else.
import { readFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { chromiumSettings } from '../../script/chromium.js'

const root = new URL('../../', import.meta.url)
const types = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  wasm: 'application/wasm'
}
const emptyPage = `<!doctype html><script type="importmap">{ "imports": {
  "linkwork": "/wasm_bindings/dist/index.js",
  "#wasm-source": "/wasm_bindings/dist/wasm-source-web.js"
} }</script>`

export async function measureInChromium({ report, isQuick }) {
  const browser = await chromium.launch(chromiumSettings)
  try {
    const page = await browser.newPage()
    await page.route('**/*', serve)
    await page.goto('http://localhost/')
    // A page has no processor time; the developer's tools have that of its thread.
    const tools = await page.context().newCDPSession(page)
    await tools.send('Performance.enable')
    await page.exposeFunction('processorTime', async () => {
      const { metrics } = await tools.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'ThreadTime').value
    })
    await page.exposeFunction('report', report)
    const result = await page.evaluate(async (isQuick) => {
      const { measure } = await import(`${location.href}bench/peers-wasm/measurement.mjs`)
      return measure({ read: processorTime, report, isQuick })
    }, isQuick)
    return { host: `Chromium ${browser.version()}`, ...result }
  } finally {
    await browser.close()
  }
}

async function serve(route) {
  const path = new URL(route.request().url()).pathname
  if (path === '/') return route.fulfill({ body: emptyPage, contentType: 'text/html' })
  try {
    const body = await readFile(new URL(`.${path}`, root))
    return route.fulfill({ body, contentType: types[path.split('.').at(-1)] ?? '' })
  } catch {
    return route.fulfill({ status: 404 })
  }
}

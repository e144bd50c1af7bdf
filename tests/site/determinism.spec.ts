import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'

/** The package as built and the motions of the table, in a page that has nothing else. */
const root = new URL('../../', import.meta.url)
const known: Record<string, string[]> = JSON.parse(
  readFileSync(new URL('tests/data/trajectories.json', root), 'utf8')
)
const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  wasm: 'application/wasm'
}
const page0 = `<!doctype html><script type="importmap">
  { "imports": { "#wasm-source": "/wasm_bindings/dist/wasm-source-web.js" } }</script>`

test('Chromium moves mechanisms bitwise as Node does', async ({ page }) => {
  await page.route('**/*', async (route) => {
    const path = new URL(route.request().url()).pathname
    const body = path === '/' ? page0 : readFileSync(new URL(`.${path}`, root))
    const contentType = types[path === '/' ? 'html' : (path.split('.').at(-1) ?? '')] ?? ''
    await route.fulfill({ body, contentType })
  })
  await page.goto('/')
  const found = await page.evaluate(async () => {
    const at = (path: string) => import(new URL(path, location.href).href)
    const { load } = await at('/wasm_bindings/dist/index.js')
    const { hashesAfter, simulationOf, trajectoriesOf } = await at(
      '/tests/determinism/trajectories.mjs'
    )
    const linkwork = await load()
    const trajectories: string[][] = trajectoriesOf(linkwork)
    return trajectories.map((trajectory) => {
      const simulation = simulationOf(linkwork, trajectory)
      const [hash] = hashesAfter(simulation, [100])
      simulation.dispose()
      return [trajectory.join(' '), hash]
    })
  })
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(known).map(([name, [hash]]) => [name, hash]))
  )
})

import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'

/** The package by itself in a page, with and without leave to make code. */

const origin = 'http://linkwork.test'
const dist = new URL('../../wasm_bindings/dist/', import.meta.url)
const page404 = { status: 404, body: '' }
const imports = { '#wasm-source': './wasm-source-web.js' }
const html = `<!doctype html><meta charset="utf-8"><title>linkwork</title>
<script type="importmap" nonce="imports">${JSON.stringify({ imports })}</script>`
const types = { js: 'text/javascript', mjs: 'text/javascript', wasm: 'application/wasm' }

/** A page of the package's files, under a policy where one is given. */
async function serve(page: Page, policy?: string): Promise<void> {
  const headers = policy === undefined ? {} : { 'content-security-policy': policy }
  await page.route(`${origin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1)
    if (path === '') return await route.fulfill({ contentType: 'text/html', body: html, headers })
    const type = types[path.split('.').at(-1) as keyof typeof types]
    if (type === undefined) return await route.fulfill(page404)
    return await route.fulfill({ contentType: type, body: await readFile(new URL(path, dist)) })
  })
  await page.goto(origin)
}

/** Compiles a chain and lets it move, in the page; the policy is set when the library is there. */
async function compileChain(policy: string) {
  const { chain, load } = (await import(`${location.origin}/index.js`)) as typeof import('linkwork')
  const linkwork = await load()
  if (policy) {
    const meta = document.createElement('meta')
    meta.httpEquiv = 'Content-Security-Policy'
    meta.content = policy
    document.head.append(meta)
  }
  const simulation = await linkwork.simulate(chain({ links: 5 }), { compile: true })
  const general = linkwork.simulate(chain({ links: 5 }))
  simulation.step(100)
  general.step(100)
  return { compiled: simulation.compiled, q: [...simulation.q], expected: [...general.q] }
}

test('a page compiles mechanisms while it runs', async ({ page }) => {
  await serve(page)
  const { compiled, q, expected } = await page.evaluate(compileChain, '')
  expect(compiled?.reason).toBeUndefined()
  expect(compiled?.isCompiled).toBe(true)
  for (const [i, value] of q.entries()) expect(value).toBeCloseTo(expected[i] ?? 0, 10)
})

test('where a policy forbids it the page runs the general code and says why @all', async ({
  page
}) => {
  await serve(page)
  const { compiled, q, expected } = await page.evaluate(compileChain, "script-src 'self'")
  expect(compiled?.isCompiled).toBe(false)
  expect(compiled?.reason).toMatch(/Content Security Policy|disallowed by embedder/)
  expect(q).toEqual(expected)
})

test('WebAssembly is all that a policy has to allow @all', async ({ page }) => {
  await serve(page, "default-src 'self'; script-src 'self' 'nonce-imports' 'wasm-unsafe-eval'")
  const { compiled, q, expected } = await page.evaluate(compileChain, '')
  expect(compiled?.isCompiled).toBe(true)
  expect(q.length).toBe(expected.length)
})

test('where a policy forbids WebAssembly the error says what it has to allow @all', async ({
  page
}) => {
  await serve(page, "default-src 'self'; script-src 'self' 'nonce-imports'")
  const message = await page.evaluate(async () => {
    const { load } = (await import(`${location.origin}/index.js`)) as typeof import('linkwork')
    return await load().then(
      () => 'loaded',
      (error: Error) => `${error.name}: ${error.message}`
    )
  })
  expect(message).toMatch(/^LoadError: linkwork\.wasm: WebAssembly may not be compiled here: /)
  expect(message).toContain("'wasm-unsafe-eval'")
})

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import * as linkwork from 'linkwork'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, repository, Server, Workshop } from '../package/workshop.js'
import { servePage } from './page-server.js'
import { numbers } from './shared/numbers.js'
import type { Environment } from './table.js'

/** Installs the packed package in each environment, builds, and compares the numbers with ours. */
export function tryEnvironments(environments: readonly Environment[]): void {
  const workshop = new Workshop()
  let expected: string
  let browser: Browser
  beforeAll(async () => {
    expected = await numbers(linkwork)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    workshop.remove()
  })

  for (const environment of environments) {
    const { name, page, servers = [], isProgram, hasWorkers, places = [] } = environment
    describe(name, () => {
      const folder = join(workshop.folder, name)
      beforeAll(() => {
        for (const source of ['shared', ...(hasWorkers ? ['with-workers'] : []), name]) {
          cpSync(join(repository, 'tests/environments', source), folder, { recursive: true })
        }
        workshop.install(folder)
        workshop.run('npm', ['run', '--if-present', 'build'], folder)
      })

      if (page !== undefined) {
        it('comes to the same numbers in its page', async () => {
          await visit(await servePage(join(folder, page)), places)
        })
      }

      for (const [script, ...args] of servers) {
        it(`comes to the same numbers in the page of ${script} ${args.join(' ')}`, async () => {
          await visit(new Server(folder, script, args), places)
        })
      }

      if (isProgram) {
        it('comes to the same numbers as a program', () => {
          const printed = workshop.run('npm', ['run', '--silent', 'start'], folder)
          expect(new Set(printed.trim().split('\n'))).toEqual(new Set([expected]))
        })
      }
    })
  }

  async function visit(
    server: { readonly address: Promise<string>; stop(): void },
    places: readonly string[]
  ): Promise<void> {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', ({ message }) => complaints.push(message))
    const found = async () => ({
      complaints,
      ...(await page.evaluate(() => ({ ...document.body.dataset })))
    })
    const wanted = Object.fromEntries(places.map((place) => [place, expected]))
    try {
      await page.goto(await server.address)
      await expect.poll(found, { timeout: 30_000 }).toEqual({ complaints: [], ...wanted })
    } finally {
      await page.close()
      server.stop()
    }
  }
}

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, repository, Server, Workshop } from './workshop.js'

const workshop = new Workshop()
afterAll(() => workshop.remove())

const minutes = 60_000

const readJson = (path: string): unknown =>
  JSON.parse(readFileSync(join(repository, 'wasm_bindings', path), 'utf8'))
const { exports, imports, bin, unpkg } = readJson('package.json') as Record<string, unknown>

/** All paths of files in a value of package.json. */
function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')]
  return Object.values(value as object).flatMap(pathsIn)
}

describe('the tarball', () => {
  const files = workshop
    .run('tar', ['-tzf', workshop.tarball], workshop.folder)
    .trim()
    .split('\n')
    .map((file) => file.slice('package/'.length))
  const tool = (name: string, ...args: string[]) =>
    workshop.run(join(repository, 'node_modules/.bin', name), args, workshop.folder)

  it(
    'has no fault that publint finds',
    () => {
      expect(tool('publint', 'run', workshop.tarball, '--strict')).toMatch(/All good/)
    },
    minutes
  )

  it(
    'has types that resolve in every way a module can be imported',
    () => {
      const others = ['mechanism.schema.json', 'sweep.schema.json', 'linkwork.wasm']
      // Node's `require` takes ES modules; an environment of its own shows it.
      const options = ['--ignore-rules', 'cjs-resolves-to-esm', '--exclude-entrypoints', ...others]
      expect(tool('attw', workshop.tarball, '--no-color', ...options)).toMatch(/No problems found/)
    },
    minutes
  )

  it('has what the exports name', () => {
    expect(files).toEqual(expect.arrayContaining(pathsIn([exports, imports, bin, unpkg])))
  })

  it('has nothing else than what is listed here, and nothing that no source has made', () => {
    const sources = files.filter((file) => /^src\/.*\.ts$/.test(file))
    const made = sources.flatMap((file) => {
      const output = file.replace(/^src/, 'dist').replace(/\.ts$/, '')
      return ['.js', '.js.map', '.d.ts', '.d.ts.map'].map((ending) => output + ending)
    })
    const written = [
      'linkwork.browser.js',
      'linkwork.browser.js.map',
      'linkwork.mjs',
      'linkwork.wasm',
      'worker-web.js',
      'worker-web.js.map'
    ]
    const others = [
      ...['package.json', 'README.md', 'LICENSE', 'NOTICE', 'bin/linkwork.js'],
      ...['mechanism.schema.json', 'sweep.schema.json', 'src/linkwork.d.mts'],
      ...[...written, 'tables.js', 'tables.d.ts'].map((file) => `dist/${file}`)
    ]
    expect([...files].sort()).toEqual([...sources, ...made, ...others].sort())
  })

  it('has a notice of all that is bundled', () => {
    const maps = ['dist/linkwork.browser.js.map', 'dist/worker-web.js.map']
    const sources = maps.flatMap((map) => (readJson(map) as { sources: string[] }).sources)
    const names = sources.flatMap(
      (source) => /.*node_modules\/((@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []
    )
    const notice = readFileSync(join(repository, 'wasm_bindings/NOTICE'), 'utf8')
    expect(names).toEqual(expect.arrayContaining(['comlink', 'fast-xml-parser']))
    expect([...new Set(names)].filter((name) => !notice.includes(name))).toEqual([])
  })
})

describe('an empty Node project', () => {
  let project: string
  beforeAll(() => {
    project = workshop.project('node')
  }, 3 * minutes)

  it(
    'runs the example',
    () => {
      const output = workshop.run('node', ['four-bar.js'], project)
      const [, energyError] = /energy error (\S+)/.exec(output) ?? []
      const [, loopError] = /loop error (\S+)/.exec(output) ?? []
      expect(output).toContain('t = 10.0 s')
      expect(Math.abs(Number(energyError))).toBeLessThan(1e-6)
      expect(Number(loopError)).toBeLessThan(1e-12)
    },
    minutes
  )

  it(
    'runs the example that balances a pole',
    () => {
      const output = workshop.run('node', ['balance.js'], project)
      const [, cart, tilt] = /t = 8\.0 s {2}cart (\S+) m {2}tilt (\S+) rad/.exec(output) ?? []
      expect(Math.abs(Number(cart))).toBeLessThan(0.05)
      expect(Math.abs(Number(tilt))).toBeLessThan(0.01)
    },
    minutes
  )

  it(
    'runs the example that finds how an arm gets to a pose',
    () => {
      const output = workshop.run('node', ['trajectory.js'], project)
      const [, ...angles] = /at (\S+) (\S+) (\S+) rad/.exec(output) ?? []
      for (const [i, angle] of [-2.2, 0.6, 0.9].entries())
        expect(Math.abs(Number(angles[i]) - angle)).toBeLessThan(2e-3)
    },
    minutes
  )

  it(
    'runs the examples of a linkage, a joint and a leg of your own, and of a table',
    () => {
      const said = (example: string) => workshop.run('node', [example], project)
      const number = (text: string, what: RegExp) => Number(what.exec(text)?.[1])
      const linkage = said('lengths.js')
      expect(linkage.match(/crank at/g)).toHaveLength(8)
      expect(number(linkage, /loop error (\S+)/)).toBeLessThan(1e-12)
      expect(number(linkage, /energy error (\S+)/)).toBeLessThan(1e-6)
      const bead = said('custom-joint.js')
      expect(number(bead, /off the wire by (\S+)/)).toBeLessThan(1e-12)
      expect(number(bead, /energy error (\S+)/)).toBeLessThan(1e-9)
      const leg = said('leg.js')
      expect(number(leg, /within (\S+) rad of where/)).toBeLessThan(0.04)
      expect(number(leg, /gears within (\S+)/)).toBeLessThan(1e-12)
      said('csv.js')
      const table = readFileSync(join(project, 'four-bar.csv'), 'utf8').trimEnd().split('\n')
      expect(table).toHaveLength(202)
      for (const line of table.slice(1))
        expect(line.split(',').map(Number).every(Number.isFinite)).toBe(true)
    },
    minutes
  )

  it(
    'runs the example of a robot with meshes',
    () => {
      const output = workshop.run('node', ['meshes.js'], project)
      expect(output).toMatch(/^6 corners touch/)
      const [, height] = /middle is (\S+) m/.exec(output) ?? []
      expect(Number(height)).toBeCloseTo(0.1 / Math.sqrt(3), 3)
    },
    minutes
  )

  it(
    'runs the example that learns',
    () => {
      const output = workshop.run('node', ['learn.js'], project)
      const [, standing] = /generation 10: (\d+) of 64 stand/.exec(output) ?? []
      expect(Number(standing)).toBeGreaterThan(56)
    },
    minutes
  )

  it(
    'runs the example that swings up and balances, and does so again after a push',
    () => {
      const output = workshop.run('node', ['acrobot.js'], project)
      const lines = output.matchAll(/leans (\S+) rad, at most (\S+)/g)
      const seconds = [...lines].map(([, now, most]) => ({ now: Number(now), most: Number(most) }))
      expect(seconds[7]?.most).toBeLessThan(0.05)
      expect(seconds[8]?.most).toBeGreaterThan(1)
      expect(seconds[13]?.most).toBeLessThan(0.05)
      expect(seconds[14]?.now).toBeLessThan(0.01)
      expect(seconds[14]?.most).toBeLessThan(0.05)
    },
    minutes
  )

  it(
    'runs the command line',
    () => {
      const expand =
        "import { chain, load } from 'linkwork'; " +
        'console.log(JSON.stringify((await load()).mechanism(chain({ links: 3 }))))'
      const mechanism = workshop.run('node', ['--input-type=module', '-e', expand], project)
      writeFileSync(join(project, 'chain.json'), mechanism)
      const info = JSON.parse(workshop.run('npx', ['linkwork', 'info', 'chain.json'], project))
      expect(info.degreesOfFreedom).toBe(3)
    },
    minutes
  )

  it(
    'type-checks against the package, with no library of TypeScript but its own and that of pages',
    () => {
      const folder = join(project, 'types')
      cpSync(join(repository, 'tests/package/types'), folder, { recursive: true })
      cpSync(
        join(repository, 'cpp/linkwork/catalogue/robots/jvrc1.json'),
        join(folder, 'jvrc1.json')
      )
      expect(workshop.run(join(repository, 'node_modules/.bin/tsc'), [], folder)).toBe('')
    },
    minutes
  )
})

describe('an empty Vite project', () => {
  let project: string
  let browser: Browser
  beforeAll(async () => {
    project = workshop.project('browser')
    addWorkers(project)
    browser = await openBrowser()
  }, 3 * minutes)
  afterAll(() => browser?.close())

  it(
    'serves the example and workers in development',
    async () => {
      await visit(new Server(project, 'vite/bin/vite.js', ['--port', '0']), 'sent')
    },
    2 * minutes
  )

  it(
    'builds them, and the build runs',
    async () => {
      workshop.run('npm', ['run', 'build'], project)
      await visit(new Server(project, 'vite/bin/vite.js', ['preview', '--port', '0']), 'shared')
    },
    2 * minutes
  )

  /** Opens all pages; they must start and print no errors. */
  async function visit(server: Server, memory: 'shared' | 'sent'): Promise<void> {
    const page = await browser.newPage({ viewport: { width: 320, height: 240 } })
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    try {
      const address = await server.address
      await page.goto(address)
      await page.waitForFunction(() => Number(document.body.dataset.time) > 0.1)
      await page.goto(`${address}worker.html`)
      await page.waitForFunction(() => Number(document.body.dataset.time) > 0.9)
      await page.goto(`${address}ensemble.html`)
      await page.waitForFunction(() => document.body.dataset.memory)
      const { dataset } = await page.evaluate(() => ({ dataset: { ...document.body.dataset } }))
      expect(dataset).toEqual({ memory, workers: '2', alike: 'true' })
      expect(complaints).toEqual([])
    } finally {
      await page.close()
      server.stop()
    }
  }
})

describe('a React project', () => {
  it(
    'shows a mechanism, and another one after a click',
    async () => {
      const project = workshop.project('react')
      workshop.run('npm', ['run', 'build'], project)
      const browser = await openBrowser()
      const server = new Server(project, 'vite/bin/vite.js', ['preview', '--port', '0'])
      try {
        const page = await browser.newPage({ viewport: { width: 320, height: 240 } })
        const complaints: string[] = []
        page.on('pageerror', (error) => complaints.push(error.message))
        await page.goto(await server.address)
        await page.waitForFunction(() => Number(document.body.dataset.time) > 0.3)
        await page.mouse.click(160, 120)
        await page.waitForFunction(() => Number(document.body.dataset.time) < 0.2)
        await page.waitForFunction(() => Number(document.body.dataset.time) > 0.3)
        expect(complaints).toEqual([])
      } finally {
        server.stop()
        await browser.close()
      }
    },
    3 * minutes
  )
})

/**
 * A page whose simulation runs in a worker, and one with an ensemble in workers. A strict policy binds
 * pages and workers; what is built is served isolated, so they share memory.
 */
function addWorkers(project: string): void {
  const page = (script: string) =>
    '<!doctype html><link rel="icon" href="data:," />' +
    `<script type="module" src="/${script}"></script>`
  const files = {
    'worker.html': page('worker-page.js'),
    'ensemble.html': page('ensemble-page.js'),
    'worker-page.js': `
      const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
      worker.onmessage = ({ data }) => { document.body.dataset.time = data }`,
    'worker.js': `
      import { gearedLeg, load } from 'linkwork'
      load().then((linkwork) => {
        const simulation = linkwork.simulate(gearedLeg())
        simulation.advance(1)
        postMessage(simulation.time)
      })`,
    'ensemble-page.js': `
      import { gearedLeg, load } from 'linkwork'
      import { workerEnsemble } from 'linkwork/worker'
      const one = (await load()).ensemble(gearedLeg(), { count: 5 })
      const many = await workerEnsemble(gearedLeg(), { count: 5, workers: 2 })
      for (const each of [one, many]) {
        await each.scatter({ velocity: 0.1 })
        await each.step(10)
      }
      const q = await many.read('q')
      Object.assign(document.body.dataset, {
        workers: many.workers,
        memory: many.isShared && q.buffer instanceof SharedArrayBuffer ? 'shared' : 'sent',
        alike: one.q.every((number, i) => number === q[i])
      })`,
    'vite.config.js': `
      const policy = { 'Content-Security-Policy': "script-src 'self' 'wasm-unsafe-eval'" }
      const isolation = {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp'
      }
      const input = ['index.html', 'worker.html', 'ensemble.html']
      export default {
        build: { rollupOptions: { input } },
        server: { headers: policy },
        preview: { headers: { ...policy, ...isolation } }
      }`
  }
  mkdirSync(project, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
}

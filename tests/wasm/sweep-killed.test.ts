import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cartPendulum } from 'linkwork'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { program, run } from './command-line.js'

// 100,000 runs of a pendulum on a cart, ended in the middle in every way there is: what comes of them
// is that of a sweep that nobody disturbs, byte for byte.

const minutes = 60_000
const folder = mkdtempSync(join(tmpdir(), 'linkwork-killed-'))
const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const spec = join(folder, 'cart.json')
writeFileSync(
  spec,
  JSON.stringify({
    mechanism: cartPendulum(),
    integrator: 'semi-implicit-euler',
    step: 0.01,
    duration: 0.05,
    seed: 1,
    sampling: 'sobol',
    samples: 100_000,
    vary: {
      q: { pivot: { normal: [3.1, 0.1] } },
      v: { rail: { uniform: [-1, 1] } },
      torque: { rail: { uniform: [-5, 5] } }
    }
  })
)
const undisturbed = join(folder, 'undisturbed')
const wholeSweep = { parts: 250 }

beforeAll(async () => {
  expect((await run('sweep', spec, '--out', undisturbed)).status).toBe(0)
  expect(partsIn(undisturbed)).toHaveLength(wholeSweep.parts)
}, 3 * minutes)

function start(command: string, ...args: string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder })
  children.add(child)
  return child
}

const linkwork = (...args: string[]) => start(process.execPath, program, ...args)

async function end(child: ChildProcess): Promise<{ status: number | null; said: string }> {
  const said: string[] = []
  child.stderr?.on('data', (text) => said.push(String(text)))
  const [status] = await once(child, 'close')
  children.delete(child)
  return { status, said: said.join('') }
}

/** Until a program has said something. */
async function saying(child: ChildProcess, words: string): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      said += text
      if (said.includes(words)) child.emit('said')
    })
  await Promise.race([
    once(child, 'said'),
    once(child, 'close').then(() => Promise.reject(new Error(`ended, saying: ${said}`)))
  ])
}

/** Parts that are there whole. */
function partsIn(out: string): string[] {
  return readdirSync(join(out, 'parts')).filter((name) => name.endsWith('.arrow'))
}

/** Until a folder holds as many parts. */
async function partsToBe(out: string, count: number): Promise<void> {
  mkdirSync(join(out, 'parts'), { recursive: true })
  const stop = new AbortController()
  const watcher = watch(join(out, 'parts'), { signal: stop.signal })
  const enough = new Promise<void>((resolve) => {
    const look = () => partsIn(out).length >= count && resolve()
    watcher.on('change', look)
    look()
  })
  await enough
  stop.abort()
}

/** Every file of a folder, by name. */
function contents(out: string): Map<string, Buffer> {
  const names = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return new Map(names.map((name) => [name.slice(out.length), readFileSync(name)]))
}

function expectUndisturbed(out: string): void {
  const [found, expected] = [contents(out), contents(undisturbed)]
  expect([...found.keys()]).toEqual([...expected.keys()])
  expect(expected.size).toBe(wholeSweep.parts + 4)
  for (const [name, bytes] of expected) expect(found.get(name)?.equals(bytes), name).toBe(true)
}

it(
  'killed three times and interrupted once, a sweep goes on and ends as if nothing had been',
  async () => {
    const out = join(folder, 'killed')
    let there: string[] = []
    for (const [signal, count] of [
      ['SIGKILL', 30],
      ['SIGKILL', 90],
      ['SIGINT', 130],
      ['SIGKILL', 200]
    ] as const) {
      const child = linkwork('sweep', spec, '--out', out)
      const ended = end(child)
      await partsToBe(out, count)
      child.kill(signal)
      const { status, said } = await ended
      expect(status).toBe(signal === 'SIGINT' ? 130 : null)
      if (signal === 'SIGINT') {
        expect(said).toMatch(/^Interrupted: 1\d\d of 250 parts are in .*; the same command goes on/)
      }
      const now = partsIn(out)
      expect(now).toEqual(expect.arrayContaining(there))
      expect(now.length).toBeLessThan(wholeSweep.parts)
      there = now
    }
    expect(await end(linkwork('sweep', spec, '--out', out))).toEqual({ status: 0, said: '' })
    expectUndisturbed(out)
  },
  3 * minutes
)

describe('over a queue', () => {
  let port: number
  let address: string
  let server: ChildProcess
  const [small, alone] = [join(folder, 'small.json'), join(folder, 'small')]
  const startServer = async () => {
    const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    server = start('redis-server', '--port', String(port), ...options)
    await saying(server, 'Ready to accept connections')
  }
  beforeAll(async () => {
    port = await freePort()
    address = `redis://127.0.0.1:${port}`
    await startServer()
    const whole = JSON.parse(readFileSync(spec, 'utf8'))
    writeFileSync(small, JSON.stringify({ ...whole, samples: 600, runsPerPart: 10 }))
    expect((await run('sweep', small, '--out', alone)).status).toBe(0)
  })

  const worker = async () => {
    const child = linkwork('work', '--queue', address, '--threads', '1')
    await saying(child, 'takes parts')
    return child
  }

  it(
    'two workers, of which one is killed, compute what one process does',
    async () => {
      const out = join(folder, 'queue')
      const [mortal, other] = await Promise.all([worker(), worker()])
      const result = run('sweep', spec, '--out', out, '--queue', address)
      await partsToBe(out, 60)
      mortal.kill('SIGKILL')
      expect(partsIn(out).length).toBeLessThan(wholeSweep.parts)
      expect(await result).toMatchObject({ status: 0, stderr: '' })
      expectUndisturbed(out)
      other.kill('SIGTERM')
      expect(await end(other)).toMatchObject({ status: 0 })
    },
    3 * minutes
  )

  it('a sweep that is killed finds what workers did without it', {
    timeout: 3 * minutes
  }, async () => {
    const out = join(folder, 'queue-killed')
    const child = linkwork('sweep', small, '--out', out, '--queue', address)
    const ended = end(child)
    await saying(child, 'nobody takes parts of linkwork')
    const hand = await worker()
    await partsToBe(out, 2)
    child.kill('SIGKILL')
    await ended
    expect(partsIn(out).length).toBeLessThan(60)
    expect(await run('sweep', small, '--out', out, '--queue', address)).toMatchObject({ status: 0 })
    expect(contents(out)).toEqual(contents(alone))
    hand.kill('SIGTERM')
    await end(hand)
  })

  it('a server that has forgotten everything is told again', { timeout: 3 * minutes }, async () => {
    const out = join(folder, 'queue-forgotten')
    const hand = await worker()
    const ended = end(linkwork('sweep', small, '--out', out, '--queue', address))
    await partsToBe(out, 2)
    server.kill('SIGKILL')
    await end(server)
    expect(partsIn(out).length).toBeLessThan(60)
    await startServer()
    expect((await ended).status).toBe(0)
    expect(contents(out)).toEqual(contents(alone))
    hand.kill('SIGTERM')
    await end(hand)
  })
})

/** One that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

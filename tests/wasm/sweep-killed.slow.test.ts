import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cartPendulum } from 'linkwork'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { program, run } from './command-line.js'

// 100,000 runs of a pendulum on a cart, ended in the middle in every way there is: the results are those of
// an undisturbed sweep, byte for byte.

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
    solver: { method: 'articulated-body', integrator: 'semi-implicit-euler' },
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
})

function start(command: string, args: readonly string[], env = {}): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
    env: { ...process.env, ...env }
  })
  children.add(child)
  return child
}

const linkwork = (...args: string[]) => start(process.execPath, [program, ...args])

/** Sends a signal to a process, or to the sweep itself, before the sweep writes a part. */
interface Disturbance {
  readonly signal: 'SIGKILL' | 'SIGINT'
  readonly part: number
  readonly process?: ChildProcess
}

const signalAtPart = fileURLToPath(new URL('signal-at-part.mjs', import.meta.url))

function disturbedSweep(disturbance: Disturbance, ...args: string[]): ChildProcess {
  const { signal, part, process: victim } = disturbance
  const env = { PART: String(part), SIGNAL: signal, ...(victim && { PID: String(victim.pid) }) }
  return start(process.execPath, ['--import', signalAtPart, program, 'sweep', ...args], env)
}

interface End {
  /** The exit status, or the signal that ended the process. */
  readonly status: number | string | null
  readonly said: string
}

async function end(child: ChildProcess): Promise<End> {
  const said: string[] = []
  child.stderr?.on('data', (text) => said.push(String(text)))
  const [status, signal] = await once(child, 'close')
  children.delete(child)
  return { status: status ?? signal, said: said.join('') }
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

it('killed three times and interrupted once, a sweep goes on and ends as if nothing had been', async () => {
  const out = join(folder, 'killed')
  const sweep = [spec, '--out', out, '--threads', '2']
  let there: string[] = []
  for (const [signal, part] of [
    ['SIGKILL', 30],
    ['SIGKILL', 60],
    ['SIGINT', 50],
    ['SIGKILL', 70]
  ] as const) {
    const { status, said } = await end(disturbedSweep({ signal, part }, ...sweep))
    expect(status).toBe(signal === 'SIGINT' ? 130 : 'SIGKILL')
    if (signal === 'SIGINT') {
      expect(said).toMatch(/^Interrupted: 1\d\d of 250 parts are in .*; the same command goes on/)
    }
    const now = partsIn(out)
    expect(now).toEqual(expect.arrayContaining(there))
    expect(now.length).toBeGreaterThan(there.length)
    expect(now.length).toBeLessThan(wholeSweep.parts)
    there = now
  }
  expect(await end(linkwork('sweep', ...sweep))).toEqual({ status: 0, said: '' })
  expectUndisturbed(out)
})

describe('over a queue', () => {
  let port: number
  let address: string
  let server: ChildProcess
  const [small, alone] = [join(folder, 'small.json'), join(folder, 'small')]
  const startServer = async () => {
    const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    server = start('redis-server', ['--port', String(port), ...options])
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

  it('two workers, of which one is killed, compute what one process does', async () => {
    const out = join(folder, 'queue')
    const [mortal, other] = await Promise.all([worker(), worker()])
    const killed = end(mortal)
    const disturbance = { signal: 'SIGKILL', part: 60, process: mortal } as const
    const sweep = disturbedSweep(disturbance, spec, '--out', out, '--queue', address)
    expect(await end(sweep)).toEqual({ status: 0, said: '' })
    expect((await killed).status).toBe('SIGKILL')
    expectUndisturbed(out)
    other.kill('SIGTERM')
    expect(await end(other)).toMatchObject({ status: 0 })
  })

  it('a sweep that is killed finds what workers did without it', async () => {
    const out = join(folder, 'queue-killed')
    const disturbance = { signal: 'SIGKILL', part: 3 } as const
    const child = disturbedSweep(disturbance, small, '--out', out, '--queue', address)
    const ended = end(child)
    await saying(child, 'no worker takes parts of linkwork')
    const hand = await worker()
    expect((await ended).status).toBe('SIGKILL')
    expect(partsIn(out).length).toBeLessThan(60)
    expect(await run('sweep', small, '--out', out, '--queue', address)).toMatchObject({ status: 0 })
    expect(contents(out)).toEqual(contents(alone))
    hand.kill('SIGTERM')
    await end(hand)
  })

  it('a server that lost all data gets it again', async () => {
    const out = join(folder, 'queue-forgotten')
    const hand = await worker()
    const killed = end(server)
    const disturbance = { signal: 'SIGKILL', part: 3, process: server } as const
    const ended = end(disturbedSweep(disturbance, small, '--out', out, '--queue', address))
    expect((await killed).status).toBe('SIGKILL')
    await startServer()
    expect((await ended).status).toBe(0)
    expect(contents(out)).toEqual(contents(alone))
    hand.kill('SIGTERM')
    await end(hand)
  })
})

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

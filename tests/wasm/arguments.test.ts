import { readFileSync } from 'node:fs'
import {
  chain,
  type Linkwork,
  LoadError,
  load,
  MechanismError,
  type Simulation,
  velocitySize
} from 'linkwork'
import { describe, expect, it, vi } from 'vitest'
import { enormousValues, hostileValues } from '../fuzz/values.mjs'
import {
  expectRefusal,
  expectRefusalBySimulation,
  ofLibrary,
  ofSimulation,
  thrownBy
} from './calls-with-one-argument.js'

const linkwork = await load()
const values = hostileValues.filter((make) => !enormousValues.includes(make))

describe('with any argument, the answer is an error of ours, to', () => {
  it.each(Object.entries(ofLibrary))('%s', (_, call) => expectRefusal(call, values))

  it.each(Object.entries(ofSimulation))('%s, and the simulation stays as it was', (_, call) =>
    expectRefusalBySimulation(call, values)
  )
})

describe('an error says what was found and expected:', () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  const mechanism = linkwork.mechanism(chain({ links: 1 }))
  const simulation = linkwork.simulate(mechanism)
  let twice: unknown = 1
  for (let i = 0; i < 40; i++) twice = [twice, twice]
  const misspelt = { stepSize: 0.01 } as object
  const cases: [string, () => unknown, RegExp][] = [
    ['circles', () => linkwork.info(circle as never), /self: expected at most 64 levels/],
    ['what grows', () => linkwork.info(twice as never), /expected at most 4194304 values/],
    [
      'BigInts',
      () => linkwork.energy(mechanism, { q: { joint1: 1n } } as never),
      /state\.q\.joint1: .*BigInt/
    ],
    [
      'Maps',
      () => linkwork.energy(mechanism, new Map() as never),
      /state: expected an object, found the object Map/
    ],
    [
      'options',
      () => linkwork.simulate(mechanism, misspelt),
      /no option is named "stepSize".*step/
    ],
    ['half characters', () => simulation.forces.setTorque('\ud800', 1), /joint: .*surrogate/],
    [
      'indices',
      () => simulation.forces.setTorque(null as never, 1),
      /joint: expected a name or an index, found null/
    ],
    ['lengths', () => simulation.setState([0, 0], [0]), /q: expected 1 number, found 2/],
    [
      'elements',
      () => simulation.setState(['0'] as never, [0]),
      /q\[0\]: expected a finite number, found "0"/
    ],
    [
      'long times',
      () => simulation.advance(1e300),
      /seconds: found 1e\+?300, which is .* expected fewer than 2³¹/
    ],
    [
      'types of joints',
      () => velocitySize({ type: 'revolut' as never }),
      /"revolut"; did you mean "revolute"/
    ],
    ['empty states', () => linkwork.energy(mechanism, ''), /state: expected JSON/]
  ]
  it.each(cases)('%s', (_, call, message) => {
    expect(call).toThrow(MechanismError)
    expect(call).toThrow(message)
  })

  it('what a getter threw is the cause', () => {
    const cause = new Error('mine')
    const source = {
      get bodies() {
        throw cause
      }
    }
    const error = thrownBy(() => linkwork.info(source as never)) as MechanismError
    expect(error).toBeInstanceOf(MechanismError)
    expect(error.message).toBe('mechanism: cannot be read: mine')
    expect(error.cause).toBe(cause)
  })
})

it('typed arrays are arrays of numbers', () => {
  const state = { q: { joint1: Float64Array.of(0.3) } } as never
  expect(linkwork.energy(chain(), state)).toEqual(
    linkwork.energy(chain(), { q: { joint1: [0.3] } })
  )
})

it('every member of a disposed simulation says so before other errors', () => {
  const simulation = linkwork.simulate(chain())
  simulation.dispose()
  const { groups } = simulation.constructor as unknown as { groups: (keyof Simulation)[] }
  for (const owner of [simulation, ...groups.map((group) => simulation[group] as object)]) {
    const members = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(owner))
    for (const [name, { get, set, value }] of Object.entries(members)) {
      if (['constructor', 'dispose', ...groups].includes(name)) continue
      for (const use of [get, set, value as () => void]) {
        const error = use && thrownBy(() => use.call(owner, undefined))
        if (use)
          expect([name, String(error)]).toEqual([name, expect.stringMatching(/^Sim.*disposed/)])
      }
    }
  }
})

describe('load', () => {
  /** A module that has loaded nothing yet. */
  const fresh = async (): Promise<{ load: (options?: unknown) => Promise<Linkwork> }> => {
    const path = new URL('../../wasm_bindings/dist/load.js', import.meta.url)
    return import(`${path}?${Math.random()}`)
  }
  it.each([5, null, { wasm: 5 }, { wasm: null }, { wasm: {} }, { onProgress: 1 }, { adress: '' }])(
    'refuses %j',
    async (options) => {
      const { load: loadAgain } = await fresh()
      await expect(loadAgain(options)).rejects.toBeInstanceOf(MechanismError)
      expect((await loadAgain()).version).toBe(linkwork.version)
    }
  )

  it.each([
    { wasm: new Uint8Array(3) },
    { wasm: new TextEncoder().encode('\0asm and nonsense') },
    { wasm: '/nowhere/linkwork.wasm' }
  ])('reports what is wrong with %j', async (options) => {
    const { load: loadAgain } = await fresh()
    await expect(loadAgain(options)).rejects.toBeInstanceOf(LoadError)
    expect((await loadAgain()).version).toBe(linkwork.version)
  })

  const file = readFileSync(new URL('../../wasm_bindings/dist/linkwork.wasm', import.meta.url))

  it.each([
    [{ 'content-length': String(file.length) }, file.length],
    // The length of what is compressed says nothing of what comes out.
    [{ 'content-length': '7', 'content-encoding': 'gzip' }, 0]
  ])('reads a response with %j, and reports its progress', async (headers, total) => {
    const { load: loadAgain } = await fresh()
    const reported: number[][] = []
    const onProgress = (...numbers: number[]) => reported.push(numbers)
    const { version } = await loadAgain({ wasm: new Response(file, { headers }), onProgress })
    expect(version).toBe(linkwork.version)
    expect(reported.at(-1)).toEqual([file.length, total])
  })

  it('compiles a response of its type while it arrives, and takes what is compiled', async () => {
    const reported: number[] = []
    const headers = { 'content-type': 'application/wasm', 'content-length': String(file.length) }
    const streaming = vi.spyOn(WebAssembly, 'compileStreaming')
    const first = await fresh()
    const onProgress = (arrived: number) => reported.push(arrived)
    await first.load({ wasm: new Response(file, { headers }), onProgress })
    expect(streaming).toHaveBeenCalledOnce()
    expect(reported.at(-1)).toBe(file.length)
    streaming.mockRestore()
    const compile = vi.spyOn(WebAssembly, 'compile')
    const second = await fresh()
    const wasm = await WebAssembly.compile(file)
    expect((await second.load({ wasm })).version).toBe(linkwork.version)
    expect(compile).toHaveBeenCalledOnce() // by us
    compile.mockRestore()
    const empty = await WebAssembly.compile(file.subarray(0, 8))
    await expect((await fresh()).load({ wasm: empty })).rejects.toBeInstanceOf(LoadError)
  })

  it('reports the answer of a server', async () => {
    const { load: loadAgain } = await fresh()
    const wasm = new Response('', { status: 404, statusText: 'Not Found' })
    await expect(loadAgain({ wasm })).rejects.toThrow(/^linkwork.wasm: .*404 Not Found; give load/)
    const page = new Response('<html>')
    await expect(loadAgain({ wasm: page })).rejects.toThrow(/begin with "<htm"; give load/)
    await expect(loadAgain({ wasm: '/none.wasm' })).rejects.toThrow(
      /ENOENT.*; give load\(\{ wasm \}\)/
    )
  })

  it('distinguishes a policy that forbids WebAssembly from a damaged file', async () => {
    const { load: loadAgain } = await fresh()
    const compile = vi.spyOn(WebAssembly, 'compile').mockRejectedValue(new Error('refused'))
    await expect(loadAgain()).rejects.toThrow(/content security policy .*\(refused\)$/)
    compile.mockRestore()
    const damaged = file.subarray(0, file.length / 2)
    await expect(loadAgain({ wasm: damaged })).rejects.toThrow(/the file is damaged, or/)
  })
})

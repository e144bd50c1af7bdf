import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tableFromIPC } from '@uwdata/flechette'
import { cartPendulum, chain, load, type MechanismSource, type SimulationOptions } from 'linkwork'
import { afterAll, describe, expect, it } from 'vitest'
import { run } from './command-line.js'

const built = async <Module>(name: string) =>
  (await import(
    new URL(`../../wasm_bindings/dist/sweep/${name}.js`, import.meta.url).href
  )) as Module
const { computePart } = await built<typeof import('../../wasm_bindings/src/sweep/part.js')>('part')
const { readSpec } = await built<typeof import('../../wasm_bindings/src/sweep/spec.js')>('spec')
const { openSweep } = await built<typeof import('../../wasm_bindings/src/sweep/sweep.js')>('sweep')

type Spec = import('../../wasm_bindings/src/sweep/spec.js').Spec

const linkwork = await load()
const folder = mkdtempSync(join(tmpdir(), 'linkwork-sweep-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** A part's numbers by column. */
function computed(spec: Omit<Spec, 'seed' | 'sampling'>) {
  const sweep = openSweep(linkwork, { seed: 1, sampling: 'random', runsPerPart: 100, ...spec })
  const { columns, failures } = computePart(linkwork, sweep, 0)
  const names = [...sweep.varied.map((each) => each.column), ...sweep.outputs]
  const of = (name: string, i: number) => columns[names.indexOf(name)]?.[i] as number
  return { runs: sweep.runs, of, failures }
}

const spec = {
  mechanism: cartPendulum(),
  step: 0.01,
  duration: 0.1,
  seed: 1,
  samples: 50,
  runsPerPart: 7,
  vary: {
    parameters: { 'pole.mass': { uniform: [0.5, 2] } },
    q: { pivot: { normal: [3, 0.1] } }
  }
}

describe('a run has the bits of a simulation', () => {
  it.each([
    ['one by one', cartPendulum(), ['rail', 'pivot'], 'pole.mass', 'rk4'],
    ['SIMD-batched', chain({ links: 2 }), ['joint1', 'joint2'], 'link2.mass', 'semi-implicit-euler']
  ] as const)('%s', (_, mechanism, [first, second], mass, integrator) => {
    const state = { v: { [second]: [0.3] }, tau: { [second]: [0.2] } }
    const how = {
      state,
      solver: { method: 'articulated-body', integrator },
      step: 0.01
    } satisfies SimulationOptions
    const { runs, of, failures } = computed({
      mechanism,
      ...how,
      duration: 0.2,
      samples: 5,
      vary: {
        parameters: { [mass]: { uniform: [0.5, 2] } },
        q: { [second]: { normal: [1, 0.1] } },
        v: { [first]: { uniform: [-1, 1] } },
        torque: { [first]: { uniform: [-1, 1] } }
      }
    })
    expect(failures).toEqual(Array(5).fill(null))
    for (let i = 0; i < runs; i++) {
      using simulation = linkwork.simulate(mechanism, how)
      simulation.parameters.set(mass, of(`parameter.${mass}`, i))
      simulation.setState([0, of(`q0.${second}`, i)], [of(`v0.${first}`, i), 0.3])
      simulation.forces.setTorque(first, [of(`torque.${first}`, i)])
      simulation.step(20)
      const names = [first, second]
      expect(names.map((name) => of(`q.${name}`, i))).toEqual([...simulation.q])
      expect(names.map((name) => of(`v.${name}`, i))).toEqual([...simulation.v])
      expect(of('t', i)).toBe(simulation.time)
      expect(of('kinetic', i)).toBe(simulation.energy.kinetic)
      expect(of('potential', i)).toBe(simulation.energy.potential)
      expect(of('work', i)).toBeCloseTo(simulation.energy.work, 12)
    }
  })
})

describe('a run that fails', () => {
  it('at its start, as with a mass below zero, has no results, and others have theirs', () => {
    const vary = { parameters: { 'pole.mass': { grid: [1, -1, 2, 3, -2] } } }
    const { of, failures } = computed({
      mechanism: cartPendulum(),
      step: 0.01,
      duration: 0.1,
      vary
    })
    const alone = computed({
      mechanism: cartPendulum(),
      step: 0.01,
      duration: 0.1,
      vary: { parameters: { 'pole.mass': { grid: [3] } } }
    })
    expect(failures.map((failure) => failure !== null)).toEqual([false, true, false, false, true])
    expect(failures[1]).toContain('bodies[1].mass: expected at least 0, found -1')
    expect(of('q.pivot', 1)).toBeNaN()
    expect(of('q.pivot', 3)).toBe(alone.of('q.pivot', 0))
  })

  it('under way has its last good state', () => {
    const vary = { torque: { rail: { grid: [0, 1e300] } } }
    const { of, failures } = computed({
      mechanism: cartPendulum(),
      step: 0.01,
      duration: 0.1,
      vary
    })
    expect(failures[0]).toBeNull()
    expect(failures[1]).toContain('step of 0.01 s')
    expect(of('t', 1)).toBeLessThan(0.1)
    expect(of('q.rail', 1)).toBe(0)
  })
})

describe('sweep', () => {
  const specFile = file('cart.json', spec)
  const results = ['results.csv', 'results.arrow', 'summary.json']
  const contents = (path: string) => results.map((name) => readFileSync(join(path, name)))

  it('writes tables with version, seed and spec, and prints a summary', async () => {
    const { stdout, stderr, status } = await run('sweep', specFile, '--threads', '1')
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    const out = join(folder, 'cart.sweep')
    const [csv, arrow, summary] = contents(out) as [Buffer, Buffer, Buffer]

    const table = tableFromIPC(arrow)
    const { metadata } = table.schema
    expect(metadata?.get('linkwork.version')).toBe(linkwork.version)
    expect(metadata?.get('linkwork.seed')).toBe('1')
    expect(JSON.parse(metadata?.get('linkwork.spec') ?? '')).toEqual({
      ...spec,
      sampling: 'random'
    })
    expect(table.numRows).toBe(50)

    const [version, seed, described, header, ...rows] = String(csv).trimEnd().split('\n')
    expect([version, seed]).toEqual([`# linkwork ${linkwork.version}`, '# seed 1'])
    expect(JSON.parse(described?.slice(2) ?? '')).toEqual({ ...spec, sampling: 'random' })
    expect(header).toBe(
      'run,parameter.pole.mass,q0.pivot,t,q.rail,q.pivot,v.rail,v.pivot,' +
        'kinetic,potential,work,loopError,couplingError,failure'
    )
    expect(header?.split(',')).toEqual(table.names)
    for (const [run, row] of rows.entries()) {
      const numbers = row.split(',').slice(0, -1).map(Number)
      expect(numbers).toEqual(table.names.slice(0, -1).map((name) => table.getChild(name).at(run)))
    }

    expect(JSON.parse(stdout)).toEqual(JSON.parse(String(summary)))
    const { runs, failures, outputs } = JSON.parse(stdout)
    expect({ runs, failures }).toEqual({ runs: 50, failures: 0 })
    const sorted = Float64Array.from(table.getChild('v.pivot').toArray()).sort()
    const { min, lowerQuartile, median, max } = outputs['v.pivot']
    const at = (i: number) => sorted[i] as number
    expect([min, median, max]).toEqual([at(0), (at(24) + at(25)) / 2, at(49)])
    expect(lowerQuartile).toBeCloseTo(0.75 * at(12) + 0.25 * at(13), 12)
    expect(outputs.t).toMatchObject({ mean: expect.closeTo(0.1, 12), deviation: 0 })
  })

  it('does nothing again, and only what is missing', async () => {
    const out = join(folder, 'cart.sweep')
    const before = contents(out)
    const parts = readdirSync(join(out, 'parts')).map((name) => join(out, 'parts', name))
    expect(parts).toHaveLength(8)
    rmSync(parts[3] as string)
    const inodes = () => parts.map((part) => statSync(part, { throwIfNoEntry: false })?.ino)
    const there = inodes()
    expect((await run('sweep', specFile)).status).toBe(0)
    expect(inodes().filter((_, i) => i !== 3)).toEqual(there.filter((_, i) => i !== 3))
    expect(contents(out)).toEqual(before)
  })

  it('refuses a folder that holds another', async () => {
    const other = file('other.json', { ...spec, seed: 2 })
    const { stderr, status } = await run('sweep', other, '--out', join(folder, 'cart.sweep'))
    expect(stderr).toMatch(/cart\.sweep: holds another sweep, with seed 1, .*--out/)
    expect(status).toBe(2)
  })

  it('names a part that is damaged', async () => {
    const out = join(folder, 'damaged')
    await run('sweep', specFile, '--out', out)
    const parts = join(out, 'parts')
    for (const [bytes, found] of [
      [Buffer.from('nothing'), 'found '],
      [readFileSync(join(parts, '000002.arrow')), '7 other runs']
    ] as const) {
      writeFileSync(join(parts, '000001.arrow'), bytes)
      const { stderr, status } = await run('sweep', specFile, '--out', out)
      expect(stderr).toMatch(/000001\.arrow: expected part 1 of this sweep, .*; delete the file/)
      expect(stderr).toContain(found)
      expect(status).toBe(2)
    }
  })

  it('in shares, merged, is the whole; what is missing is said', async () => {
    const shares = [1, 2, 3].map((share) => join(folder, `share-${share}`))
    const merged = join(folder, 'merged')
    for (const share of [1, 3]) {
      const out = shares[share - 1] as string
      const { stdout } = await run('sweep', specFile, '--shard', `${share}/3`, '--out', out)
      expect(JSON.parse(stdout)).toEqual({ folder: out, parts: 8, missing: share === 3 ? 6 : 5 })
    }
    const [first, second, third] = shares as [string, string, string]
    const early = await run('sweep', '--merge', first, third, '--out', merged)
    expect(early).toMatchObject({ stdout: '', status: 2 })
    expect(early.stderr).toContain('3 of 8 parts are missing: runs 7–13, 28–34, 49–49')
    await run('sweep', specFile, '--shard', '2/3', '--out', second)
    const { stderr, status } = await run('sweep', '--merge', second, '--out', merged)
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(contents(merged)).toEqual(contents(join(folder, 'cart.sweep')))
  })

  it('does not merge what is not of one sweep', async () => {
    const other = join(folder, 'other')
    await run('sweep', file('other.json', { ...spec, seed: 2 }), '--out', other)
    const merge = (...paths: string[]) =>
      run('sweep', '--merge', ...paths, '--out', join(folder, 'x'))
    expect((await merge(join(folder, 'cart.sweep'), other)).stderr).toContain(
      'holds another sweep than'
    )
    expect((await merge(folder)).stderr).toContain('found no manifest.json')
    const manifest = join(other, 'manifest.json')
    const { sweep, linkwork: version, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'))
    writeFileSync(manifest, JSON.stringify({ ...rest, sweep: 'x', linkwork: '0.0.1' }))
    expect((await merge(other)).stderr).toContain(
      `holds a sweep by linkwork 0.0.1; this is ${version}`
    )
    writeFileSync(manifest, 'x')
    expect((await merge(other)).stderr).toContain('manifest.json: not JSON')
  })

  it('reads mechanism and state from the folder of the spec', async () => {
    file('mechanism.json', linkwork.mechanism(cartPendulum()))
    file('start.json', { q: { pivot: [1] } })
    const named = {
      ...spec,
      meta: {},
      mechanism: 'mechanism.json',
      state: 'start.json',
      samples: 3
    }
    const { stdout } = await run('sweep', file('named.json', named))
    expect(JSON.parse(stdout)).toMatchObject({ runs: 3, failures: 0 })
  })

  it('leaves out in tables what runs do not have', async () => {
    const vary = { parameters: { 'pole.mass': { grid: [-1, 1] } } }
    const { samples, ...rest } = spec
    const { stdout } = await run('sweep', file('light.json', { ...rest, vary }))
    expect(JSON.parse(stdout)).toMatchObject({ runs: 2, failures: 1 })
    const [, , , , light] = readFileSync(join(folder, 'light.sweep/results.csv'), 'utf8').split(
      '\n'
    )
    expect(light).toMatch(/^0,-1,{11}"?bodies\[1\]\.mass/)
  })

  it('shows on a terminal how far it is', async () => {
    const terminal = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
    Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
    const out = join(folder, 'shown')
    const { stderr } = await run('sweep', specFile, '--out', out)
    if (terminal) Object.defineProperty(process.stderr, 'isTTY', terminal)
    else Reflect.deleteProperty(process.stderr, 'isTTY')
    expect(stderr).toMatch(/^\r12 % {2}\[##-{18}\] {2}1 of 8 parts/)
    expect(stderr).toMatch(/\r100 % {2}\[#{20}\] {2}8 of 8 parts\n$/)
  })
})

it('the schema has the keys of a spec, and the example is one', async () => {
  const path = (name: string) => new URL(`../../${name}`, import.meta.url)
  const schema = JSON.parse(readFileSync(path('wasm_bindings/sweep.schema.json'), 'utf8'))
  const { stderr } = await run('sweep', file('spec.json', { ...spec, x: 1 }))
  expect(stderr).toContain(`(options: ${Object.keys(schema.properties).join(', ')})`)
  const example = await readSpec(fileURLToPath(path('examples/sweeps/cart-pendulum.json')))
  expect(openSweep(linkwork, example)).toMatchObject({ runs: 100_000, parts: 250, steps: 2000 })
})

describe('what is wrong in a spec is named', () => {
  const pivot = (law: unknown) => ({ vary: { q: { pivot: law } } })
  it.each([
    ['no JSON', '{', /spec\.json: not JSON: /],
    ['no object', 'null', /spec: expected an object, found null/],
    ['an unknown key', { runs: 5 }, /spec: no option is named "runs".*samples/],
    ['no mechanism', { mechanism: undefined }, /mechanism: expected a mechanism/],
    ['a file that is not there', { mechanism: 'nowhere.json' }, /cannot read .*nowhere\.json/],
    ['a faulty mechanism', { mechanism: { linkwork: 1, bodys: [] } }, /bodys/],
    ['a faulty state', { state: { q: { pivt: [1] } } }, /q\.pivt/],
    ['no duration', { duration: undefined }, /duration: expected a finite number, found undefined/],
    ['no time', { duration: 0 }, /duration: expected more than 0 s, found 0/],
    [
      'half a step',
      { duration: 0.105 },
      /duration: expected a whole number of steps of 0\.01 s, found 0\.105 s/
    ],
    ['a bad seed', { seed: -1 }, /seed: expected a whole number from 0 to 2⁵³ − 1, found -1/],
    [
      'a bad sampling',
      { sampling: 'halton' },
      /sampling: expected "random" or "sobol", found "halton"/
    ],
    [
      'no samples',
      { samples: undefined },
      /samples: expected how many, as parameter\.pole\.mass is sampled/
    ],
    ['half a sample', { samples: 0.5 }, /samples: expected a whole number from 1/],
    ['samples of nothing', { ...pivot(1) }, /samples: nothing in vary is uniform or normal/],
    [
      'too many parts',
      { samples: 2e9, runsPerPart: 1 },
      /runsPerPart: expected at most 1000000 parts/
    ],
    [
      'too large parts',
      { runsPerPart: 1e6 },
      /runsPerPart: expected at most 100000, found 1000000/
    ],
    [
      'too many runs',
      { samples: 2e9, vary: { q: { pivot: { grid: [1, 2] }, rail: { uniform: [0, 1] } } } },
      /samples: expected at most 2147483647 runs in all, found 4000000000/
    ],
    [
      'steps of any length',
      { solver: { method: 'variational', integrator: 'adaptive' } },
      /solver\.integrator: adaptive/
    ],
    ['an unknown method', { solver: { method: 'aba' } }, /aba/],
    ['nothing varied', { vary: {} }, /vary: expected what differs from run to run, found nothing/],
    ['an unknown kind', { vary: { x: {} } }, /vary: no option is named "x"/],
    ['no names', { vary: { q: null } }, /vary\.q: expected an object, found null/],
    [
      'an unknown joint',
      { vary: { q: { pivt: 1 } } },
      /vary\.q\.pivt: no joint is named "pivt"; did you mean "pivot"\?/
    ],
    [
      'an unknown number',
      { vary: { parameters: { 'pole.mas': 1 } } },
      /parameter: no number is named "pole\.mas"/
    ],
    [
      'too many laws',
      pivot([1, 2]),
      /vary\.q\.pivot: expected an array of 1 laws, one a number, found 2/
    ],
    ['no law', pivot('x'), /vary\.q\.pivot: expected an object, found "x"/],
    ['an unknown law', pivot({ gauss: [0, 1] }), /vary\.q\.pivot: no option is named "gauss"/],
    [
      'two laws',
      pivot({ uniform: [0, 1], normal: [0, 1] }),
      /expected a number or one of grid, uniform and normal, found 2/
    ],
    [
      'too few numbers',
      pivot({ uniform: [0] }),
      /vary\.q\.pivot\.uniform: expected 2 numbers, found 1/
    ],
    [
      'the larger first',
      pivot({ uniform: [1, 0] }),
      /expected the smaller number first, found 1, 0/
    ],
    [
      'a negative deviation',
      pivot({ normal: [0, -1] }),
      /normal\[1\]: expected a deviation of at least 0/
    ],
    ['an empty grid', pivot({ grid: [] }), /vary\.q\.pivot\.grid: expected one number or more/],
    ['a grid of words', pivot({ grid: ['a'] }), /grid\[0\]: expected a finite number, found "a"/],
    [
      'a grid of one step',
      pivot({ grid: { from: 0, to: 1, count: 1 } }),
      /count: expected a whole number from 2/
    ],
    [
      'a vast grid',
      pivot({ grid: { from: 0, to: 1, count: 1e7 } }),
      /count: expected at most 1000000/
    ]
  ])('%s', async (_, change, message) => {
    const text = typeof change === 'string' ? change : JSON.stringify({ ...spec, ...change })
    const { stdout, stderr, status } = await run('sweep', file('spec.json', text))
    expect(stderr).toMatch(message)
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  })

  it('too many dimensions of Sobol points', async () => {
    const laws = Object.fromEntries(
      Array.from({ length: 33 }, (_, i) => [`joint${i + 1}`, { uniform: [0, 1] }])
    )
    const mechanism = chain({ links: 40 }) as MechanismSource
    const wide = { ...spec, mechanism, sampling: 'sobol', vary: { q: laws } }
    const { stderr } = await run('sweep', file('wide.json', wide))
    expect(stderr).toContain('sampling: "sobol" takes up to 32 sampled numbers, found 33')
  })
})

describe('what is wrong on the command line is named', () => {
  const specFile = file('cart.json', spec)
  it.each([
    ['no spec', ['sweep'], /sweep: which SPEC file\?/],
    ['no folders', ['sweep', '--merge'], /sweep: which FOLDER\?/],
    ['two specs', ['sweep', specFile, specFile], /unexpected argument/],
    [
      'share 0',
      ['sweep', specFile, '--shard', '0/3'],
      /--shard: expected K\/N with K from 1 to N, found "0\/3"/
    ],
    ['share 4 of 3', ['sweep', specFile, '--shard', '4/3'], /--shard: expected/],
    [
      'no threads',
      ['sweep', specFile, '--threads', '0', '--out', join(folder, 'n')],
      /--threads: expected a whole number from 1/
    ],
    [
      'a merge of shares',
      ['sweep', folder, '--merge', '--shard', '1/2'],
      /--shard and --merge exclude each other/
    ],
    [
      'a queue of shares',
      ['sweep', specFile, '--queue', 'redis://x', '--shard', '1/2'],
      /--shard and --queue exclude/
    ],
    [
      'no address',
      ['sweep', specFile, '--queue', 'x', '--out', join(folder, 'n')],
      /--queue: expected redis:\/\/HOST:PORT, found "x"/
    ],
    ['work without a queue', ['work'], /work needs --queue/],
    ['work on a file', ['work', specFile], /work: unexpected argument/],
    [
      'an option of sweep',
      ['info', specFile, '--shard', '1/2'],
      /info has no option --shard \(only sweep\)/
    ],
    [
      'nobody there',
      ['work', '--queue', 'redis://127.0.0.1:1'],
      /QueueError: --queue: no Redis at 127\.0\.0\.1:1: connect ECONNREFUSED/
    ]
  ])('%s', async (_, args, message) => {
    const { stdout, stderr, status } = await run(...args)
    expect(stderr).toMatch(message)
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  })
})

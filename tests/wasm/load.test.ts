import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chain, create, load } from 'linkwork'
import { describe, expect, it } from 'vitest'

const address = new URL('../../wasm_bindings/dist/linkwork.wasm', import.meta.url)

/** `load` of a new module, which has loaded nothing. */
async function freshLoad(): Promise<typeof load> {
  const path = new URL('../../wasm_bindings/dist/load.js', import.meta.url)
  return (await import(`${path}?alone`)).load
}

describe('load and create', () => {
  it('share one instance by load, whose later options count or throw', async () => {
    const load = await freshLoad()
    const first = await load({ wasm: address })
    expect(await load()).toBe(first)
    expect(await load({ wasm: String(address) })).toBe(first)
    const other = { wasm: readFileSync(address) }
    await expect(load(other)).rejects.toThrow(
      'wasm: expected the same as in the first call of load()'
    )
    await expect(load({ progress: 1 } as never)).rejects.toThrow('no option is named "progress"')
    expect(await load()).toBe(first)
  })

  it('make instances with memories of their own by create', async () => {
    const shared = await load()
    const [one, two] = [await create({ wasm: readFileSync(address) }), await create()]
    expect(new Set([shared, one, two]).size).toBe(3)
    using here = shared.simulate(chain({ links: 3 }))
    using there = one.simulate(chain({ links: 3 }))
    expect(there.q.buffer).not.toBe(here.q.buffer)
    here.step(100)
    there.step(100)
    expect(there.q).toEqual(here.q)
    await expect(create({ wasm: 5 } as never)).rejects.toThrow('wasm: expected bytes')
  })
})

describe('a simulation without dispose', () => {
  const program = `
    import { chain, load } from 'linkwork'
    const linkwork = await load()
    const use = (dispose) => {
      const simulation = linkwork.simulate(chain({ links: 3 }))
      if (dispose) simulation.dispose()
    }
    for (let i = 0; i < 3; i++) use(process.argv[1] === 'disposes')
    for (let i = 0; i < 5; i++) {
      gc()
      await new Promise((resolve) => setTimeout(resolve))
    }
    console.log('end')`
  const warnings = (argument: string, mode?: string) => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--expose-gc', '--input-type=module', '--eval', program, argument],
      {
        cwd: new URL('../..', import.meta.url),
        env: { ...process.env, NODE_ENV: mode },
        encoding: 'utf8'
      }
    )
    expect(stdout).toBe('end\n')
    return stderr.match(/linkwork: a simulation was garbage-collected without dispose\(\)/g) ?? []
  }

  it('is reported once in development', () => {
    expect(warnings('leaks')).toHaveLength(1)
    expect(warnings('disposes')).toHaveLength(0)
    expect(warnings('leaks', 'production')).toHaveLength(0)
  })
})

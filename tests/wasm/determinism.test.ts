import { readFileSync } from 'node:fs'
import { type Linkwork, load } from 'linkwork'
import { describe, expect, it } from 'vitest'
import { hashesAfter, simulationOf, trajectoriesOf } from '../determinism/trajectories.mjs'

/** `tests/determinism/golden.mjs` wrote the table and compares the 10,000 steps of all motions. */
const table = new URL('../data/trajectories.json', import.meta.url)
const takenBefore = new URL('../data/snapshots.json', import.meta.url)
const known: Record<string, string[]> = JSON.parse(readFileSync(table, 'utf8'))
const after100 = (trajectory: readonly string[]) => known[trajectory.join(' ')]?.[0]

const linkwork = await load()
const trajectories = trajectoriesOf(linkwork)
const some = trajectories.filter((_, place) => place % 7 === 0)

/** Another module, with a memory of its own. */
async function another(): Promise<Linkwork> {
  const path = new URL('../../wasm_bindings/dist/load.js', import.meta.url)
  const module: { load: typeof load } = await import(`${path}?another`)
  return module.load()
}

it('the table has every mechanism by every method and integrator that keeps what it has', () => {
  expect(Object.keys(known).sort()).toEqual(trajectories.map((each) => each.join(' ')).sort())
})

describe('motions are bitwise those of the table', () => {
  const names = [...new Set(trajectories.map(([name]) => name))]
  it.each(names)('%s', (name) => {
    for (const trajectory of trajectories.filter(([mechanism]) => mechanism === name)) {
      using simulation = simulationOf(linkwork, trajectory)
      const [hash] = hashesAfter(simulation, [100])
      expect([...trajectory, hash]).toEqual([...trajectory, after100(trajectory)])
    }
  })

  it('in two modules by turns, after any other simulation', async () => {
    const other = await another()
    other.simulate({ catalogue: 'jvrc1' }).step(3)
    for (const trajectory of some) {
      using here = simulationOf(linkwork, trajectory)
      using there = simulationOf(other, trajectory)
      for (const count of [10, 45, 45]) {
        const [ours] = hashesAfter(here, [count])
        const [theirs] = hashesAfter(there, [count])
        expect([...trajectory, theirs]).toEqual([...trajectory, ours])
      }
      const [hash] = hashesAfter(here, [0])
      expect([...trajectory, hash]).toEqual([...trajectory, after100(trajectory)])
    }
  })

  it('when a snapshot is restored in another module', async () => {
    const other = await another()
    for (const trajectory of some) {
      using here = simulationOf(linkwork, trajectory)
      using there = simulationOf(other, trajectory)
      here.step(50)
      there.step(3)
      there.restore(here.snapshot())
      const [hash] = hashesAfter(there, [50])
      expect([...trajectory, hash]).toEqual([...trajectory, after100(trajectory)])
    }
  })

  it('when a snapshot is restored that another build of this version took', () => {
    const { version, snapshots } = JSON.parse(readFileSync(takenBefore, 'utf8'))
    expect(linkwork.version, 'tests/determinism/snapshots.mjs writes them').toBe(version)
    expect(Object.keys(snapshots)).toEqual(some.map((each) => each.join(' ')))
    for (const trajectory of some) {
      using simulation = simulationOf(linkwork, trajectory)
      const bytes = Buffer.from(snapshots[trajectory.join(' ')], 'base64')
      simulation.restore(new Float64Array(new Uint8Array(bytes).buffer))
      const [hash] = hashesAfter(simulation, [50])
      expect([...trajectory, hash]).toEqual([...trajectory, after100(trajectory)])
    }
  })
})

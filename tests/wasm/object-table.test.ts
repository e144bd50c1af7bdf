import { fourBar, load } from 'linkwork'
import { expect, it } from 'vitest'

// The object table of a worker, here in our own thread.

const path = '../../wasm_bindings/dist/worker/object-table.js'
const { ObjectTable } = (await import(
  path
)) as typeof import('../../wasm_bindings/src/worker/object-table.js')
const linkwork = await load()

const valueIn = (answer: object) => (answer as { value: unknown }).value
const keptOf = (answer: object) => (answer as { kept: number }).kept

it('a table keeps objects, and answers by value', async () => {
  const table = new ObjectTable()
  const library = await table.open({})
  expect(library).toMatchObject({ properties: expect.arrayContaining(['version', 'methods']) })
  expect(valueIn(await table.get(keptOf(library), 'version'))).toBe(linkwork.version)
  const simulation = await table.call(keptOf(library), 'simulate', [fourBar(), { step: 1e-2 }])
  const number = keptOf(simulation)
  await table.set(number, 'stepSize', 1e-3)
  expect(valueIn(await table.get(number, 'stepSize'))).toBe(1e-3)
  await table.call(number, 'step', [10])
  using here = linkwork.simulate(fourBar())
  here.step(10)
  const q = valueIn(await table.get(number, 'q'))
  expect(q).toEqual(here.q.slice())
  const frame = valueIn(await table.frame(number, 0.01, undefined)) as { poses: Float64Array }
  here.step(10)
  expect(frame).toEqual({ steps: 10, time: 0.02, poses: here.poses.slice() })
  const again = frame.poses as Float64Array<ArrayBuffer>
  expect(valueIn(await table.frame(number, 0, again))).toMatchObject({ poses: again, steps: 0 })
})

it('a table reports what is wrong, and what was released', async () => {
  const table = new ObjectTable()
  const library = keptOf(await table.open({}))
  expect(await table.call(library, 'info', ['{'])).toMatchObject({ name: 'MechanismError' })
  const misspelled = await table.set(library, 'stepsize', 1)
  expect(misspelled).toMatchObject({ message: expect.stringContaining('no property "stepsize"') })
  const simulation = keptOf(await table.call(library, 'simulate', [fourBar(), { step: 1 / 8 }]))
  for (const name of ['stepsize', 'time', 'step'])
    expect(await table.set(simulation, name, 1)).toEqual({
      name: 'MechanismError',
      message: expect.stringMatching(
        /^set: no property "\w+" can be set.*\(properties: .*stepSize/
      ),
      time: Number.NaN
    })
  await table.call(simulation, 'forces.setTorque', ['crank', 1e9])
  const failure = await table.call(simulation, 'step', [9])
  expect(failure).toMatchObject({ name: 'SimulationError', time: expect.any(Number) })
  table.release(simulation)
  table.release(simulation)
  expect(await table.get(simulation, 'q')).toMatchObject({
    message: expect.stringMatching(/disposed/)
  })
})

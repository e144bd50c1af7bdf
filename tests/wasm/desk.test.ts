import { fourBar, load } from 'linkwork'
import { expect, it } from 'vitest'

// What a worker does with questions, here in our own thread.

const path = '../../wasm_bindings/dist/worker/desk.js'
const { Desk } = (await import(path)) as typeof import('../../wasm_bindings/src/worker/desk.js')
const linkwork = await load()

const valueIn = (answer: object) => (answer as { value: unknown }).value
const keptOf = (answer: object) => (answer as { kept: number }).kept

it('a desk keeps objects, and answers by value', async () => {
  const desk = new Desk()
  const library = await desk.open({})
  expect(library).toMatchObject({ properties: expect.arrayContaining(['version', 'methods']) })
  expect(valueIn(await desk.get(keptOf(library), 'version'))).toBe(linkwork.version)
  const simulation = await desk.call(keptOf(library), 'simulate', [fourBar(), { step: 1e-2 }])
  const number = keptOf(simulation)
  await desk.set(number, 'stepSize', 1e-3)
  expect(valueIn(await desk.get(number, 'stepSize'))).toBe(1e-3)
  await desk.call(number, 'step', [10])
  using here = linkwork.simulate(fourBar())
  here.step(10)
  const q = valueIn(await desk.get(number, 'q'))
  expect(q).toEqual(here.q.slice())
  const frame = valueIn(await desk.frame(number, 0.01, undefined)) as { poses: Float64Array }
  here.step(10)
  expect(frame).toEqual({ steps: 10, time: 0.02, poses: here.poses.slice() })
  const again = frame.poses as Float64Array<ArrayBuffer>
  expect(valueIn(await desk.frame(number, 0, again))).toMatchObject({ poses: again, steps: 0 })
})

it('a desk tells what is wrong, and what was released', async () => {
  const desk = new Desk()
  const library = keptOf(await desk.open({}))
  expect(await desk.call(library, 'info', ['{'])).toMatchObject({ name: 'MechanismError' })
  const simulation = keptOf(await desk.call(library, 'simulate', [fourBar(), { step: 1 / 8 }]))
  await desk.call(simulation, 'setTorque', ['crank', 1e9])
  const failure = await desk.call(simulation, 'step', [9])
  expect(failure).toMatchObject({ name: 'SimulationError', time: expect.any(Number) })
  desk.release(simulation)
  desk.release(simulation)
  expect(await desk.get(simulation, 'q')).toMatchObject({
    message: expect.stringMatching(/disposed/)
  })
})

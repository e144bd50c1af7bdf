import { Worker } from 'node:worker_threads'
import {
  type Ensemble,
  fourBar,
  gearedLeg,
  type Linkwork,
  load,
  MechanismError,
  SimulationError
} from 'linkwork'
import { type EnsembleArray, type WorkerEnsemble, workerEnsemble } from 'linkwork/worker'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

// Copies that are shared out to worker threads: bitwise as one ensemble, with any number of workers.

let linkwork: Linkwork
beforeAll(async () => {
  linkwork = await load()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const arrays = [
  'q',
  'v',
  'poses',
  'parameters',
  'kineticEnergies',
  'potentialEnergies',
  'work',
  'loopErrors',
  'couplingErrors'
] as const satisfies readonly EnsembleArray[]

/** As Node has it, and as pages without shared memory have it. */
const memories = [
  ['in shared memory', true],
  ['sent', false]
] as const

async function expectAlike(many: WorkerEnsemble, one: Ensemble): Promise<void> {
  for (const name of arrays) {
    const array = await many.read(name)
    expect(array).toHaveLength(one[name].length)
    expect(Array.from(array), name).toEqual(Array.from(one[name]))
  }
  for (let copy = 0; copy < one.count; copy++) expect(await many.time(copy)).toBe(one.time(copy))
  expect(await many.failures()).toEqual(one.failures)
}

describe.each(memories)('an ensemble in workers, its numbers %s', (_, isShared) => {
  it.each([1, 2, 3])('moves as one ensemble, by %i', async (workers) => {
    if (!isShared) vi.stubGlobal('crossOriginIsolated', false)
    const options = { count: 7, vary: ['thigh.mass'], step: 1 / 2000 }
    using one = linkwork.ensemble(gearedLeg(), options)
    using many = await workerEnsemble(gearedLeg(), { ...options, workers })
    const { count, width, positionSize, velocitySize } = many
    expect([many.workers, many.isShared]).toEqual([workers, isShared])
    expect((await many.read('q')).buffer).toBeInstanceOf(isShared ? SharedArrayBuffer : ArrayBuffer)
    expect([count, width]).toEqual([7, one.width])
    expect([positionSize, velocitySize]).toEqual([one.positionSize, one.velocitySize])

    const torques = Float64Array.from(one.v, (_, i) => 0.2 * Math.sin(i))
    const masses = Array.from({ length: count }, (_, i) => 1 + 0.1 * i)
    const controls = Float64Array.from({ length: 3 * one.v.length }, (_, i) => 0.1 * Math.cos(i))
    const stay = { hold: 2, record: true }
    for (const each of [one, many]) {
      await each.scatter({ position: 0.05, velocity: 0.2, seed: 5 })
      await each.setParameters(masses)
      await each.setTorques(torques)
      await each.step(10)
      await each.rollout(controls, 3)
    }
    await expectAlike(many, one)
    expect(Array.from((await many.rollout(controls, 3, stay)) ?? [])).toEqual(
      Array.from(one.rollout(controls, 3, stay) ?? [])
    )
    const [q, v] = [one.q.slice(), one.v.slice()]
    const slipped = one.q.slice().reverse() // gears
    expect(() => one.setStates(slipped, v)).toThrow(MechanismError)
    await expect(many.setStates(slipped, v)).rejects.toThrow(MechanismError)
    for (const each of [one, many]) {
      await each.setStates(q, v)
      await each.setState(6, q.slice(0, positionSize), v.slice(0, velocitySize))
      await each.reset(3)
      await each.scatter({ velocity: 0.1, first: 100 })
      await each.step(3)
    }
    await expectAlike(many, one)
    for (const each of [one, many]) await each.reset()
    await expectAlike(many, one)
  })
})

it('has at most one worker a copy, and as many as there are processors', async () => {
  using few = await workerEnsemble(fourBar(), { count: 2, workers: 3 })
  expect(few.workers).toBe(2)
  using some = await workerEnsemble(fourBar(), { count: 1000 })
  expect(some.workers).toBeGreaterThan(0)
})

it('reports which copies stopped, and why, by their numbers', async () => {
  const alone = linkwork.ensemble(fourBar(), { count: 5 })
  using many = await workerEnsemble(fourBar(), { count: 5, workers: 2 })
  const torques = Float64Array.from(alone.v, (_, i) => (i >= 3 * alone.velocitySize ? 1e13 : 0))
  for (const each of [alone, many]) {
    await each.setTorques(torques)
    await each.step(5)
  }
  expect(alone.failures.map(({ copy }) => copy)).toEqual([3, 4])
  expect(await many.failures()).toEqual(alone.failures)
})

it('carries out calls in their order', async () => {
  using one = linkwork.ensemble(fourBar(), { count: 3 })
  using many = await workerEnsemble(fourBar(), { count: 3, workers: 2 })
  const before = many.read('q').then((q) => Array.from(q))
  many.scatter({ velocity: 0.1 })
  many.step(5, { onProgress: () => {} })
  const after = many.read('v').then((v) => Array.from(v))
  expect(await before).toEqual(Array.from(one.q))
  one.scatter({ velocity: 0.1 })
  one.step(5)
  expect(await after).toEqual(Array.from(one.v))
})

describe('steps that take a while', () => {
  it('report their progress', async () => {
    using one = linkwork.ensemble(fourBar(), { count: 3 })
    using many = await workerEnsemble(fourBar(), { count: 3, workers: 2 })
    const fractions: number[] = []
    await many.step(500, { onProgress: (fraction) => fractions.push(fraction) })
    one.step(500)
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
    expect(fractions.at(0)).toBe(1 / 500)
    expect(fractions.at(-1)).toBe(1)
    await expectAlike(many, one)
  })

  it('end early, all copies at the same step, and go on', async () => {
    using one = linkwork.ensemble(fourBar(), { count: 5 })
    using many = await workerEnsemble(fourBar(), { count: 5, workers: 3 })
    const abort = new AbortController()
    const reason = new Error('enough')
    const onProgress = (fraction: number) => fraction > 0 && abort.abort(reason)
    const { signal } = abort
    await expect(many.step(1e9, { onProgress, signal })).rejects.toBe(reason)
    await expect(many.step(5, { signal })).rejects.toBe(reason)
    one.step(1)
    await expectAlike(many, one)
    one.step(4)
    await many.step(4)
    await expectAlike(many, one)
  })
})

it('rejects all pending calls when a worker ends', async () => {
  const workers = new Set<Worker>()
  const start = Worker.prototype.on
  vi.spyOn(Worker.prototype, 'on').mockImplementation(function (this: Worker, ...given) {
    workers.add(this)
    return start.apply(this, given)
  })
  using many = await workerEnsemble(fourBar(), { count: 6, workers: 2 })
  expect(workers.size).toBe(2)
  const stepping = many.step(1e9)
  const message = 'the worker of copies 3 to 5 has ended: it exited with status 1'
  await [...workers][1]?.terminate()
  await expect(stepping).rejects.toThrow(message)
  await expect(many.read('q')).rejects.toThrow(SimulationError)
})

it('says what is wrong with what it is given', async () => {
  const make = (options: object, source: unknown = fourBar()) =>
    workerEnsemble(source as string, options as { count: number })
  await expect(make({})).rejects.toThrow('count: expected a whole number from 1 to')
  await expect(make({ count: 2, threads: 2 })).rejects.toThrow('no option is named "threads"')
  await expect(make({ count: 2, workers: 0 })).rejects.toThrow(
    'workers: expected a whole number from 1 to 128, found 0'
  )
  await expect(make({ count: 2, vary: ['mass'] })).rejects.toThrow(MechanismError)
  await expect(make({ count: 2, vary: ['mass'] })).rejects.toThrow('no number is named "mass"')
  await expect(make({ count: 2 }, () => {})).rejects.toThrow('mechanism: expected a value')
  await expect(make({ count: 2 }, '{')).rejects.toThrow(MechanismError)

  const many = await make({ count: 3, workers: 2 })
  const wrong = (call: () => Promise<unknown>) => expect(call()).rejects
  await wrong(() => many.setTorques([1])).toThrow('torques: expected 9 numbers, found 1')
  await wrong(() => many.setState(3, [], [])).toThrow('copy: expected a whole number from 0 to 2')
  await wrong(() => many.scatter({ seed: 0.5 })).toThrow('seed: expected a whole number')
  await wrong(() => many.read('mass' as 'q')).toThrow('name: expected one of q, v, poses')
  await wrong(() => many.read('toString' as 'q')).toThrow('name: expected one of q, v, poses')
  await wrong(() => many.rollout([], 0)).toThrow('intervals: expected a whole number from 1')
  await wrong(() => many.step(1, { signal: {} as AbortSignal })).toThrow(
    'signal: expected an Abort'
  )
  await wrong(() => many.step(1, { onProgress: 1 as never })).toThrow('onProgress: expected a func')
  many.dispose()
  await wrong(() => many.step()).toThrow('this ensemble was disposed of')
})

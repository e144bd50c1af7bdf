import type { Simulation } from 'linkwork'
import { expect, it } from 'vitest'
import { History } from './history.ts'

/** A simulation whose snapshot is its time. */
function clock(): { simulation: Simulation; at(time: number): void } {
  let now = 0
  const snapshot = (into = new Float64Array(1)) => {
    into[0] = now
    return into
  }
  return { simulation: { snapshot } as Simulation, at: (time) => (now = time) }
}

const moment = (time: number) => ({
  time,
  count: 0,
  actuation: { motors: null, torques: [], hold: null, push: null }
})

it('keeps a snapshot every 20 ms and finds the last one up to a time', () => {
  const history = new History()
  const { simulation, at } = clock()
  for (let step = 0; step <= 1000; step++) {
    at(step * 0.001)
    history.record(simulation, moment(step * 0.001))
  }
  expect(history.start).toBe(0)
  expect(history.end).toBeCloseTo(1, 12)
  expect(history.upTo(0.0501)?.time).toBeCloseTo(0.04, 12)
  expect(history.upTo(0.04)?.snapshot[0]).toBeCloseTo(0.04, 12)
  expect(history.upTo(-1)?.time).toBe(0)
  expect(history.due).toBeCloseTo(1.02, 12)
})

it('holds one minute and then overwrites its oldest end', () => {
  const history = new History()
  const { simulation, at } = clock()
  for (let step = 0; step <= 4000; step++) {
    at(step * 0.02)
    history.record(simulation, moment(step * 0.02))
  }
  expect(history.end).toBeCloseTo(80, 9)
  expect(history.end - history.start).toBeGreaterThanOrEqual(60)
  expect(history.end - history.start).toBeLessThan(60.1)
  expect(history.upTo(50)?.snapshot[0]).toBeCloseTo(50, 9)
})

it('drops later snapshots when the motion continues from an earlier time', () => {
  const history = new History()
  const { simulation, at } = clock()
  for (const time of [0, 0.02, 0.04, 0.06]) {
    at(time)
    history.record(simulation, moment(time))
  }
  history.discardAfter(0.03)
  expect(history.end).toBe(0.02)
  at(0.031)
  history.record(simulation, moment(0.031), true)
  expect(history.end).toBe(0.031)
})

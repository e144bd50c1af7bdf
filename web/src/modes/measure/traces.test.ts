import { expect, it } from 'vitest'
import type { Command } from '../../model/messages.ts'
import { type Offer, wholeOffers } from './quantities.ts'
import { mostTraces, Traces } from './traces.ts'

const [kinetic, potential] = wholeOffers().offers as [Offer, Offer]

function followed() {
  const sent: Extract<Command, { type: 'probe' }>[] = []
  const traces = new Traces((command) => command.type === 'probe' && sent.push(command))
  traces.follow(true)
  traces.toggle(kinetic)
  const serial = sent.at(-1)?.serial ?? 0
  return { traces, sent, serial }
}

it('keeps the order of time, whether values come forwards or backwards', () => {
  const { traces, serial } = followed()
  traces.take({
    serial,
    rows: [[1, 10]],
    past: [
      [0.9, 9],
      [0.8, 8]
    ]
  })
  traces.take({ serial, rows: [[1.1, 11]], past: [[0.7, Number.NaN]] })
  expect(traces.times).toEqual([0.7, 0.8, 0.9, 1, 1.1])
  expect(traces.columns).toEqual([[null, 8, 9, 10, 11]])
  expect(traces.indexAt(0.95)).toBe(2)
  expect(traces.indexAt(0.1)).toBe(-1)
})

it('has each time once, independent of rounding', () => {
  const { traces, serial } = followed()
  traces.take({ serial, rows: [[0.3, 3]], past: [] })
  traces.take({
    serial,
    rows: [],
    past: [
      [0.3 - 2 ** -54, 3],
      [0.2, 2]
    ]
  })
  expect(traces.times).toEqual([0.2, 0.3])
  traces.take({ serial, rows: [[0.3 + 2 ** -52, 3]], past: [] })
  expect(traces.times.length).toBe(2)
})

it('drops values that a new value in the past replaces, and those older than a minute', () => {
  const { traces, serial } = followed()
  traces.take({ serial, rows: [1, 2, 3].map((time) => [time, time]), past: [] })
  traces.take({ serial, rows: [[2, 20]], past: [] })
  expect(traces.columns).toEqual([[1, 20]])
  traces.take({
    serial,
    rows: Array.from({ length: 6001 }, (_, i) => [10 + i / 50, i]),
    past: []
  })
  expect(traces.times[0]).toBeGreaterThanOrEqual(70 - 1e-6)
  expect(traces.times.at(-1)).toBe(130)
})

it('ignores the answer to an earlier request, and shows the old values until the new ones arrive', () => {
  const { traces, sent, serial } = followed()
  traces.take({ serial, rows: [[1, 10]], past: [] })
  traces.toggle(potential)
  expect(traces.times).toEqual([1])
  expect(traces.isWhole).toBe(false)
  traces.take({ serial, rows: [[2, 10]], past: [] })
  expect(traces.times).toEqual([1])
  traces.take({ serial: sent.at(-1)?.serial ?? 0, rows: [[2, 10, 20]], past: [] })
  expect(traces.columns).toEqual([[10], [20]])
  expect(traces.isWhole).toBe(true)
})

it('has room for so many', () => {
  const { traces } = followed()
  const offers = Array.from({ length: mostTraces }, (_, i) => ({
    ...kinetic,
    key: String(i)
  }))
  expect(offers.map((offer) => traces.toggle(offer))).toEqual(
    offers.map((_, i) => i < mostTraces - 1)
  )
})

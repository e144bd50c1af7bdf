import { expect, it } from 'vitest'
import { TimeSeries } from './time-series.ts'

it('holds values in the order of time, and drops replaced ones', () => {
  const series = new TimeSeries()
  for (const time of [0, 1, 2, 3]) series.push(time, 10 * time)
  expect([...series.between(1, 2)]).toEqual([
    [1, 10],
    [2, 20]
  ])
  series.push(1.5, 5)
  expect([...series.between(0, 9)].at(-1)).toEqual([1.5, 5])
  series.discardAfter(0.5)
  expect(series.length).toBe(1)
  series.clear()
  expect(series.end).toBeUndefined()
})

it('drops its oldest values when it is full', () => {
  const series = new TimeSeries()
  for (let at = 0; at <= 20_000; at++) series.push(at, at)
  expect(series.length).toBe(10_001)
  expect([...series.between(0, 10_000)]).toEqual([[10_000, 10_000]])
})

import { expect, it } from 'vitest'
import { Series } from './series.ts'

const sample = (time: number, energyError: number) => ({
  time,
  energyError,
  energyTolerance: 1e-8,
  loopError: 0,
  stepTime: 1
})

it('keeps samples in the order of time, and finds the largest of a span', () => {
  const series = new Series()
  for (const time of [0, 1, 2, 3]) series.push(sample(time, time * 1e-10))
  expect(series.length).toBe(4)
  expect(series.indexFrom(1.5)).toBe(2)
  expect(series.largest('energy', 0, 2)).toBe(2e-10)
  expect(series.largest('energy', 5, 6)).toBeNaN()
})

it('drops the samples that a new sample in the past replaces', () => {
  const series = new Series()
  for (const time of [0, 1, 2, 3]) series.push(sample(time, 1))
  series.push(sample(1.5, 2))
  expect(series.length).toBe(3)
  expect(series.timeAt(2)).toBe(1.5)
  series.discardAfter(1)
  expect(series.length).toBe(2)
})

it('drops its oldest samples when it is full', () => {
  const series = new Series()
  for (let index = 0; index < 70_000; index++) series.push(sample(index, index))
  expect(series.length).toBe(65_536)
  expect(series.timeAt(0)).toBe(70_000 - 65_536)
  expect(series.valueAt('energy', series.length - 1)).toBe(69_999)
})

import { expect, it } from 'vitest'
import { StepTimer } from './clocks.ts'

it('a step takes its share of what passed, and nothing can be said of none', () => {
  const timer = new StepTimer()
  timer.add(50, 0) // a frame without steps
  expect(timer.latest).toBeNaN()
  expect(timer.mean).toBeNaN()
  timer.add(50, 200)
  expect(timer.latest).toBeCloseTo(500, 9)
  expect(timer.mean).toBeGreaterThan(400)
  expect(timer.mean).toBeLessThan(501)
})

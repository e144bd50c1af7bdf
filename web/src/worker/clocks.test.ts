import { expect, it } from 'vitest'
import { Debt, StepTimer } from './clocks.ts'

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

it('what is due is paid or dropped, and a rest or a long stall counts no more', () => {
  const debt = new Debt()
  debt.grow(1000, 2)
  expect(debt.left).toBe(0)
  debt.grow(1010, 2)
  expect(debt.left).toBeCloseTo(0.02, 12)
  debt.pay(0.015)
  debt.forgive(0.002)
  expect(debt.left).toBeCloseTo(0.001, 12)
  debt.grow(9000, 1)
  expect(debt.left).toBeCloseTo(0.251, 12)
  debt.rest()
  debt.grow(9500, 1)
  expect(debt.left).toBe(0)
})

import { expect, it } from 'vitest'
import { Frame } from './frame.ts'

/** All that a frame holds of its time as one number each. */
const numbers = [
  'epoch',
  'time',
  'energyError',
  'energyTolerance',
  'loopError',
  'contactError',
  'retries',
  'stepTime',
  'measuredSpeed',
  'measuresEpoch',
  'pullForce',
  'controlCost',
  'impact'
] as const

it('keeps its numbers when others are written after it', () => {
  const frame = new Frame(Frame.allocate(2, 2, 2), 2, 2, 2)
  for (const [i, name] of numbers.entries()) frame[name] = i + 1
  frame.controlState = 'holds'
  frame.setHistory(-1, -2)
  frame.pull = [-3, -4, -5]
  expect(numbers.map((name) => frame[name])).toEqual(numbers.map((_, i) => i + 1))
  expect(frame.controlState).toBe('holds')
  expect([frame.historyStart, frame.historyEnd]).toEqual([-1, -2])
  expect(frame.pull).toEqual([-3, -4, -5])
})

import { expect, it } from 'vitest'
import { chain } from '../model/mechanisms/chain.ts'
import { createSettings } from '../model/settings.ts'
import { Frame, type Sample } from '../worker/frame.ts'
import { Measurements } from './measurements.ts'

const sample = (time: number, energyError: number, energyTolerance: number): Sample => ({
  time,
  energyError,
  energyTolerance,
  loopError: 0,
  stepTime: 1
})

function frameOf(...samples: readonly Sample[]): Frame {
  const frame = new Frame(Frame.allocate(0, 0, 0), 0, 0, 0)
  for (const each of samples) frame.addSample(each)
  const last = samples.at(-1)
  frame.time = last?.time ?? 0
  frame.energyTolerance = last?.energyTolerance ?? Number.NaN
  frame.setHistory(0, frame.time)
  return frame
}

it('compares measurements with the bounds at their times', () => {
  const settings = createSettings(chain)
  const measurements = new Measurements(settings)
  settings.method.value = 'multipliers'
  settings.integrator.value = 'rattle'
  measurements.take(frameOf(sample(0.1, 1e-5, 1e-4)))
  settings.method.value = 'articulated-body'
  settings.integrator.value = 'rk4' // of which no step has been taken yet
  measurements.take(frameOf(sample(0.2, 1e-5, 1e-4), sample(0.3, 1e-12, 1e-8)))
  expect(measurements.breaches.energy.value).toBeNull()
  measurements.take(frameOf(sample(0.4, 2e-8, 1e-8)))
  expect(measurements.breaches.energy.value).toBe(0.4)
})

it('has no energy error without a bound, and no loop error without loops', () => {
  const measurements = new Measurements(createSettings(chain))
  measurements.take(frameOf(sample(0.1, 0, 1e-8)))
  expect(measurements.exists('energy')).toBe(true)
  expect(measurements.exists('loop')).toBe(false)
  expect(measurements.exists('time')).toBe(true)
  measurements.take(frameOf(sample(0.2, 0, Number.POSITIVE_INFINITY)))
  expect(measurements.exists('energy')).toBe(false)
})

it('is slow if time passes more slowly than set', () => {
  const settings = createSettings(chain)
  const measurements = new Measurements(settings)
  const frame = frameOf(sample(0.1, 0, 1e-8))
  for (const [speed, measured, isSlow] of [
    [1, 0.28, true],
    [0.25, 0.25, false],
    [1, Number.NaN, false]
  ] as const) {
    settings.speed.value = speed
    frame.measuredSpeed = measured
    measurements.take(frame)
    expect(measurements.isSlow).toBe(isSlow)
  }
})

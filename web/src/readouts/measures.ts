import type { Integrator } from 'linkwork'
import type { MeasureName } from '../state/series.ts'

/** What is known of one measurement besides its values. */
export interface Measure {
  readonly name: MeasureName
  readonly label: string
  /** In the truth panel. */
  readonly plotLabel: string
  readonly unit: '' | 'm' | 'µs'
  /** Decades of the gauge for a step of this length [s]. */
  range(step: number): { readonly low: number; readonly high: number }
  /** Decades of the plot. */
  plotRange(step: number): { readonly low: number; readonly high: number }
  /**
   * Beyond this the value is a breach, in the measurement's unit, for a step of this length [s], and
   * whether things can hit each other.
   */
  tolerance(step: number, integrator: Integrator, impacts: boolean): number
}

const microseconds = 1e6

/** Their energy swings by the square of the step and comes back: only more would be a drift. */
const oscillating: ReadonlySet<Integrator> = new Set(['second-order', 'adaptive', 'rattle'])

export const energyMeasure: Measure = {
  name: 'energy',
  label: 'Energy error',
  plotLabel: 'Energy error, relative',
  unit: '',
  range: () => ({ low: -16, high: 0 }),
  plotRange: () => ({ low: -16, high: -4 }),
  // Of an impact the step knows the beginning and the end, and not the instant between them.
  tolerance: (_step, integrator, impacts) =>
    impacts ? 1e-2 : oscillating.has(integrator) ? 1e-3 : 1e-8
}

export const loopMeasure: Measure = {
  name: 'loop',
  label: 'Loop error',
  plotLabel: 'Loop error, largest',
  unit: 'm',
  range: () => ({ low: -18, high: -2 }),
  plotRange: () => ({ low: -18, high: -6 }),
  tolerance: () => 1e-10
}

/** From 1 µs to ten steps; the tolerance is the step itself: beyond it real time is lost. */
const timeRange = (step: number) => ({
  low: 0,
  high: Math.ceil(Math.log10(10 * step * microseconds) - 1e-9)
})

export const timeMeasure: Measure = {
  name: 'time',
  label: 'Step time',
  plotLabel: 'Time per step',
  unit: 'µs',
  range: timeRange,
  plotRange: timeRange,
  tolerance: (step) => step * microseconds
}

export const measures: readonly Measure[] = [energyMeasure, loopMeasure, timeMeasure]

/** Where a value stands between the ends of a range of decades, 0 to 1; zero is at the left end. */
export function decadePosition(value: number, low: number, high: number): number {
  if (!(value > 0)) return 0
  return Math.min(1, Math.max(0, (Math.log10(value) - low) / (high - low)))
}

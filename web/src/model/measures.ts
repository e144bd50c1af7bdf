/** What is known of one measurement besides its values. */
export interface Measure {
  readonly name: MeasureName
  readonly label: string
  /** In the truth panel. */
  readonly plotLabel: string
  /** What kind of it, said where there is room. */
  readonly kind: '' | 'relative' | 'largest'
  readonly unit: '' | 'm' | 'µs'
  /** Decades of the gauge for a step of this length [s]. */
  range(step: number): { readonly low: number; readonly high: number }
  /** Decades of the plot. */
  plotRange(step: number): { readonly low: number; readonly high: number }
  /**
   * Beyond this the value is a breach, in the measurement's unit, for a step of this length [s], and
   * what the integrator promises of energy by now.
   */
  tolerance(step: number, promised: number): number
}

const microseconds = 1e6

export const energyMeasure: Measure = {
  name: 'energy',
  label: 'Energy error',
  plotLabel: 'Energy error',
  kind: 'relative',
  unit: '',
  range: () => ({ low: -16, high: 0 }),
  plotRange: () => ({ low: -16, high: -4 }),
  tolerance: (_step, promised) => promised
}

export const loopMeasure: Measure = {
  name: 'loop',
  label: 'Loop error',
  plotLabel: 'Loop error',
  kind: 'largest',
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
  kind: '',
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

export type MeasureName = 'energy' | 'loop' | 'time'

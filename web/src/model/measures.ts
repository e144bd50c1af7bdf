/** Properties of one measurement. */
export interface Measure {
  readonly name: MeasureName
  readonly label: string
  /** Name in the accuracy panel. */
  readonly plotLabel: string
  /** Longer name, shown if there is space. */
  readonly kind: '' | 'relative' | 'largest'
  readonly unit: '' | 'm' | 'µs'
  /** Decades of the gauge, for a step size [s]. */
  range(step: number): { readonly low: number; readonly high: number }
  /** Decades of the plot. */
  plotRange(step: number): { readonly low: number; readonly high: number }
  /**
   * Tolerance in the unit of the measurement, for a step size [s] and the energy tolerance of the
   * integrator.
   */
  tolerance(step: number, energyBound: number): number
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
  tolerance: (_step, energyBound) => energyBound
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

/** From 1 µs to ten steps. The tolerance is the step size: slower steps are slower than real time. */
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

/** Returns the position of a value in a range of decades, 0 to 1; zero is at the left end. */
export function decadePosition(value: number, low: number, high: number): number {
  if (!(value > 0)) return 0
  return Math.min(1, Math.max(0, (Math.log10(value) - low) / (high - low)))
}

export type MeasureName = 'energy' | 'loop' | 'time'

import type { Table } from '@uwdata/flechette'
import type { Sweep } from './sweep.js'

export interface Summary {
  readonly linkwork: string
  readonly seed: number
  readonly runs: number
  readonly failures: number
  /** Of each output, over the runs that reached their end. */
  readonly outputs: Readonly<Record<string, Statistics>>
}

export interface Statistics {
  readonly mean: number
  /** Of the sample: over count − 1. */
  readonly deviation: number
  readonly min: number
  readonly lowerQuartile: number
  readonly median: number
  readonly upperQuartile: number
  readonly max: number
}

export function summarize(sweep: Sweep, table: Table): Summary {
  const failures: ArrayLike<unknown> = table.getChild('failure').toArray()
  const whole = Array.from(failures, (failure, run) => (failure === null ? run : -1))
  const ended = Int32Array.from(whole.filter((run) => run >= 0))
  const outputs = sweep.outputs.map((name): [string, Statistics] => {
    const values: ArrayLike<number> = table.getChild(name).toArray()
    return [name, statisticsOf(Float64Array.from(ended, (run) => values[run] as number))]
  })
  const count = ended.length
  return {
    linkwork: sweep.version,
    seed: sweep.spec.seed,
    runs: sweep.runs,
    failures: sweep.runs - count,
    outputs: count === 0 ? {} : Object.fromEntries(outputs)
  }
}

function statisticsOf(values: Float64Array): Statistics {
  let [mean, squares] = [0, 0]
  for (const [i, value] of values.entries()) {
    // Welford's update: of equal numbers the mean is that number.
    const change = value - mean
    mean += change / (i + 1)
    squares += change * (value - mean)
  }
  const sorted = values.sort()
  /** Between the two values nearest to it, in a straight line. */
  const quantile = (share: number) => {
    const place = share * (sorted.length - 1)
    const [below = 0, above = below] = sorted.subarray(Math.floor(place), Math.floor(place) + 2)
    return below + (above - below) * (place % 1)
  }
  return {
    mean,
    deviation: Math.sqrt(squares / Math.max(1, values.length - 1)),
    min: quantile(0),
    lowerQuartile: quantile(0.25),
    median: quantile(0.5),
    upperQuartile: quantile(0.75),
    max: quantile(1)
  }
}

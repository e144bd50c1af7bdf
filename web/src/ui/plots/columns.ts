import type { Series } from '../../client/series.ts'
import type { MeasureName } from '../../model/measures.ts'

interface Span {
  readonly start: number
  readonly left: number
  readonly right: number
  readonly end: number
  x(time: number): number
}

/** A series gathered into pixel columns: least, largest and last value of each. */
export class Columns {
  readonly #low: Float64Array
  readonly #high: Float64Array
  readonly #last: Float64Array
  /** Largest value of all; 0 for none. */
  largest = 0

  constructor(width: number) {
    this.#low = new Float64Array(width).fill(Number.NaN)
    this.#high = new Float64Array(width).fill(Number.NaN)
    this.#last = new Float64Array(width).fill(Number.NaN)
  }

  add(column: number, value: number): void {
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) return
    if (!(value >= (this.#low[column] ?? Number.NaN))) this.#low[column] = value
    if (!(value <= (this.#high[column] ?? Number.NaN))) this.#high[column] = value
    this.#last[column] = value
    this.largest = Math.max(this.largest, value)
  }

  each(visit: (x: number, low: number, high: number, last: number) => void): void {
    for (let column = 0; column < this.#last.length; column++) {
      const last = this.#last[column] ?? Number.NaN
      if (last >= 0) visit(column, this.#low[column] ?? last, this.#high[column] ?? last, last)
    }
  }

  lastAt(column: number): number | undefined {
    const last = this.#last[column]
    return last !== undefined && last >= 0 ? last : undefined
  }
}

export function gather(series: Series, measure: MeasureName, span: Span): Columns {
  const columns = new Columns(Math.ceil(span.right) + 1)
  for (let index = series.indexFrom(span.start); index < series.length; index++) {
    const time = series.timeAt(index)
    if (time > span.end + 1e-9) break
    columns.add(Math.floor(span.x(time)), series.valueAt(measure, index))
  }
  return columns
}

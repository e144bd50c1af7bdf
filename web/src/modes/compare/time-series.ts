/** Largest number of points; a plot shows fewer than ten minutes at 60 Hz. */
const most = 20_000

/** Values over increasing time; a new point removes those at or after its time. */
export class TimeSeries {
  readonly #times: number[] = []
  readonly #values: number[] = []

  push(time: number, value: number): void {
    this.discardAfter(time - 1e-9)
    this.#times.push(time)
    this.#values.push(value)
    if (this.#times.length <= most) return
    this.#times.splice(0, most / 2)
    this.#values.splice(0, most / 2)
  }

  /** Removes the points after a time. */
  discardAfter(time: number): void {
    while ((this.end ?? Number.NEGATIVE_INFINITY) > time) {
      this.#times.pop()
      this.#values.pop()
    }
  }

  clear(): void {
    this.#times.length = 0
    this.#values.length = 0
  }

  get end(): number | undefined {
    return this.#times.at(-1)
  }

  get length(): number {
    return this.#times.length
  }

  /** The points from one time to another. */
  *between(start: number, end: number): Generator<readonly [time: number, value: number]> {
    let at = this.#times.findIndex((time) => time >= start)
    if (at < 0) return
    for (; at < this.#times.length; at++) {
      const time = this.#times[at] ?? Number.NaN
      if (time > end + 1e-9) return
      yield [time, this.#values[at] ?? Number.NaN]
    }
  }
}

import type { MeasureName } from '../model/measures.ts'
import type { Sample } from '../worker/frame.ts'

const capacity = 65536

/** Time series of recent measurements, in a ring buffer. */
export class Series {
  readonly #time = new Float64Array(capacity)
  readonly #values = {
    energy: new Float64Array(capacity),
    loop: new Float64Array(capacity),
    time: new Float64Array(capacity)
  }
  #first = 0
  #count = 0

  /** Adds a sample and removes those at or after its time. */
  push(sample: Sample): void {
    this.discardAfter(sample.time - 1e-9)
    if (this.#count === capacity) this.#first = (this.#first + 1) % capacity
    else this.#count += 1
    const slot = (this.#first + this.#count - 1) % capacity
    this.#time[slot] = sample.time
    this.#values.energy[slot] = sample.energyError
    this.#values.loop[slot] = sample.loopError
    this.#values.time[slot] = sample.stepTime
  }

  discardAfter(time: number): void {
    while (this.#count > 0 && this.timeAt(this.#count - 1) > time) this.#count -= 1
  }

  clear(): void {
    this.#count = 0
  }

  get length(): number {
    return this.#count
  }

  timeAt(index: number): number {
    return this.#time[(this.#first + index) % capacity] ?? Number.NaN
  }

  valueAt(measure: MeasureName, index: number): number {
    return this.#values[measure][(this.#first + index) % capacity] ?? Number.NaN
  }

  /** Index of the first sample at or after a time. */
  indexFrom(time: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.timeAt(middle) < time) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns the largest value between two times, or NaN if there is none. */
  largest(measure: MeasureName, from: number, to: number): number {
    let largest = Number.NaN
    for (let index = this.indexFrom(from); index < this.#count; index++) {
      if (this.timeAt(index) > to) break
      const value = this.valueAt(measure, index)
      if (!(value <= largest)) largest = value
    }
    return largest
  }
}

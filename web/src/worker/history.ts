import type { Simulation } from 'linkwork'
import type { Actuation } from './applied-forces.ts'

/** Longest history [s] and the time between two snapshots [s]. */
const span = 60
const interval = 0.02
const capacity = Math.round(span / interval) + 2

export interface Entry {
  readonly time: number
  /** Steps since the start. */
  readonly count: number
  readonly snapshot: Float64Array
  /** Motors and forces from this time on. */
  readonly actuation: Actuation
}

/** A time of a simulation, with its motors and forces. */
export type Moment = Omit<Entry, 'snapshot'>

/** Snapshots of the last minute of a simulation, in a ring buffer. */
export class History {
  readonly #ring: Entry[] = []
  #first = 0
  #count = 0

  /** Oldest time; NaN if empty. */
  get start(): number {
    return this.#at(0)?.time ?? Number.NaN
  }

  /** Newest time; NaN if empty. */
  get end(): number {
    return this.#at(this.#count - 1)?.time ?? Number.NaN
  }

  /** Time of the next snapshot. */
  get due(): number {
    return this.end + interval
  }

  clear(): void {
    this.#ring.length = 0
    this.#first = 0
    this.#count = 0
  }

  /** Takes a snapshot if the last one is an interval old, or if forced. */
  record(simulation: Simulation, moment: Moment, forced = false): void {
    const { time } = moment
    if (this.#count > 0) {
      const since = time - this.end
      if (since <= 0 || (!forced && since < interval * 0.999)) return
    }
    if (this.#count === capacity) this.#first = (this.#first + 1) % capacity
    else this.#count += 1
    const slot = (this.#first + this.#count - 1) % capacity
    // A new array, because the length depends on the method.
    this.#ring[slot] = { ...moment, snapshot: simulation.snapshot() }
  }

  /** Returns the newest entry that is not after a time. */
  upTo(time: number): Entry | undefined {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#at(middle)?.time ?? 0) <= time + 1e-9) low = middle + 1
      else high = middle
    }
    return this.#at(Math.max(0, low - 1))
  }

  /** All entries in the order of time. */
  get entries(): readonly Entry[] {
    return Array.from({ length: this.#count }, (_, index) => this.#at(index) as Entry)
  }

  /** Returns the poses of all bodies between two times, computed by a simulation of the mechanism. */
  poses(again: Simulation, from: number, to: number): { times: number[]; poses: Float64Array[] } {
    const entries = this.entries.filter(({ time }) => time >= from && time <= to)
    const poses = entries.map(({ snapshot }) => {
      again.restore(snapshot)
      return again.poses.slice()
    })
    return { times: entries.map(({ time }) => time), poses }
  }

  /** Removes the entries after a time. */
  discardAfter(time: number): void {
    while (this.#count > 0 && this.end > time + 1e-9) this.#count -= 1
  }

  #at(index: number): Entry | undefined {
    return this.#ring[(this.#first + index) % capacity]
  }
}

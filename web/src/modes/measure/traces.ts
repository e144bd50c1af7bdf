import { Signal } from '@preact/signals-core'
import type { Command, Probed } from '../../model/messages.ts'
import type { Offer } from './quantities.ts'

/** Duration of the recorded time series [s]. */
const span = 60
/** Largest number of quantities. */
export const mostTraces = 8

/** The plotted quantities and their values over the last minute. */
export class Traces {
  readonly chosen = new Signal<readonly Offer[]>([])
  /** In the order of time [s]. */
  times: number[] = []
  /** The quantities that there are values of. */
  shown: readonly Offer[] = []
  /** Of each of them its values; null where it has none. */
  columns: (number | null)[][] = []
  /** Counts the changes. */
  version = 0
  readonly #send: (command: Command) => void
  #serial = 0
  /** The number of the request. */
  #answered = 0
  #isFollowing = false

  constructor(send: (command: Command) => void) {
    this.#send = send
  }

  /** Whether values come. */
  follow(on: boolean): void {
    this.#isFollowing = on
    this.#request()
  }

  /** Another mechanism has none of the quantities. */
  clear(): void {
    this.chosen.value = []
    this.#begin()
    this.#request()
  }

  /** Requests the values again after a build. */
  renew(): void {
    if (this.chosen.value.length > 0) this.#request()
  }

  has({ key }: Offer): boolean {
    return this.chosen.value.some((each) => each.key === key)
  }

  /** Starts or ends recording a quantity; returns false if there are too many. */
  toggle(offer: Offer): boolean {
    const { value } = this.chosen
    if (!this.has(offer) && value.length >= mostTraces) return false
    this.chosen.value = this.has(offer)
      ? value.filter(({ key }) => key !== offer.key)
      : [...value, offer]
    this.#request()
    return true
  }

  take({ serial, rows, past }: Probed): void {
    if (serial !== this.#serial) return
    if (this.#answered !== serial) this.#begin()
    this.#answered = serial
    this.version += 1
    for (const row of rows) this.#append(row)
    this.#prepend(past)
    this.#forget()
  }

  /** Whether the values are those of the quantities chosen. */
  get isWhole(): boolean {
    return this.times.length > 0 && this.shown === this.chosen.value
  }

  /** Index of the last time that is not after a time; −1 if there is none. */
  indexAt(time: number): number {
    let [low, high] = [0, this.times.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.times[middle] ?? 0) <= time + 1e-9) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  #begin(): void {
    this.shown = this.chosen.value
    this.times = []
    this.columns = this.shown.map(() => [])
    this.version += 1
  }

  #request(): void {
    this.#serial += 1
    const quantities = this.#isFollowing ? this.chosen.value.map(({ quantity }) => quantity) : []
    this.#send({ type: 'probe', quantities, serial: this.#serial })
  }

  /** Adds a row, and drops the rows at its time and later. */
  #append([time = 0, ...values]: readonly number[]): void {
    const kept = this.indexAt(time - 2e-9) + 1
    if (kept < this.times.length)
      for (const list of [this.times, ...this.columns]) list.length = kept
    this.times.push(time)
    for (const [i, column] of this.columns.entries()) column.push(known(values[i]))
  }

  /** Rows that go backwards from the earliest time; a time's two sums may differ in rounding. */
  #prepend(past: readonly (readonly number[])[]): void {
    const first = this.times[0] ?? Number.POSITIVE_INFINITY
    const rows = past.filter(([time = 0]) => time < first - 1e-9).reverse()
    if (rows.length === 0) return
    this.times.unshift(...rows.map(([time = 0]) => time))
    for (const [i, column] of this.columns.entries())
      column.unshift(...rows.map((row) => known(row[i + 1])))
  }

  #forget(): void {
    const end = this.times.at(-1) ?? 0
    const old = this.indexAt(end - span)
    if (old < 1000) return // not at every row
    for (const list of [this.times, ...this.columns]) list.splice(0, old)
  }
}

const known = (value = Number.NaN): number | null => (Number.isFinite(value) ? value : null)

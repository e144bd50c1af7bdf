import { Signal } from '@preact/signals-core'
import type { MeasureReply, MeasureRequest } from './measure-worker.ts'
import { ladder, Timings } from './timings.ts'

/** The page's end of the worker that measures. */
export class Measuring {
  readonly timings = new Timings()
  /** Links of the chain that is being measured; null while none is. */
  readonly present = new Signal<number | null>(null)
  /** How far the accelerations of both solves differ, by links. */
  readonly differences = new Map<number, number>()
  readonly failure = new Signal('')
  readonly #onMeasurement: () => void
  #worker: Worker | undefined
  /** Number of the last request. */
  #run = 0

  /** `onFinding` is called when there is more to show. */
  constructor(onMeasurement: () => void) {
    this.#onMeasurement = onMeasurement
  }

  measure(links: number): void {
    this.#request([links])
  }

  /** Lengths from the least to the most, and one more. */
  measureAll(links: number): void {
    this.clear()
    this.#request([...new Set([...ladder, links])].sort((one, other) => one - other))
  }

  stop(): void {
    this.present.value = null
    this.#run += 1
    this.#worker?.postMessage({ run: this.#run, links: [] } satisfies MeasureRequest)
  }

  clear(): void {
    this.timings.clear()
    this.differences.clear()
    this.#onMeasurement()
  }

  #request(links: readonly number[]): void {
    this.failure.value = ''
    this.#worker ??= this.#open()
    this.present.value = links[0] ?? null
    this.#run += 1
    this.#worker.postMessage({ run: this.#run, links } satisfies MeasureRequest)
  }

  #open(): Worker {
    const worker = new Worker(new URL('./measure-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<MeasureReply>) => this.#take(data)
    worker.onerror = ({ message }) => this.#fail(message)
    return worker
  }

  #take({ run, measurement }: MeasureReply): void {
    if (run !== this.#run) return // of a request that another has replaced or stopped
    if (measurement.type === 'begun') this.present.value = measurement.links
    else if (measurement.type === 'time')
      this.timings.set(measurement.solve, measurement.links, measurement.time)
    else if (measurement.type === 'difference')
      this.differences.set(measurement.links, measurement.difference)
    else if (measurement.type === 'done') this.present.value = null
    else this.#fail(measurement.message)
    this.#onMeasurement()
  }

  #fail(message: string): void {
    this.present.value = null
    this.failure.value = message
  }
}

import { measures } from '../readouts/measures.ts'
import type { Frame } from '../worker/frame.ts'
import { type MeasureName, Series } from './series.ts'
import type { Settings } from './settings.ts'
import { Signal } from './signal.ts'

/** Weight of the newest frame in the mean of the time per step, and frames until it can be trusted. */
const smoothing = 0.05
const warmUp = 60

type ByMeasure<Value> = Record<MeasureName, Value>

/**
 * What the frames have shown so far: present values, their course, and which tolerance was broken
 * when. A breach stays until the next reset.
 */
export class Findings {
  readonly series = new Series()
  readonly values: ByMeasure<number> = { energy: 0, loop: 0, time: Number.NaN }
  /** Instant of the first breach [s]; null: none. */
  readonly breaches: ByMeasure<Signal<number | null>> = {
    energy: new Signal<number | null>(null),
    loop: new Signal<number | null>(null),
    time: new Signal<number | null>(null)
  }
  /** Simulated time [s]. */
  time = 0
  historyStart = 0
  historyEnd = 0
  measuredSpeed = Number.NaN
  hasLoops = false
  readonly #settings: Settings
  #measuresEpoch = 0
  #timedFrames = 0

  constructor(settings: Settings) {
    this.#settings = settings
  }

  take(frame: Frame): void {
    if (frame.measuresEpoch !== this.#measuresEpoch) {
      this.#measuresEpoch = frame.measuresEpoch
      this.#forgetTime()
    }
    this.time = frame.time
    this.historyStart = frame.historyStart
    this.historyEnd = frame.historyEnd
    this.measuredSpeed = frame.measuredSpeed
    this.values.energy = frame.energyError
    this.values.loop = frame.loopError
    this.#smoothTime(frame.stepTime)
    this.series.discardAfter(frame.historyEnd + 1e-9)
    for (let index = 0; index < frame.sampleCount; index++) {
      const sample = frame.sample(index)
      this.series.push(sample)
      this.#check('energy', sample.energyError, sample.time)
      if (this.hasLoops) this.#check('loop', sample.loopError, sample.time)
    }
    if (this.#timedFrames > warmUp) this.#check('time', this.values.time, frame.time)
  }

  /** Forgets breaches, maxima and course: a new beginning. */
  restart(): void {
    this.series.clear()
    for (const breach of Object.values(this.breaches)) breach.value = null
    this.#forgetTime()
  }

  /** Mean over all frames at first, then over about the last twenty. */
  #smoothTime(stepTime: number): void {
    if (!Number.isFinite(stepTime)) return
    this.#timedFrames += 1
    const before = Number.isFinite(this.values.time) ? this.values.time : stepTime
    const weight = Math.max(smoothing, 1 / this.#timedFrames)
    this.values.time = before + weight * (stepTime - before)
  }

  #forgetTime(): void {
    this.values.time = Number.NaN
    this.#timedFrames = 0
  }

  #check(name: MeasureName, value: number, time: number): void {
    const breach = this.breaches[name]
    const measure = measures.find((candidate) => candidate.name === name)
    const tolerance = measure?.tolerance(this.#settings.step.value) ?? Number.POSITIVE_INFINITY
    if (breach.value === null && value > tolerance) breach.value = time
  }
}

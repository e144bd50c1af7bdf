import { Signal } from '@preact/signals-core'
import type { Mechanism } from 'linkwork'
import { hasContact } from '../model/contact.ts'
import { type MeasureName, measures } from '../model/measures.ts'
import type { ControlState } from '../model/messages.ts'
import type { Settings } from '../model/settings.ts'
import type { Frame, Sample } from '../worker/frame.ts'
import { Series } from './series.ts'

type Bounded = Pick<Sample, 'time' | 'energyTolerance'>
type ByMeasure<Value> = Record<MeasureName, Value>

/**
 * Measurements of the frames so far: present values, their time series, and the time when each
 * tolerance was exceeded. A breach stays until the next reset.
 */
export class Measurements {
  readonly series = new Series()
  readonly values: ByMeasure<number> = { energy: 0, loop: 0, time: Number.NaN }
  /** Time of the first breach [s]; null: none. */
  readonly breaches: ByMeasure<Signal<number | null>> = {
    energy: new Signal<number | null>(null),
    loop: new Signal<number | null>(null),
    time: new Signal<number | null>(null)
  }
  /** Tolerance of the relative energy error now; infinite if there is none. */
  energyTolerance = Number.POSITIVE_INFINITY
  /** Violation of the contact laws, as a velocity [m/s, rad/s]. */
  contactError = 0
  /** Steps since the start that were divided. */
  retries = 0
  /** Computing time of the controller per second of motion [ms]; NaN without a controller. */
  controlCost = Number.NaN
  /** State of the controller; undefined without a controller. */
  controlState: ControlState | undefined
  /** Simulated time [s]. */
  time = 0
  historyStart = 0
  historyEnd = 0
  measuredSpeed = Number.NaN
  hasLoops = false
  /** Whether bodies can collide. */
  readonly hasImpacts = new Signal(false)
  /** Time since when start and solver are the same [s]. */
  since = 0
  readonly #settings: Settings
  #measuresEpoch = 0

  constructor(settings: Settings) {
    this.#settings = settings
  }

  take(frame: Frame): void {
    if (frame.measuresEpoch !== this.#measuresEpoch) this.since = frame.time
    this.#measuresEpoch = frame.measuresEpoch
    this.time = frame.time
    this.historyStart = frame.historyStart
    this.historyEnd = frame.historyEnd
    this.measuredSpeed = frame.measuredSpeed
    this.values.energy = frame.energyError
    this.energyTolerance = frame.energyTolerance
    this.values.loop = frame.loopError
    this.contactError = frame.contactError
    this.retries = frame.retries
    this.controlCost = frame.controlCost
    this.controlState = frame.controlState
    this.values.time = frame.stepTime
    this.series.discardAfter(frame.historyEnd + 1e-9)
    for (let index = 0; index < frame.sampleCount; index++) {
      const sample = frame.sample(index)
      this.series.push(sample)
      this.#check('energy', sample.energyError, sample)
      if (this.hasLoops) this.#check('loop', sample.loopError, sample)
    }
    if (frame.sampleCount > 0) this.#check('time', frame.stepTime, frame)
  }

  /** Whether the mechanism has this measurement. */
  exists(name: MeasureName): boolean {
    if (name === 'energy') return this.energyTolerance < Number.POSITIVE_INFINITY
    return name !== 'loop' || this.hasLoops
  }

  /** Whether the simulation is slower than its setting. */
  get isSlow(): boolean {
    return this.measuredSpeed < 0.98 * this.#settings.speed.value
  }

  /** Starts the measurements of another mechanism. */
  open(mechanism: Mechanism): void {
    this.restart()
    this.hasLoops = (mechanism.loops?.length ?? 0) > 0
    this.hasImpacts.value = hasContact(mechanism)
  }

  /** Clears breaches, maxima and time series. */
  restart(): void {
    this.series.clear()
    for (const breach of Object.values(this.breaches)) breach.value = null
    this.values.time = Number.NaN
    this.since = 0
  }

  /** Uses the tolerance of that time, because the settings may have changed since. */
  #check(name: MeasureName, value: number, { time, energyTolerance }: Bounded): void {
    const breach = this.breaches[name]
    const measure = measures.find((candidate) => candidate.name === name)
    const tolerance = measure?.tolerance(this.#settings.step.value, energyTolerance)
    if (breach.value === null && value > (tolerance ?? Number.POSITIVE_INFINITY))
      breach.value = time
  }
}

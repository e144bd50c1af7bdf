import { Signal } from '@preact/signals-core'
import type { Mechanism } from 'linkwork'
import { hasContact } from '../model/contact.ts'
import { type MeasureName, measures } from '../model/measures.ts'
import type { ControlState } from '../model/messages.ts'
import type { Settings } from '../model/settings.ts'
import type { Frame, Sample } from '../worker/frame.ts'
import { Series } from './series.ts'

type Promised = Pick<Sample, 'time' | 'energyTolerance'>
type ByMeasure<Value> = Record<MeasureName, Value>

/**
 * What the frames have shown so far: present values, their course, and which tolerance was broken
 * when. A breach stays until the next reset.
 */
export class Measurements {
  readonly series = new Series()
  readonly values: ByMeasure<number> = { energy: 0, loop: 0, time: Number.NaN }
  /** Instant of the first breach [s]; null: none. */
  readonly breaches: ByMeasure<Signal<number | null>> = {
    energy: new Signal<number | null>(null),
    loop: new Signal<number | null>(null),
    time: new Signal<number | null>(null)
  }
  /** What the integrator promises of energy by now; infinite: nothing. */
  energyTolerance = Number.POSITIVE_INFINITY
  /** Velocity by which contacts break their laws [m/s, rad/s]. */
  contactError = 0
  /** Steps since the start that had to be taken in parts. */
  retries = 0
  /** Computing of the controller for a second of motion [ms]; NaN without one. */
  controlCost = Number.NaN
  /** How the controller fares; undefined without one. */
  controlState: ControlState | undefined
  /** Simulated time [s]. */
  time = 0
  historyStart = 0
  historyEnd = 0
  measuredSpeed = Number.NaN
  hasLoops = false
  /** Whether things can hit each other. */
  readonly hasImpacts = new Signal(false)
  /** Since when the same start and solver are being measured [s]. */
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

  /** Whether there is such a thing in what moves. */
  exists(name: MeasureName): boolean {
    if (name === 'energy') return this.energyTolerance < Number.POSITIVE_INFINITY
    return name !== 'loop' || this.hasLoops
  }

  /** Whether time passes more slowly than is asked for. */
  get isSlow(): boolean {
    return this.measuredSpeed < 0.98 * this.#settings.speed.value
  }

  /** Another mechanism is measured. */
  open(mechanism: Mechanism): void {
    this.restart()
    this.hasLoops = (mechanism.loops?.length ?? 0) > 0
    this.hasImpacts.value = hasContact(mechanism)
  }

  /** Forgets breaches, maxima and course: a new beginning. */
  restart(): void {
    this.series.clear()
    for (const breach of Object.values(this.breaches)) breach.value = null
    this.values.time = Number.NaN
    this.since = 0
  }

  /** By what was promised then: the settings may be others by now. */
  #check(name: MeasureName, value: number, { time, energyTolerance }: Promised): void {
    const breach = this.breaches[name]
    const measure = measures.find((candidate) => candidate.name === name)
    const tolerance = measure?.tolerance(this.#settings.step.value, energyTolerance)
    if (breach.value === null && value > (tolerance ?? Number.POSITIVE_INFINITY))
      breach.value = time
  }
}

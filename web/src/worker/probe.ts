import type { Linkwork, Mechanism, Model, Simulation } from 'linkwork'
import type { Probed, Quantity } from '../model/messages.ts'
import { applyActuation } from './applied-forces.ts'
import type { Entry } from './history.ts'
import { QuantityReader } from './quantity-reader.ts'

/** Computing for the past between two frames [ms]. */
const patience = 15

/** Follows quantities: from where they are chosen on, and back through the history. */
export class Probe {
  readonly #linkwork: Linkwork
  readonly #mechanism: Mechanism
  #model: Model | undefined
  #quantities: readonly Quantity[] = []
  #serial = 0
  #rows: number[][] = []
  #past: number[][] = []
  /** Of the history, what has not been looked at yet. */
  #left: Entry[] = []
  /** What goes through it again. */
  #again: Simulation | undefined

  constructor(linkwork: Linkwork, mechanism: Mechanism) {
    this.#linkwork = linkwork
    this.#mechanism = mechanism
  }

  get isFollowing(): boolean {
    return this.#quantities.length > 0
  }

  choose(quantities: readonly Quantity[], serial: number, history: readonly Entry[]): void {
    this.#again?.dispose()
    this.#again = undefined
    this.#quantities = quantities
    this.#serial = serial
    this.#rows = []
    this.#past = []
    this.#left = quantities.length > 0 ? [...history] : []
  }

  /** The simulation is at its start again. */
  restart(simulation: Simulation, time: number): void {
    this.discardAfter(Number.NEGATIVE_INFINITY)
    this.record(simulation, time)
  }

  /** Measures what steps have just led to. */
  record(simulation: Simulation, time: number): void {
    if (this.isFollowing) this.#rows.push(this.#measure(simulation, time))
  }

  discardAfter(time: number): void {
    this.#left = this.#left.filter((entry) => entry.time <= time)
  }

  /**
   * Looks back for a moment, from the latest instant to the earliest: each is the end of a step from
   * a snapshot, under what acted then, so that contacts and stops have pushed as they did.
   */
  look(simulation: Simulation, horizon: number): void {
    const end = performance.now() + patience
    for (let entry = this.#left.pop(); entry; entry = this.#left.pop()) {
      this.#again ??= simulation.clone()
      const again = this.#again
      again.restore(entry.snapshot)
      applyActuation(again, entry.actuation)
      const time = entry.time + again.stepSize
      if (time < horizon && this.#goes(again)) this.#past.push(this.#measure(again, time))
      if (performance.now() > end) return
    }
    this.#again?.dispose()
    this.#again = undefined
  }

  /** What was found since the last time; undefined: nothing. */
  take(): Probed | undefined {
    if (this.#rows.length + this.#past.length === 0) return undefined
    const probed = { serial: this.#serial, rows: this.#rows, past: this.#past }
    this.#rows = []
    this.#past = []
    return probed
  }

  dispose(): void {
    this.#again?.dispose()
    this.#model?.dispose()
  }

  #goes(simulation: Simulation): boolean {
    try {
      simulation.step()
      return true
    } catch {
      return false // as it did then
    }
  }

  #measure(simulation: Simulation, time: number): number[] {
    this.#model ??= this.#linkwork.model(this.#mechanism)
    const reader = new QuantityReader(simulation, this.#model)
    return [time, ...this.#quantities.map((quantity) => reader.valueOf(quantity))]
  }
}

import type { Linkwork, Mechanism, Model, Simulation } from 'linkwork'
import type { Probed, Quantity } from '../model/messages.ts'
import { applyActuation } from './applied-forces.ts'
import type { Entry } from './history.ts'
import { QuantityReader } from './quantity-reader.ts'

/** Computing time for the history between two frames [ms]. */
const patience = 15

/** Records quantities from now on, and computes them for the history. */
export class Probe {
  readonly #linkwork: Linkwork
  readonly #mechanism: Mechanism
  #model: Model | undefined
  #quantities: readonly Quantity[] = []
  #serial = 0
  #rows: number[][] = []
  #past: number[][] = []
  /** Entries of the history that are not measured yet. */
  #left: Entry[] = []
  /** Repeats the steps of the history. */
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

  /** Restarts with the simulation. */
  restart(simulation: Simulation, time: number): void {
    this.discardAfter(Number.NEGATIVE_INFINITY)
    this.record(simulation, time)
  }

  /** Measures the present state. */
  record(simulation: Simulation, time: number): void {
    if (this.isFollowing) this.#rows.push(this.#measure(simulation, time))
  }

  discardAfter(time: number): void {
    this.#left = this.#left.filter((entry) => entry.time <= time)
  }

  /**
   * Measures entries of the history for a while, from the latest to the earliest. Each is the end of a
   * step from its snapshot, with the motors and forces of that time, so contact forces are the same.
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

  /** Returns the values since the last call; undefined if there are none. */
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

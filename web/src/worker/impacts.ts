import type { Simulation } from 'linkwork'
import { hasContact } from '../model/contact.ts'

/**
 * How hard things hit: by how much the impulses of all contacts grow from one step to the next,
 * Σ|F| h − (Σ|F| h)₋₁, over the mass of the whole [m/s]. What rests pushes alike step after step, and
 * is silent.
 */
export class Impacts {
  readonly #mass: number
  readonly #canHit: boolean
  #isHeard = false
  #impulse = 0
  #largest = 0

  constructor({ mechanism }: Simulation) {
    this.#mass = mechanism.bodies.reduce((sum, { mass }) => sum + mass, 0) || 1
    this.#canHit = hasContact(mechanism)
  }

  /** Whether every step is to be looked at. */
  get isHeard(): boolean {
    return this.#isHeard && this.#canHit
  }

  listen(on: boolean, simulation: Simulation): void {
    this.#isHeard = on
    if (this.isHeard) this.moved(simulation)
  }

  /** The simulation is at another instant: no step led there. */
  moved(simulation: Simulation): void {
    if (this.isHeard) this.#impulse = impulseOf(simulation)
    this.#largest = 0
  }

  /** Looks at the latest step, where somebody listens. */
  pass(simulation: Simulation): void {
    if (!this.isHeard) return
    const before = this.#impulse
    this.#impulse = impulseOf(simulation)
    this.#largest = Math.max(this.#largest, (this.#impulse - before) / this.#mass)
  }

  /** The largest since the last time [m/s]. */
  take(): number {
    const largest = this.#largest
    this.#largest = 0
    return largest
  }
}

function impulseOf({ contactForces, stepSize }: Simulation): number {
  return stepSize * contactForces.reduce((sum, { force }) => sum + Math.hypot(...force), 0)
}

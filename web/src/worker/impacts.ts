import type { Simulation } from 'linkwork'
import { hasContact } from '../model/contact.ts'

/**
 * Strength of impacts: the increase of all contact impulses from one step to the next, Σ|F| h − (Σ|F|
 * h)₋₁, divided by the total mass [m/s]. It is zero at rest.
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

  /** Whether every step is measured. */
  get isHeard(): boolean {
    return this.#isHeard && this.#canHit
  }

  listen(on: boolean, simulation: Simulation): void {
    this.#isHeard = on
    if (this.isHeard) this.moved(simulation)
  }

  /** Restarts after a jump of the simulation. */
  moved(simulation: Simulation): void {
    if (this.isHeard) this.#impulse = impulseOf(simulation)
    this.#largest = 0
  }

  /** Measures the latest step if sound is on. */
  pass(simulation: Simulation): void {
    if (!this.isHeard) return
    const before = this.#impulse
    this.#impulse = impulseOf(simulation)
    this.#largest = Math.max(this.#largest, (this.#impulse - before) / this.#mass)
  }

  /** Returns the strongest impact since the last call [m/s]. */
  take(): number {
    const largest = this.#largest
    this.#largest = 0
    return largest
  }
}

function impulseOf({ contacts, stepSize }: Simulation): number {
  return stepSize * contacts.forces.reduce((sum, { force }) => sum + Math.hypot(...force), 0)
}

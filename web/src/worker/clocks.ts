/** Two clocks of the worker: how long a step takes, and how fast simulated time really passes. */

/**
 * Mean time of a step. A browser's clock ticks in 5 µs on an isolated page and in 100 µs elsewhere,
 * so steps are gathered until their sum is twenty ticks long.
 */
export class StepTimer {
  readonly #enough = (globalThis.crossOriginIsolated ? 0.005 : 0.1) * 20
  #busy = 0
  #steps = 0
  /** [µs]; NaN before the first measurement. */
  mean = Number.NaN

  add(milliseconds: number, steps: number): void {
    this.#busy += milliseconds
    this.#steps += steps
    if (this.#busy < this.#enough) return
    this.mean = (1000 * this.#busy) / this.#steps
    this.#busy = 0
    this.#steps = 0
  }

  restart(): void {
    this.#busy = 0
    this.#steps = 0
    this.mean = Number.NaN
  }
}

/** Simulated seconds per second over the last second. */
export class SpeedMeter {
  readonly #marks: { wall: number; simulated: number }[] = []

  restart(): void {
    this.#marks.length = 0
  }

  /** Adds an instant: wall clock in ms, simulated time in s. */
  mark(wall: number, simulated: number): void {
    this.#marks.push({ wall, simulated })
    while (this.#marks.length > 2 && wall - (this.#marks[1]?.wall ?? wall) >= 1000) {
      this.#marks.shift()
    }
  }

  get speed(): number {
    const first = this.#marks[0]
    const last = this.#marks.at(-1)
    if (!first || !last || last.wall - first.wall < 100) return Number.NaN
    return (last.simulated - first.simulated) / ((last.wall - first.wall) / 1000)
  }
}

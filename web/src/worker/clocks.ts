/** Clocks of the worker: time per step, speed of the simulation, simulated time that is due. */

/** Length of the mean, and the least number of steps [steps]. */
const memory = 1000
const warmUp = 100

/**
 * Times the steps. A browser's clock ticks in 5 µs on an isolated page and in 100 µs elsewhere, so
 * steps are gathered until their sum is twenty ticks long.
 */
export class StepTimer {
  readonly #enough = (globalThis.crossOriginIsolated ? 0.005 : 0.1) * 20
  #gathered = { busy: 0, steps: 0 }
  /** Sums that decay with e^(−steps/memory), so a stall counts as the few steps during it. */
  #fading = { busy: 0, steps: 0 }
  /** Time of the latest steps [µs]; NaN before the first measurement. */
  latest = Number.NaN

  add(milliseconds: number, steps: number): void {
    const kept = Math.exp(-steps / memory)
    this.#fading.busy = kept * this.#fading.busy + milliseconds
    this.#fading.steps = kept * this.#fading.steps + steps
    this.#gathered.busy += milliseconds
    this.#gathered.steps += steps
    if (this.#gathered.busy < this.#enough || this.#gathered.steps === 0) return
    this.latest = (1000 * this.#gathered.busy) / this.#gathered.steps
    this.#gathered = { busy: 0, steps: 0 }
  }

  /** Mean time of about the last thousand steps [µs]; NaN if there are too few. */
  get mean(): number {
    const { busy, steps } = this.#fading
    return steps >= warmUp ? (1000 * busy) / steps : Number.NaN
  }

  restart(): void {
    this.#gathered = { busy: 0, steps: 0 }
    this.#fading = { busy: 0, steps: 0 }
    this.latest = Number.NaN
  }
}

/** Simulated seconds per second over the last second. */
export class SpeedMeter {
  readonly #marks: { wall: number; simulated: number }[] = []

  restart(): void {
    this.#marks.length = 0
  }

  /** Adds a time: wall clock in ms, simulated time in s. */
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

/** Longer stalls are not made up for [s]. */
const longestStall = 0.25

/** Simulated time that is due by the wall clock, and the time to compute it. */
export class Debt {
  /** Not yet computed [s]. */
  left = 0
  /** Wall clock of the last call [ms]; null after a pause. */
  #last: number | null = null
  #deadline = 0

  /** The time until the next call does not count. */
  rest(): void {
    this.left = 0
    this.#last = null
  }

  /** Adds the time since the last call, by the wall clock [ms], times `speed`. */
  grow(now: number, speed: number): void {
    const elapsed = this.#last === null ? 0 : (now - this.#last) / 1000
    this.#last = now
    this.left += Math.min(elapsed, longestStall) * speed
    this.#deadline = performance.now() + Math.min(100, Math.max(8, 750 * elapsed))
  }

  get isLate(): boolean {
    return performance.now() > this.#deadline
  }

  pay(seconds: number): void {
    this.left -= seconds
  }

  /** Drops the time that could not be computed, except a part of a step. */
  forgive(step: number): void {
    this.left %= step
  }
}

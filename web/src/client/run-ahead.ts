import type { Settings } from '../model/settings.ts'
import type { Solver } from './solver.ts'

/**
 * Simulated time between two frames on the way, and between those that traces and ghosts show in the
 * end [s]; in parts that can be scrubbed to.
 */
const stride = 0.5
const shownStride = 0.1
const shown = 2
const part = 0.02

/** Brings a mechanism that was just built to a later instant, frame by frame: the page stays alive. */
export class RunAhead {
  readonly #solver: Solver
  readonly #settings: Settings
  /** Where it is to come to, and where the steps lead that were asked for [s]. */
  #target = 0
  #requested = 0

  constructor(solver: Solver, settings: Settings) {
    this.#solver = solver
    this.#settings = settings
  }

  start(time: number): void {
    this.#target = time
    this.#requested = 0
    this.follow(0)
  }

  /** Goes on from an instant that was reached, if it is on the way; at the end plays if the page plays. */
  follow(time: number): boolean {
    if (this.#target === 0) return false
    const step = this.#settings.step.value
    if (time > this.#requested - step / 2) this.#goOn(time, step)
    return true
  }

  #goOn(time: number, step: number): void {
    const left = Math.round((this.#target - time) / step)
    if (left <= 0) {
      this.stop()
      return
    }
    const size = Math.max(1, Math.round(part / step))
    const far = left * step > shown ? stride : shownStride
    const end = Math.min(left, Math.max(1, Math.round(far / step)))
    for (let done = 0; done < end; done += size)
      this.#solver.send({ type: 'steps', count: Math.min(size, end - done) })
    this.#requested = time + end * step
  }

  stop(): void {
    if (this.#target === 0) return
    this.#target = 0
    this.#solver.send({ type: 'play', playing: this.#settings.playing.value })
  }
}

import type { Settings } from '../model/settings.ts'
import type { Solver } from './solver.ts'

/**
 * Simulated time between two frames, far from the target and near it, where traces and ghosts are
 * recorded [s].
 */
const stride = 0.5
const shownStride = 0.1
const shown = 2
const part = 0.02

/** Simulates a new mechanism up to a target time, frame by frame, so the page stays responsive. */
export class RunAhead {
  readonly #solver: Solver
  readonly #settings: Settings
  /** Target time, and time after the requested steps [s]. */
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

  /** Requests the next steps from the time of a frame. At the target, it plays if the page plays. */
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

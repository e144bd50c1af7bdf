import type { Mechanism } from 'linkwork'
import type { WorkerEnsemble } from 'linkwork/worker'
import type { MechanismEntry } from '../mechanisms/entry.ts'
import type { Settings } from '../state/settings.ts'
import { SpeedMeter, StepTimer } from '../worker/clocks.ts'
import { placesOf } from './places.ts'

/** What parts the copies at the start: standard deviations of coordinates and velocities. */
const start = { position: 0.15, velocity: 0.6, seed: 1 }
/** A stall longer than this is not caught up with [s]. */
const longestStall = 0.1

/** What is known of a field; numbers are NaN before they are measured. */
export interface FieldReport {
  /** Steps that all copies take in a second of computing. */
  readonly stepsPerSecond: number
  /** Simulated seconds per second. */
  readonly speed: number
  readonly lanes: number
  readonly workers: number
}

/** Copies of the present mechanism in a grid, moved in real time by workers of their own. */
export class Field {
  readonly #settings: Settings
  readonly #onPoses: (poses: Float64Array) => void
  readonly #onFault: (message: string) => void
  readonly #timer = new StepTimer()
  readonly #meter = new SpeedMeter()
  #ensemble: WorkerEnsemble | undefined
  /** Numbers the openings: what belongs to an earlier one is late. */
  #epoch = 0
  #mechanism: Mechanism | undefined
  #places: Float64Array = new Float64Array(0)
  #poses = new Float64Array(0)
  #isBusy = false
  #last = Number.NaN
  #time = 0
  /** Simulated time that is due and not yet computed [s]. */
  #debt = 0

  /** `onPoses` gets all bodies of all copies where they stand. */
  constructor(
    settings: Settings,
    onPoses: (poses: Float64Array) => void,
    onFault: (message: string) => void
  ) {
    this.#settings = settings
    this.#onPoses = onPoses
    this.#onFault = onFault
    const reopen = () => this.#mechanism && this.open(this.#mechanism, settings.entry.value)
    for (const signal of [settings.method, settings.integrator, settings.step, settings.backend])
      signal.onChange(reopen)
  }

  /** Copies of the entry's mechanism, where it asks for any. */
  async open(mechanism: Mechanism, { field }: MechanismEntry): Promise<void> {
    this.#close()
    if (!field) return
    this.#mechanism = mechanism
    const epoch = this.#epoch
    const { options, method, integrator, step, backend } = this.#settings
    const count = options.value['copies'] ?? 0
    const alike = { method: method.value, integrator: integrator.value, step: step.value }
    const workers = backend.value === 'lanes' ? 1 : undefined
    try {
      const { workerEnsemble } = await import('linkwork/worker')
      const ensemble = await workerEnsemble(mechanism, { ...alike, count, workers })
      if (epoch !== this.#epoch) {
        ensemble.dispose()
        return
      }
      this.#places = placesOf(count, field.pitch)
      this.#ensemble = ensemble
      this.restart()
    } catch (error) {
      if (epoch === this.#epoch) this.#onFault((error as Error).message)
    }
  }

  /** All copies back to their start. */
  restart(): void {
    const ensemble = this.#ensemble
    if (!ensemble) return
    this.#debt = 0
    this.#run(ensemble, async () => {
      await ensemble.reset()
      await ensemble.scatter(start)
    })
  }

  /** Called at every animation frame, with its time [ms]. */
  tick(now: number): void {
    const elapsed = Math.min(longestStall, (now - this.#last) / 1000) || 0
    this.#last = now
    const { playing, speed, step } = this.#settings
    const ensemble = this.#ensemble
    if (!ensemble || !playing.value) return
    this.#debt = Math.min(longestStall * speed.value, this.#debt + elapsed * speed.value)
    const steps = Math.floor(this.#debt / step.value)
    if (this.#isBusy || steps === 0) return
    this.#debt -= steps * step.value
    this.#run(ensemble, async () => {
      const begin = performance.now()
      await ensemble.step(steps)
      this.#timer.add(performance.now() - begin, steps)
      this.#time += steps * step.value
      this.#meter.mark(performance.now(), this.#time)
    })
  }

  get report(): FieldReport | null {
    const ensemble = this.#ensemble
    if (!ensemble) return null
    return {
      stepsPerSecond: (ensemble.count * 1e6) / this.#timer.mean,
      speed: this.#settings.playing.value ? this.#meter.speed : Number.NaN,
      lanes: ensemble.width,
      workers: ensemble.workers
    }
  }

  /** Does something, and shows where the copies are then. */
  async #run(ensemble: WorkerEnsemble, act: () => Promise<void>): Promise<void> {
    this.#isBusy = true
    try {
      await act()
      const poses = await ensemble.read('poses')
      if (ensemble === this.#ensemble) this.#show(poses, ensemble.count)
    } catch (error) {
      if (ensemble === this.#ensemble) this.#onFault((error as Error).message)
    }
  }

  /** Puts every copy where it stands. */
  #show(poses: Float64Array, count: number): void {
    this.#isBusy = false
    if (this.#poses.length !== poses.length) this.#poses = new Float64Array(poses.length)
    this.#poses.set(poses)
    const row = poses.length / count
    for (let i = 0; i < poses.length; i += 7) {
      const copy = Math.floor(i / row)
      for (const axis of [0, 1])
        this.#poses[i + axis] = (poses[i + axis] ?? 0) + (this.#places[2 * copy + axis] ?? 0)
    }
    this.#onPoses(this.#poses)
  }

  #close(): void {
    this.#epoch++
    this.#ensemble?.dispose()
    this.#ensemble = undefined
    this.#mechanism = undefined
    this.#isBusy = false
    this.#time = 0
    this.#timer.restart()
    this.#meter.restart()
  }
}

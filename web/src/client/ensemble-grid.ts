import { type AwaitedEnsemble, type EnsembleOptions, load, type Mechanism } from 'linkwork'
import { gridPlaces } from 'linkwork/three'
import type { MechanismEntry } from '../model/mechanisms/entry.ts'
import { count } from '../model/mechanisms/entry.ts'
import type { Backend, Settings } from '../model/settings.ts'
import { onAnyChange } from '../model/signals.ts'
import { optionsFrom } from '../model/solver.ts'
import { SpeedMeter, StepTimer } from '../worker/clocks.ts'

/** Standard deviations of the initial coordinates and velocities of the copies. */
const start = { position: 0.15, velocity: 0.6, seed: 1 }
/** Longer stalls are not made up for [s]. */
const longestStall = 0.1

/** Measurements of an ensemble; NaN before the first one. */
export interface EnsembleReport {
  /** Steps of all copies per second of computing time. */
  readonly stepsPerSecond: number
  /** Simulated seconds per second. */
  readonly speed: number
  /** Names the backend. */
  readonly means: string
}

/** An ensemble and the name of its backend. */
interface RunningEnsemble {
  readonly ensemble: AwaitedEnsemble
  readonly means: string
}

/** Simulates copies of the mechanism in a grid, in real time, in their own workers. */
export class EnsembleGrid {
  readonly #settings: Settings
  readonly #onPoses: (poses: Float64Array) => void
  readonly #onFault: (message: string) => void
  readonly #timer = new StepTimer()
  readonly #meter = new SpeedMeter()
  #running: RunningEnsemble | undefined
  /** Counts the calls of `open`; results of earlier calls are dropped. */
  #epoch = 0
  #mechanism: Mechanism | undefined
  #places: Float64Array = new Float64Array(0)
  #poses = new Float64Array(0)
  #isBusy = false
  #last = Number.NaN
  #time = 0
  /** Simulated time that is due but not computed yet [s]. */
  #debt = 0

  /** Calls `onPoses` with the poses of all bodies of all copies. */
  constructor(
    settings: Settings,
    onPoses: (poses: Float64Array) => void,
    onFault: (message: string) => void
  ) {
    this.#settings = settings
    this.#onPoses = onPoses
    this.#onFault = onFault
    const reopen = () => this.#mechanism && this.open(this.#mechanism, settings.entry.value)
    const { method, integrator, step, backend } = settings
    onAnyChange([method, integrator, step, backend], reopen)
  }

  /** Opens the ensemble of an entry, if it has one, at a time after its start [s]. */
  async open(mechanism: Mechanism, { ensemble }: MechanismEntry, time = 0): Promise<void> {
    this.#close()
    if (!ensemble) return
    this.#mechanism = mechanism
    const epoch = this.#epoch
    const { options, method, integrator, step, backend } = this.#settings
    const copies = options.value['copies'] ?? 0
    const alike = optionsFrom({
      method: method.value,
      integrator: integrator.value,
      step: step.value
    })
    try {
      const running = await runEnsemble(backend.value, mechanism, { ...alike, count: copies })
      if (epoch !== this.#epoch) {
        running.ensemble.dispose()
        return
      }
      this.#places = gridPlaces(copies, ensemble.pitch)
      this.#running = running
      this.restart(time)
    } catch (error) {
      if (epoch === this.#epoch) this.#onFault((error as Error).message)
    }
  }

  /** Resets all copies and moves them to a time [s]. */
  restart(time = 0): void {
    const ensemble = this.#running?.ensemble
    if (!ensemble) return
    this.#debt = 0
    this.#time = time
    const steps = Math.round(time / this.#settings.step.value)
    this.#run(ensemble, async () => {
      await ensemble.reset()
      await ensemble.scatter(start)
      if (steps > 0) await ensemble.step(steps)
    })
  }

  /** Called at every animation frame, with its time [ms]. */
  tick(now: number): void {
    const elapsed = Math.min(longestStall, (now - this.#last) / 1000) || 0
    this.#last = now
    const { playing, speed, step } = this.#settings
    const ensemble = this.#running?.ensemble
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

  get report(): EnsembleReport | null {
    if (!this.#running) return null
    const { ensemble, means } = this.#running
    return {
      stepsPerSecond: (ensemble.count * 1e6) / this.#timer.mean,
      speed: this.#settings.playing.value ? this.#meter.speed : Number.NaN,
      means
    }
  }

  /** Performs an action, then shows the copies. */
  async #run(ensemble: AwaitedEnsemble, act: () => Promise<void>): Promise<void> {
    this.#isBusy = true
    try {
      await act()
      const poses = await ensemble.read('poses')
      if (ensemble === this.#running?.ensemble) this.#show(poses, ensemble.count)
    } catch (error) {
      if (ensemble === this.#running?.ensemble) this.#onFault((error as Error).message)
    }
  }

  /** Shifts every copy to its place in the grid. */
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
    this.#running?.ensemble.dispose()
    this.#running = undefined
    this.#mechanism = undefined
    this.#isBusy = false
    this.#time = 0
    this.#timer.restart()
    this.#meter.restart()
  }
}

async function runEnsemble(
  backend: Backend,
  mechanism: Mechanism,
  options: EnsembleOptions
): Promise<RunningEnsemble> {
  if (backend === 'gpu') {
    const ensemble = await (await load()).ensemble(mechanism, { ...options, backend })
    const { reason, width } = ensemble
    return {
      ensemble,
      means: reason === undefined ? 'WebGPU' : `${count(width, 'lane')}, no GPU: ${reason}`
    }
  }
  const { workerEnsemble } = await import('linkwork/worker')
  const workers = backend === 'lanes' ? 1 : undefined
  const ensemble = await workerEnsemble(mechanism, { ...options, workers })
  const means = `${count(ensemble.workers, 'worker')}, ${count(ensemble.width, 'lane')}`
  return { ensemble, means: ensemble.workers > 1 ? `${means} each` : means }
}

import { described } from '../checks.js'
import type { LiveEnsemble } from '../ensemble.js'
import { MechanismError, SimulationError } from '../errors.js'
import { Slices, stepsOf } from '../slices.js'
import { Turns } from '../turns.js'
import type { EnsembleArray, StepOptions } from '../types/awaited-ensemble.js'
import type { CopyFailure, Ensemble } from '../types/ensemble.js'
import type { GpuEnsemble } from '../types/gpu-ensemble.js'

const arrays: readonly EnsembleArray[] = [
  'q',
  'v',
  'poses',
  'kineticEnergies',
  'potentialEnergies',
  'work',
  'loopErrors',
  'couplingErrors',
  'torques',
  'parameters'
]

/** A SIMD-batched ensemble with the interface of one on a GPU, used if there is no GPU. */
export class AwaitedLanes implements GpuEnsemble {
  readonly #turns = new Turns()
  readonly #slices: Slices

  /** `leastSlice` as `Slices` takes it. */
  constructor(
    protected readonly lanes: LiveEnsemble,
    readonly reason: string | undefined,
    leastSlice?: number
  ) {
    this.#slices = new Slices(leastSlice)
  }

  get backend(): 'gpu' | 'lanes' {
    return 'lanes'
  }
  get count(): number {
    return this.lanes.count
  }
  get width(): number {
    return this.lanes.width
  }
  get positionSize(): number {
    return this.lanes.positionSize
  }
  get velocitySize(): number {
    return this.lanes.velocitySize
  }

  get device(): GPUDevice | undefined {
    return undefined
  }

  /** See EnsembleOnGpu. */
  async writePoses(_target: GPUBuffer, _places?: ArrayLike<number>): Promise<void> {
    throw new SimulationError(`copies are SIMD-batched (${this.reason}); expected read('poses')`)
  }

  async step(count = 1, options?: StepOptions): Promise<void> {
    const steps = stepsOf(count, options)
    return this.turn(() => this.#slices.run(steps, (some) => this.advance(some)))
  }

  async rollout(
    controls: ArrayLike<number>,
    intervals: number,
    options?: Parameters<Ensemble['rollout']>[2]
  ): Promise<Float64Array | undefined> {
    return this.turn(async () => {
      const trajectory = this.lanes.rollout(controls, intervals, options)
      return trajectory && Float64Array.from(trajectory)
    })
  }

  async read(name: EnsembleArray): Promise<Float64Array> {
    if (!arrays.includes(name))
      throw new MechanismError(
        `name: expected one of ${arrays.join(', ')}, found ${described(name)}`
      )
    return this.turn(async () => Float64Array.from(this.lanes[name]))
  }

  async time(copy: number): Promise<number> {
    return this.turn(async () => this.lanes.time(copy))
  }

  async setTorques(torques: ArrayLike<number>): Promise<void> {
    return this.turn(async () => this.lanes.setTorques(torques))
  }

  async setParameters(values: ArrayLike<number>): Promise<void> {
    return this.turn(async () => this.lanes.setParameters(values))
  }

  async setState(copy: number, q: ArrayLike<number>, v: ArrayLike<number>): Promise<void> {
    return this.turn(async () => this.lanes.setState(copy, q, v))
  }

  async setStates(q: ArrayLike<number>, v: ArrayLike<number>): Promise<void> {
    return this.turn(async () => this.lanes.setStates(q, v))
  }

  async scatter(options: Parameters<Ensemble['scatter']>[0]): Promise<void> {
    return this.turn(async () => this.lanes.scatter(options))
  }

  async reset(copy?: number): Promise<void> {
    return this.turn(async () => this.lanes.reset(copy))
  }

  async failures(): Promise<readonly CopyFailure[]> {
    return this.turn(async () => this.lanes.failures)
  }

  dispose(): void {
    this.lanes.dispose()
  }

  [Symbol.dispose](): void {
    this.dispose()
  }

  protected turn<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    return this.#turns.take(act)
  }

  /** Steps, and lets the page do what it has to. */
  protected async advance(steps: number): Promise<void> {
    this.lanes.step(steps)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

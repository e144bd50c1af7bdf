import { described, finiteNumbers, optionsOf, reading, wholeNumber } from '../checks.js'
import { LiveEnsemble } from '../ensemble.js'
import { MechanismError } from '../errors.js'
import type { MovingMechanism } from '../simulation-source.js'
import { stopped } from '../step-shader.js'
import type { EnsembleArray } from '../types/awaited-ensemble.js'
import type { CopyFailure, Ensemble } from '../types/ensemble.js'
import type { WasmModule } from '../wasm-module.js'
import { AwaitedLanes } from './awaited-lanes.js'
import { type CopiesOnGpu, stepsOfDispatch } from './copies-on-gpu.js'
import { storage } from './gpu-memory.js'

/**
 * Copies on a GPU. The SIMD-batched ensemble takes no steps: it sets states of copies, and answers queries
 * about states that the GPU has computed.
 */
export class EnsembleOnGpu extends AwaitedLanes {
  readonly #module: WasmModule
  readonly #source: MovingMechanism
  readonly #copies: CopiesOnGpu
  readonly #made: Uint32Array<ArrayBuffer> // steps by copy
  readonly #work: Float64Array
  /** Copies that have stopped on the GPU and go on by themselves. */
  readonly #alone = new Map<number, LiveEnsemble>()
  readonly #failures = new Map<number, CopyFailure>()
  #isAhead = false // of the lanes

  constructor(
    module: WasmModule,
    source: MovingMechanism,
    lanes: LiveEnsemble,
    copies: CopiesOnGpu
  ) {
    super(lanes, undefined, stepsOfDispatch)
    this.#module = module
    this.#source = source
    this.#copies = copies
    this.#made = new Uint32Array(lanes.count)
    this.#work = new Float64Array(lanes.count)
    copies.write(copies.shader.length, new Float64Array(lanes.count).fill(source.step))
    this.#upload()
  }

  override get backend(): 'gpu' {
    return 'gpu'
  }

  override get device(): GPUDevice {
    return this.#copies.device
  }

  override async writePoses(target: GPUBuffer, places?: ArrayLike<number>): Promise<void> {
    const size = 2 * this.count
    const given =
      places === undefined
        ? new Float32Array(size)
        : Float32Array.from(finiteNumbers(places, 'places', size))
    requireStorage(target, 64 * this.#copies.shader.poses.matrices * this.count)
    return this.turn(async () => {
      if (this.#isAhead)
        for (const [copy, alone] of this.#alone)
          this.#copies.show(this.#copies.shader.q, copy, alone.q)
      await this.#copies.writePoses(target, given)
    })
  }

  override async rollout(
    controls: ArrayLike<number>,
    intervals: number,
    options?: Parameters<Ensemble['rollout']>[2]
  ): Promise<Float64Array | undefined> {
    const { hold = 1, record = false } = optionsOf(options, ['hold', 'record'])
    const length = wholeNumber(intervals, 1, 'intervals')
    const steps = wholeNumber(hold, 0, 'hold')
    const { count, positionSize, velocitySize } = this
    const given = finiteNumbers(controls, 'controls', count * length * velocitySize)
    const numbers = positionSize + velocitySize
    const trajectory = record === true ? new Float64Array(count * length * numbers) : undefined
    return this.turn(async () => {
      const torques = new Float64Array(count * velocitySize)
      for (let interval = 0; interval < length; ++interval) {
        for (let copy = 0; copy < count; ++copy) {
          const first = (copy * length + interval) * velocitySize
          torques.set(given.slice(first, first + velocitySize), copy * velocitySize)
        }
        this.#act(torques)
        await this.advance(steps)
        if (!trajectory) continue
        await this.#show()
        const { q, v } = this.lanes
        for (let copy = 0; copy < count; ++copy) {
          const at = (copy * length + interval) * numbers
          trajectory.set(rowOf(q, copy, positionSize), at)
          trajectory.set(rowOf(v, copy, velocitySize), at + positionSize)
        }
      }
      return trajectory
    })
  }

  override async read(name: EnsembleArray): Promise<Float64Array> {
    await this.turn(() => this.#show())
    return name === 'work' ? this.turn(async () => this.#work.slice()) : super.read(name)
  }

  override async time(copy: number): Promise<number> {
    const place = wholeNumber(copy, 0, 'copy', this.count - 1)
    return this.turn(async () => (this.#made[place] as number) * this.#source.step)
  }

  override async setTorques(torques: ArrayLike<number>): Promise<void> {
    return this.turn(async () => this.#act(torques))
  }

  override async setState(copy: number, q: ArrayLike<number>, v: ArrayLike<number>): Promise<void> {
    return this.#put(() => {
      this.lanes.setState(copy, q, v)
      this.#failures.delete(copy)
    })
  }

  override async setStates(q: ArrayLike<number>, v: ArrayLike<number>): Promise<void> {
    return this.#put(() => {
      this.lanes.setStates(q, v)
      this.#failures.clear()
    })
  }

  override async scatter(options: Parameters<Ensemble['scatter']>[0]): Promise<void> {
    return this.#put(() => this.lanes.scatter(options))
  }

  override async reset(copy?: number): Promise<void> {
    return this.#put(() => {
      this.lanes.reset(copy)
      const [first, next] = copy === undefined ? [0, this.count] : [copy, copy + 1]
      this.#made.fill(0, first, next)
      this.#work.fill(0, first, next)
      for (let each = first; each < next; ++each) this.#failures.delete(each)
    })
  }

  override async failures(): Promise<readonly CopyFailure[]> {
    return this.turn(async () =>
      [...this.#failures.values()].sort((one, other) => one.copy - other.copy)
    )
  }

  override dispose(): void {
    this.#copies.dispose()
    this.#join()
    super.dispose()
  }

  protected override async advance(steps: number): Promise<void> {
    this.#isAhead = true // also where the next line throws
    await this.#copies.step(steps)
    const made = await this.#copies.readMade()
    for (let copy = 0; copy < this.count; ++copy) {
      if (this.#failures.has(copy)) continue
      const before = this.#made[copy] as number
      const now = made[copy] as number
      if (now < stopped) {
        this.#made[copy] = now
        continue
      }
      if (!this.#alone.has(copy)) {
        await this.#show()
        this.#moveAlone(copy)
        this.#goOn(copy, before + steps - (now - stopped))
      } else {
        this.#goOn(copy, steps)
      }
      this.#made[copy] = before + steps
    }
    this.#isAhead = true
  }

  #moveAlone(copy: number): void {
    const { positionSize, velocitySize } = this
    const alone = new LiveEnsemble(this.#module, this.#source, 1, [])
    this.#alone.set(copy, alone)
    alone.setState(
      0,
      rowOf(this.lanes.q, copy, positionSize).slice(),
      rowOf(this.lanes.v, copy, velocitySize).slice()
    )
    alone.setTorques(rowOf(this.lanes.torques, copy, velocitySize).slice())
  }

  #goOn(copy: number, steps: number): void {
    const alone = this.#alone.get(copy) as LiveEnsemble
    alone.step(steps)
    const failure = alone.failures[0]
    if (failure) this.#failures.set(copy, { ...failure, copy })
  }

  /** Brings to the lanes where the copies are. */
  async #show(): Promise<void> {
    if (!this.#isAhead) return
    const { shader } = this.#copies
    const { positionSize, velocitySize } = this
    const states = await this.#copies.read(shader.q, positionSize + velocitySize)
    const work = await this.#copies.read(shader.work, 1)
    const q = new Float64Array(this.count * positionSize)
    const v = new Float64Array(this.count * velocitySize)
    for (let copy = 0; copy < this.count; ++copy) {
      const alone = this.#alone.get(copy)
      const state = rowOf(states, copy, positionSize + velocitySize)
      q.set(alone?.q ?? state.subarray(0, positionSize), copy * positionSize)
      v.set(alone?.v ?? state.subarray(positionSize), copy * velocitySize)
      this.#work[copy] = (work[copy] as number) + (alone?.work[0] ?? 0)
    }
    this.lanes.showStates(q, v)
    this.#isAhead = false
  }

  /** Changes where copies are: all of them go on from there on the GPU. */
  async #put(change: () => void): Promise<void> {
    return this.turn(async () => {
      await this.#show()
      change()
      this.#join()
      this.#upload()
    })
  }

  #join(): void {
    for (const alone of this.#alone.values()) alone.dispose()
    this.#alone.clear()
  }

  #upload(): void {
    const { shader } = this.#copies
    this.#copies.write(shader.q, this.lanes.q)
    this.#copies.write(shader.q + this.positionSize, this.lanes.v)
    this.#copies.write(shader.torque, this.lanes.torques)
    this.#copies.write(shader.work, this.#work)
    const made = this.#made.slice()
    for (const copy of this.#failures.keys()) made[copy] = (made[copy] as number) + stopped
    this.#copies.writeMade(made)
  }

  #act(torques: ArrayLike<number>): void {
    this.lanes.setTorques(torques)
    this.#copies.write(this.#copies.shader.torque, this.lanes.torques)
    for (const [copy, alone] of this.#alone)
      alone.setTorques(rowOf(this.lanes.torques, copy, this.velocitySize).slice())
  }
}

function requireStorage(target: GPUBuffer, bytes: number): void {
  const { usage, size } = reading('target', () => ({ usage: target?.usage, size: target?.size }))
  if (usage & storage && size >= bytes) return
  const found = size === undefined ? described(target) : `${size} bytes, of usage ${usage}`
  throw new MechanismError(
    `target: expected a GPUBuffer of usage STORAGE and ${bytes} bytes or more, found ${found}`
  )
}

const rowOf = (rows: Float64Array, copy: number, size: number): Float64Array =>
  rows.subarray(copy * size, (copy + 1) * size)

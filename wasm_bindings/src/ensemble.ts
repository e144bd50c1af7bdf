import { ArrayViews } from './array-views.js'
import { finiteNumber, numbersIn, optionsOf, seedNumber, wholeNumber } from './checks.js'
import { SimulationError } from './errors.js'
import { leakFinalizer } from './leaks.js'
import type { MovingMechanism } from './simulation-source.js'
import type { StepShader } from './step-shader.js'
import type { CopyFailure, Ensemble, Precision } from './types/ensemble.js'
import { unwrap, unwrapNumber, type WasmEnsemble, type WasmModule } from './wasm-module.js'

const poseSize = 7 // x, y, z and a quaternion

// Frees ensembles that were not disposed of.
const finalizer = leakFinalizer<WasmEnsemble>('ensemble', (handle) => handle.delete())

/** An ensemble in WebAssembly. Checks its arguments, then passes them on. */
export class LiveEnsemble implements Ensemble {
  readonly #module: WasmModule
  #handle: WasmEnsemble | undefined
  readonly #views: ArrayViews

  readonly count: number
  readonly width: number
  readonly precision: Precision
  readonly positionSize: number
  readonly velocitySize: number
  readonly #bodyCount: number
  readonly #varied: number

  constructor(
    module: WasmModule,
    source: MovingMechanism,
    count: number,
    vary: string[],
    precision: Precision = 'doubles'
  ) {
    const { catalogue, text } = source.mechanism
    const inFloats = precision === 'floats'
    const handle = new module.Ensemble()
    try {
      unwrap(handle.open(catalogue, text, ...source.moving, count, vary, inFloats))
    } catch (error) {
      handle.delete()
      throw error
    }
    this.#handle = handle
    finalizer.register(this, handle, this)
    this.#module = module
    this.#views = new ArrayViews(module)
    this.count = count
    this.width = handle.width()
    this.precision = handle.inFloats() ? 'floats' : 'doubles'
    this.positionSize = handle.positionSize()
    this.velocitySize = handle.velocitySize()
    this.#bodyCount = handle.bodyCount()
    this.#varied = vary.length
    Object.preventExtensions(this) // a misspelled name is an error
  }

  step(count = 1): void {
    unwrap(this.#live.step(wholeNumber(count, 0, 'count')))
  }

  rollout(
    controls: ArrayLike<number>,
    intervals: number,
    options?: { readonly hold?: number | undefined; readonly record?: boolean | undefined }
  ): Float64Array | undefined {
    const live = this.#live
    const { hold = 1, record = false } = optionsOf(options, ['hold', 'record'])
    const rows = this.count * wholeNumber(intervals, 1, 'intervals')
    const steps = wholeNumber(hold, 0, 'hold')
    this.#write(controls, 'controls', rows * this.velocitySize)
    const address = live.rollout(intervals, steps, record === true)
    const size = record === true ? rows * (this.positionSize + this.velocitySize) : 0
    const trajectory = this.#view('trajectory', address, size)
    return record === true ? trajectory : undefined
  }

  get q(): Float64Array {
    return this.#view('q', this.#live.q(), this.count * this.positionSize)
  }

  get v(): Float64Array {
    return this.#view('v', this.#live.v(), this.count * this.velocitySize)
  }

  get poses(): Float64Array {
    return this.#view('poses', this.#live.poses(), this.count * poseSize * this.#bodyCount)
  }

  get kineticEnergies(): Float64Array {
    return this.#view('kinetic', this.#live.kineticEnergies(), this.count)
  }

  get potentialEnergies(): Float64Array {
    return this.#view('potential', this.#live.potentialEnergies(), this.count)
  }

  get work(): Float64Array {
    return this.#view('work', this.#live.work(), this.count)
  }

  get loopErrors(): Float64Array {
    return this.#view('loops', this.#live.loopErrors(), this.count)
  }

  get couplingErrors(): Float64Array {
    return this.#view('couplings', this.#live.couplingErrors(), this.count)
  }

  get torques(): Float64Array {
    return this.#view('torques', this.#live.torques(), this.count * this.velocitySize)
  }

  get parameters(): Float64Array {
    return this.#view('parameters', this.#live.parameters(), this.count * this.#varied)
  }

  time(copy: number): number {
    return unwrapNumber(this.#live, this.#live.time(wholeNumber(copy, 0, 'copy')))
  }

  setTorques(torques: ArrayLike<number>): void {
    this.#write(torques, 'torques', this.count * this.velocitySize)
    unwrap(this.#live.setTorques())
  }

  setParameters(values: ArrayLike<number>): void {
    this.#write(values, 'values', this.count * this.#varied)
    unwrap(this.#live.setParameters())
  }

  setState(copy: number, q: ArrayLike<number>, v: ArrayLike<number>): void {
    const place = wholeNumber(copy, 0, 'copy')
    this.#writeState(q, v, 1)
    unwrap(this.#live.setState(place))
  }

  setStates(q: ArrayLike<number>, v: ArrayLike<number>): void {
    this.#writeState(q, v, this.count)
    unwrap(this.#live.setStates())
  }

  /** States that were computed elsewhere, without closing loops. */
  showStates(q: ArrayLike<number>, v: ArrayLike<number>): void {
    this.#writeState(q, v, this.count)
    unwrap(this.#live.showStates())
  }

  /** Its steps for a GPU, or a MechanismError that says why there are none. */
  shader(): StepShader {
    return JSON.parse(unwrap(this.#live.shader())) as StepShader
  }

  scatter(options: {
    readonly position?: number | undefined
    readonly velocity?: number | undefined
    readonly seed?: number | undefined
    readonly first?: number | undefined
  }): void {
    const live = this.#live
    const read = optionsOf(options, ['position', 'velocity', 'seed', 'first'])
    const { position = 0, velocity = 0, seed = 0, first = 0 } = read
    const deviations = [finiteNumber(position, 'position'), finiteNumber(velocity, 'velocity')]
    const number = wholeNumber(first, 0, 'first')
    unwrap(live.scatter(deviations[0] as number, deviations[1] as number, seedNumber(seed), number))
  }

  reset(copy?: number): void {
    const live = this.#live
    unwrap(copy === undefined ? live.resetAll() : live.reset(wholeNumber(copy, 0, 'copy')))
  }

  get failures(): readonly CopyFailure[] {
    return JSON.parse(unwrap(this.#live.failures())) as CopyFailure[]
  }

  dispose(): void {
    finalizer.unregister(this)
    this.#handle?.delete()
    this.#handle = undefined
  }

  [Symbol.dispose](): void {
    this.dispose()
  }

  get #live(): WasmEnsemble {
    if (this.#handle) return this.#handle
    throw new SimulationError('this ensemble was disposed of; make a new one with ensemble()')
  }

  /** Numbers in the memory, or the error that kept them from being computed. */
  #view(name: string, address: number, size: number): Float64Array {
    const start = unwrapNumber(this.#live, address)
    return this.#views.at(name, start, size)
  }

  /** Puts numbers where the next call reads them. */
  #write(values: ArrayLike<number>, name: string, size: number): void {
    const given = numbersIn(values, name, size)
    this.#room(size).set(given)
  }

  #writeState(q: ArrayLike<number>, v: ArrayLike<number>, rows: number): void {
    const positions = numbersIn(q, 'q', rows * this.positionSize)
    const velocities = numbersIn(v, 'v', rows * this.velocitySize)
    const room = this.#room(positions.length + velocities.length)
    room.set(positions)
    room.set(velocities, positions.length)
  }

  #room(size: number): Float64Array {
    const live = this.#live
    const start = unwrapNumber(live, live.input(size)) / 8
    return this.#module.HEAPF64.subarray(start, start + size) // after `input`: memory may have grown
  }
}

import { ArrayViews } from './array-views.js'
import { finiteNumbers, nameOf, numbersIn } from './checks.js'
import { leakFinalizer } from './leaks.js'
import { Outline } from './outline.js'
import { freeResources, type Resources, requireLive, requireOutsideFunctions } from './resources.js'
import type { SimulationSource } from './simulation-source.js'
import { stateJson } from './source-text.js'
import type { GivenJointValues } from './types/state.js'
import { unwrap, unwrapNumber, type WasmModule, type WasmSimulation } from './wasm-module.js'

// Frees simulations that were not disposed of. The held value does not keep the simulation alive.
const finalizer = leakFinalizer<Resources>('simulation', freeResources)

/** A simulation in WebAssembly, and the arrays by which it is read and written. */
export abstract class SimulationMemory {
  readonly #module: WasmModule
  readonly #source: SimulationSource
  readonly #positionSize: number
  readonly #velocitySize: number
  readonly #bodyCount: number
  #resources: Resources | undefined
  readonly #views: ArrayViews
  #outline: Outline | undefined
  #room = 0 // that there was for `place` before

  constructor(module: WasmModule, source: SimulationSource) {
    const handle = new module.Simulation()
    try {
      unwrap(source.open(handle))
    } catch (error) {
      handle.delete()
      throw error
    }
    this.#resources = { handle }
    finalizer.register(this, this.#resources, this)
    this.#module = module
    this.#views = new ArrayViews(module)
    this.#source = source
    this.#outline = source.outline
    this.#positionSize = handle.positionSize()
    this.#velocitySize = handle.velocitySize()
    this.#bodyCount = handle.bodyCount()
  }

  // Accessors hide these from the object's own properties.
  get module(): WasmModule {
    return this.#module
  }

  protected get source(): SimulationSource {
    return this.#source
  }

  protected get positionSize(): number {
    return this.#positionSize
  }

  get velocitySize(): number {
    return this.#velocitySize
  }

  get bodyCount(): number {
    return this.#bodyCount
  }

  protected get resources(): Resources | undefined {
    return this.#resources
  }

  /** For calls about its state. */
  get handle(): WasmSimulation {
    return this.live
  }

  protected get live(): WasmSimulation {
    return requireLive(this.resources).handle
  }

  /** Names and places, made when first requested. */
  get outline(): Outline {
    this.#outline ??= new Outline(unwrap(this.live.outline()))
    return this.#outline
  }

  bodyName(body: string | number): string {
    requireLive(this.resources)
    return nameOf('body', body, () => this.outline.bodies)
  }

  jointName(joint: string | number): string {
    requireLive(this.resources)
    return nameOf('joint', joint, () => this.outline.joints.map(({ name }) => name))
  }

  /** Checked after whether the simulation is in use, whose error comes first. */
  numbers(...given: Parameters<typeof finiteNumbers>): number[] {
    requireLive(this.resources)
    return finiteNumbers(...given)
  }

  /** The address of an array, or the error that kept it from being computed. */
  array(address: number): number {
    return unwrapNumber(this.live, address)
  }

  view(name: string, address: number, size: number): Float64Array {
    const start = this.array(address)
    return this.#views.at(name, start, size)
  }

  /** Puts numbers where the next call reads them. */
  write(first: readonly number[], second: readonly number[] = []): void {
    const count = first.length + second.length
    const start = this.array(this.live.input(count)) / 8
    // Read after `input`, which may have grown the memory.
    const heap = this.module.HEAPF64
    for (let i = 0; i < first.length; i++) heap[start + i] = first[i] as number
    for (let i = 0; i < second.length; i++) heap[start + first.length + i] = second[i] as number
  }

  /** Goes to a state, where these forces and no others act. Numbers of large arrays are C++'s to check. */
  place(
    q: ArrayLike<number>,
    v: ArrayLike<number>,
    tau: ArrayLike<number> | undefined,
    wrenches: ArrayLike<number> | undefined
  ): void {
    const parts = [numbersIn(q, 'q', this.positionSize), numbersIn(v, 'v', this.velocitySize)]
    if (tau) parts.push(numbersIn(tau, 'tau', this.velocitySize))
    if (wrenches) parts.push(numbersIn(wrenches, 'wrenches', 6 * this.bodyCount))
    let count = 0
    for (const part of parts) count += part.length
    if (count > this.#room) {
      // Parts may be views of the memory, which is about to grow.
      for (let i = 0; i < parts.length; i++) parts[i] = Array.from(parts[i] as ArrayLike<number>)
      this.#room = count
    }
    let at = this.array(this.live.input(count)) / 8
    for (const part of parts) {
      this.module.HEAPF64.set(part, at)
      at += part.length
    }
    unwrap(this.live.place(tau !== undefined, wrenches !== undefined))
  }

  /** v̇ of all joints in its state, of which some are named. */
  desired(named: GivenJointValues): Float64Array {
    const address = this.live.desiredAccelerations(stateJson(this.module, { a: named }, 'a'))
    return this.view('desired', address, this.velocitySize)
  }

  protected freeResources(): void {
    requireOutsideFunctions()
    finalizer.unregister(this)
    if (this.#resources) freeResources(this.#resources)
    this.#resources = undefined
  }
}

import { ArrayViews } from './array-views.js'
import { described, finiteNumbers, isList, numbersIn, optionsOf, reading, text } from './checks.js'
import { coordinatesOf } from './derivatives.js'
import { MechanismError, SimulationError } from './errors.js'
import { leakFinalizer } from './leaks.js'
import { type JointPlace, Outline } from './outline.js'
import { LiveSimulation } from './simulation.js'
import { movingOf, type SimulationSource, simulationOptions } from './simulation-source.js'
import type { MechanismTexts } from './source-text.js'
import type { CoordinateMatrix, FrameAxes, FrameSource } from './types/frames.js'
import type { Mechanism } from './types/mechanism.js'
import type { JointNumbers, JointState, ModelState } from './types/model.js'
import type { SimulationOptions } from './types/simulation.js'
import type { GivenJointValues } from './types/state.js'
import type { MechanismInfo } from './types/state-queries.js'
import {
  unwrap,
  unwrapNumber,
  type WasmModel,
  type WasmModule,
  type WasmSimulation
} from './wasm-module.js'

const wrenchSize = 6 // moment and force
const stateParts = ['q', 'v', 'tau', 'wrenches'] as const
/** That one question can be about. */
export const mostFrames = 4096

// Frees models that were not disposed of.
const finalizer = leakFinalizer<WasmModel>('model', (handle) => handle.delete())

/** The parts of a model, and readers that run at the first query. */
export interface ModelSource {
  readonly mechanism: MechanismTexts
  readonly stateText: string
  readonly readMechanism: (text: string) => Mechanism
  readonly readInfo: () => MechanismInfo
}

/** A model in WebAssembly, the simulation that it sets to states of queries, and arrays of both. */
export abstract class ModelMemory {
  readonly #module: WasmModule
  readonly #source: ModelSource
  readonly #outline: Outline
  #handle: WasmModel | undefined
  #probe: LiveSimulation | undefined
  #start: JointState | undefined
  #zero: Float64Array | undefined
  readonly #views: ArrayViews
  readonly #named = new Map<string, number>()
  #placedFrames = 0

  constructor(module: WasmModule, source: ModelSource) {
    const { catalogue, text } = source.mechanism
    const handle = new module.Model()
    try {
      unwrap(handle.open(catalogue, text, source.stateText))
    } catch (error) {
      handle.delete()
      throw error
    }
    this.#handle = handle
    finalizer.register(this, handle, this)
    this.#module = module
    this.#views = new ArrayViews(module)
    this.#source = source
    this.#outline = new Outline(unwrap(handle.outline()))
  }

  // Accessors hide these from the object's own properties.
  protected get module(): WasmModule {
    return this.#module
  }

  protected get source(): ModelSource {
    return this.#source
  }

  protected get outline(): Outline {
    return this.#outline
  }

  protected get live(): WasmModel {
    if (this.#handle) return this.#handle
    throw new SimulationError('this model was disposed of; make a new one with model()')
  }

  /** Its initial state. */
  protected get starting(): JointState {
    this.#start ??= this.stateAt(this.live.start())
    return this.#start
  }

  /** A copy of q and v, which were put there. */
  protected stateAt(address: number): JointState {
    const first = unwrapNumber(this.live, address) / 8
    const { positionSize, velocitySize } = this.outline
    const heap = this.module.HEAPF64
    const middle = first + positionSize
    return { q: heap.slice(first, middle), v: heap.slice(middle, middle + velocitySize) }
  }

  protected simulation(options?: Omit<SimulationOptions, 'assemble'>): LiveSimulation {
    const live = this.live
    const known = simulationOptions.filter((name) => name !== 'assemble')
    const moving = movingOf(this.module, optionsOf(options, known))
    const source: SimulationSource = {
      ...this.source,
      outline: this.outline,
      open: (simulation) => simulation.openModel(live, ...moving)
    }
    return new LiveSimulation(this.module, source)
  }

  /** The simulation that answers, under the forces of a state and there. */
  protected at(state?: ModelState): LiveSimulation {
    this.#probe ??= this.simulation()
    const { q, v, tau, wrenches } = this.placed(state)
    const torques = tau === undefined ? tau : this.velocities(tau, 'tau')
    this.#probe.place(q, v, torques, wrenches === undefined ? wrenches : this.#wrenches(wrenches))
    return this.#probe
  }

  /** The same in WebAssembly. */
  protected standing(state?: ModelState): WasmSimulation {
    return this.at(state).handle
  }

  /** The generalized forces and the wrenches of a state, which may be none. */
  protected forcesOf(state?: ModelState): readonly ArrayLike<number>[] {
    const { tau = {}, wrenches } = this.placed(state)
    return [this.velocities(tau, 'tau'), wrenches === undefined ? [] : this.#wrenches(wrenches)]
  }

  protected placed(state?: ModelState) {
    const { q, v, tau, wrenches } = optionsOf(state, stateParts, 'state')
    const start = this.starting
    const rest = q === undefined ? start.v : {}
    return {
      q: q === undefined ? start.q : this.positions(q),
      v: this.velocities(v === undefined ? rest : v, 'v'),
      tau,
      wrenches
    }
  }

  protected positions(given: JointNumbers): ArrayLike<number> {
    if (isList(given)) return given
    this.#zero ??= this.stateAt(this.live.zero()).q
    return this.#flat(given, 'q', this.#zero.slice(), (joint) => [joint.q, joint.positions])
  }

  protected velocities(given: JointNumbers, name: string): ArrayLike<number> {
    if (isList(given)) return given
    const zero = new Float64Array(this.outline.velocitySize)
    return this.#flat(given, name, zero, (joint) => [joint.v, joint.velocities])
  }

  /** Puts numbers where the next call reads them. */
  protected write(...parts: readonly ArrayLike<number>[]): void {
    const copies = parts.map((part) => Array.from(part)) // they may be views of memory that grows
    const count = copies.reduce((sum, part) => sum + part.length, 0)
    let at = unwrapNumber(this.live, this.live.input(count)) / 8
    for (const part of copies) {
      this.module.HEAPF64.set(part, at)
      at += part.length
    }
  }

  protected writeVelocities(given: JointNumbers, name: string): void {
    this.write(numbersIn(this.velocities(given, name), name, this.outline.velocitySize))
  }

  /** An array of its own that was put there. */
  protected view(name: string, address: number, size: number): Float64Array {
    const start = unwrapNumber(this.live, address)
    return this.#views.at(name, start, size)
  }

  /** Copies of what was put there, one part after the other. */
  protected reader(address: number) {
    let place = unwrapNumber(this.live, address) / 8
    const take = (count: number) => {
      place += count
      return this.module.HEAPF64.slice(place - count, place)
    }
    return { take, coordinates: (count: number) => coordinatesOf(this.outline, take(count)) }
  }

  protected matrixAt(
    address: number,
    rows: number,
    dofs = this.live.degreesOfFreedom()
  ): CoordinateMatrix {
    const { coordinates, take } = this.reader(address)
    return { coordinates: coordinates(dofs), matrix: take(rows * dofs) }
  }

  /** The number of a frame: of a name always the same, of others until mostFrames more were set. */
  protected frameNumber(frame: FrameSource): number {
    if (typeof frame === 'string') {
      const known = this.#named.get(frame)
      if (known !== undefined) return known
      const number = mostFrames + this.#named.size
      unwrap(this.live.setFrame(number, text(frame, 'frame'), false))
      this.#named.set(frame, number)
      return number
    }
    const { body, frame: placed } = optionsOf(frame, ['body', 'frame'], 'frame')
    const known = ['position', 'rotation'] as const
    const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = optionsOf(
      placed,
      known,
      'frame.frame'
    )
    const turn = finiteNumbers(rotation, 'frame.frame.rotation', 4)
    const length = Math.hypot(...turn)
    if (!(Math.abs(length - 1) <= 1e-6))
      throw new MechanismError(`frame.frame.rotation: has length ${length}; expected 1`)
    this.write(finiteNumbers(position, 'frame.frame.position', 3), turn)
    this.#placedFrames = (this.#placedFrames + 1) % mostFrames
    unwrap(this.live.setFrame(this.#placedFrames, text(body as string, 'frame.body'), true))
    return this.#placedFrames
  }

  protected inWorld(axes: FrameAxes): boolean {
    if (axes === 'world' || axes === 'frame') return axes === 'world'
    throw new MechanismError(`axes: expected 'world' or 'frame', found ${described(axes)}`)
  }

  protected end(): void {
    finalizer.unregister(this)
    this.#probe?.dispose()
    this.#handle?.delete()
    this.#handle = undefined
  }

  #flat(
    given: GivenJointValues,
    name: string,
    into: Float64Array,
    placeOf: (joint: JointPlace) => readonly [first: number, count: number]
  ): Float64Array {
    return reading(name, () => {
      for (const [joint, values] of Object.entries(given)) {
        const [first, count] = placeOf(this.outline.joint(joint))
        const list = typeof values === 'number' ? [values] : values
        into.set(finiteNumbers(list, `${name}.${joint}`, count), first)
      }
      return into
    })
  }

  #wrenches(given: Exclude<ModelState['wrenches'], undefined>): ArrayLike<number> {
    if (isList(given)) return given
    return reading('wrenches', () => {
      const flat = new Float64Array(wrenchSize * this.outline.bodies.length)
      for (const [body, values] of Object.entries(given)) {
        const wrench = finiteNumbers(values, `wrenches.${body}`, wrenchSize)
        flat.set(wrench, wrenchSize * this.outline.body(body))
      }
      return flat
    })
  }
}

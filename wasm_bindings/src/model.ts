import { finiteNumbers, isList, optionsOf, reading } from './checks.js'
import { SimulationError } from './errors.js'
import { type JointPlace, Outline } from './outline.js'
import { LiveSimulation } from './simulation.js'
import { movingOf, type SimulationSource, simulationOptions } from './simulation-source.js'
import { jsonText, type MechanismTexts } from './source-text.js'
import type { JointSpaceInertia } from './types/derivatives.js'
import type { JointValues, Mechanism } from './types/mechanism.js'
import type { JointNumbers, JointState, Model, ModelMotion, ModelState } from './types/model.js'
import type { DrivenJoints, Simulation, SimulationOptions } from './types/simulation.js'
import type { Energy, MechanismInfo } from './types/state-queries.js'
import { unwrap, unwrapNumber, type WasmModel, type WasmModule } from './wasm-module.js'

const wrenchSize = 6 // moment and force

// Frees models that nobody disposed of.
const finalizer = new FinalizationRegistry<WasmModel>((handle) => handle.delete())

/** What a model is made of, and readers that run when first asked. */
export interface ModelSource {
  readonly mechanism: MechanismTexts
  readonly stateText: string
  readonly readMechanism: (text: string) => Mechanism
  readonly readInfo: () => MechanismInfo
}

/** A model in WebAssembly. Its answers are those of a simulation that it puts where it is asked to. */
export class CompiledModel implements Model {
  readonly #module: WasmModule
  readonly #source: ModelSource
  readonly #outline: Outline
  #handle: WasmModel | undefined
  #mechanism: Mechanism | undefined
  #info: MechanismInfo | undefined
  #probe: LiveSimulation | undefined
  #start: JointState | undefined
  #zero: Float64Array | undefined

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
    this.#source = source
    this.#outline = new Outline(unwrap(handle.outline()))
  }

  get mechanism(): Mechanism {
    const live = this.#live
    this.#mechanism ??= this.#source.readMechanism(unwrap(live.mechanism()))
    return this.#mechanism
  }

  get info(): MechanismInfo {
    this.#info ??= this.#source.readInfo()
    return this.#info
  }

  get bodies(): readonly string[] {
    return this.#outline.bodies
  }

  get joints(): readonly JointPlace[] {
    return this.#outline.joints
  }

  get positionSize(): number {
    return this.#outline.positionSize
  }

  get velocitySize(): number {
    return this.#outline.velocitySize
  }

  get degreesOfFreedom(): number {
    return this.#live.degreesOfFreedom()
  }

  get start(): JointState {
    const { q, v } = this.#starting
    return { q: q.slice(), v: v.slice() }
  }

  joint(key: string | number): JointPlace {
    return this.#outline.joint(key)
  }

  body(key: string | number): number {
    return this.#outline.body(key)
  }

  named(state: ModelState): { readonly q: JointValues; readonly v: JointValues } {
    const { q, v } = this.#placed(state)
    const flat = {
      q: finiteNumbers(q, 'q', this.positionSize),
      v: finiteNumbers(v, 'v', this.velocitySize)
    }
    const byName = (numbersOf: (joint: JointPlace) => number[]) =>
      Object.fromEntries(this.joints.map((joint) => [joint.name, numbersOf(joint)]))
    return {
      q: byName((joint) => flat.q.slice(joint.q, joint.q + joint.positions)),
      v: byName((joint) => flat.v.slice(joint.v, joint.v + joint.velocities))
    }
  }

  assemble(wanted: DrivenJoints): JointState {
    const live = this.#live
    const { q = {}, v = {} } = optionsOf(wanted, ['q', 'v'], 'wanted')
    return this.#stateAt(live.assemble(jsonText(this.#module, { q, v }, 'wanted')))
  }

  simulate(options?: Omit<SimulationOptions, 'assemble'>): Simulation {
    return this.#simulation(options)
  }

  forwardDynamics(state?: ModelState): Float64Array {
    return this.#at(state).forwardDynamics()
  }

  inverseDynamics(motion: ModelMotion = {}): Float64Array {
    const { a = {}, ...state } = optionsOf(motion, ['q', 'v', 'tau', 'a', 'wrenches'], 'motion')
    return this.#at(state).inverseDynamics(this.#velocities(a, 'a'))
  }

  massMatrix(state?: ModelState): JointSpaceInertia {
    return this.#at(state).massMatrix()
  }

  poses(state?: ModelState): Float64Array {
    return this.#at(state).poses
  }

  energy(state?: ModelState): Energy {
    const { kineticEnergy, potentialEnergy } = this.#at(state)
    return { kinetic: kineticEnergy, potential: potentialEnergy }
  }

  dispose(): void {
    finalizer.unregister(this)
    this.#probe?.dispose()
    this.#handle?.delete()
    this.#handle = undefined
  }

  [Symbol.dispose](): void {
    this.dispose()
  }

  get #live(): WasmModel {
    if (this.#handle) return this.#handle
    throw new SimulationError('this model was disposed of; make a new one with model()')
  }

  get #starting(): JointState {
    this.#start ??= this.#stateAt(this.#live.start())
    return this.#start
  }

  /** A copy of q and v, which were put there. */
  #stateAt(address: number): JointState {
    const first = unwrapNumber(this.#live, address) / 8
    const { positionSize, velocitySize } = this.#outline
    const heap = this.#module.HEAPF64
    const middle = first + positionSize
    return { q: heap.slice(first, middle), v: heap.slice(middle, middle + velocitySize) }
  }

  #simulation(options?: Omit<SimulationOptions, 'assemble'>): LiveSimulation {
    const live = this.#live
    const known = simulationOptions.filter((name) => name !== 'assemble')
    const moving = movingOf(this.#module, optionsOf(options, known))
    const source: SimulationSource = {
      ...this.#source,
      outline: this.#outline,
      open: (simulation) => simulation.openModel(live, ...moving)
    }
    return new LiveSimulation(this.#module, source)
  }

  /** The simulation that answers, under the forces of a state and there. */
  #at(state?: ModelState): LiveSimulation {
    this.#probe ??= this.#simulation()
    const probe = this.#probe
    const { q, v, tau, wrenches } = this.#placed(state)
    const torques = tau === undefined ? tau : this.#velocities(tau, 'tau')
    probe.place(q, v, torques, wrenches === undefined ? wrenches : this.#wrenches(wrenches))
    return probe
  }

  #placed(state?: ModelState) {
    const { tau, wrenches, ...given } = optionsOf(state, ['q', 'v', 'tau', 'wrenches'], 'state')
    const start = this.#starting
    const q = given.q === undefined ? start.q : this.#positions(given.q)
    const still = given.q === undefined ? start.v : new Float64Array(this.velocitySize)
    return { q, v: given.v === undefined ? still : this.#velocities(given.v, 'v'), tau, wrenches }
  }

  #positions(given: JointNumbers): ArrayLike<number> {
    if (isList(given)) return given
    this.#zero ??= this.#stateAt(this.#live.zero()).q
    return this.#flat(given, 'q', this.#zero.slice(), (joint) => [joint.q, joint.positions])
  }

  #velocities(given: JointNumbers, name: string): ArrayLike<number> {
    if (isList(given)) return given
    const zero = new Float64Array(this.velocitySize)
    return this.#flat(given, name, zero, (joint) => [joint.v, joint.velocities])
  }

  #flat(
    given: JointValues,
    name: string,
    into: Float64Array,
    placeOf: (joint: JointPlace) => readonly [first: number, count: number]
  ): Float64Array {
    return reading(name, () => {
      for (const [joint, values] of Object.entries(given)) {
        const [first, count] = placeOf(this.#outline.joint(joint))
        into.set(finiteNumbers(values, `${name}.${joint}`, count), first)
      }
      return into
    })
  }

  #wrenches(given: Exclude<ModelState['wrenches'], undefined>): ArrayLike<number> {
    if (isList(given)) return given
    return reading('wrenches', () => {
      const flat = new Float64Array(wrenchSize * this.bodies.length)
      for (const [body, values] of Object.entries(given)) {
        const wrench = finiteNumbers(values, `wrenches.${body}`, wrenchSize)
        flat.set(wrench, wrenchSize * this.#outline.body(body))
      }
      return flat
    })
  }
}

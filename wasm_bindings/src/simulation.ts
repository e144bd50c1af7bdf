import { finiteNumber, float64Array, isList, optionsOf, wholeNumber } from './checks.js'
import { compileSimulation, presentCompilation } from './compilation.js'
import { Body, Joint } from './handles.js'
import { namedState } from './named-state.js'
import { requireLive } from './resources.js'
import { SimulationActuators, SimulationTendons } from './simulation-actuators.js'
import { SimulationConstraints } from './simulation-constraints.js'
import { SimulationContacts } from './simulation-contacts.js'
import { SimulationDynamics } from './simulation-dynamics.js'
import { SimulationEnergy } from './simulation-energy.js'
import { SimulationForces } from './simulation-forces.js'
import { SimulationMemory } from './simulation-memory.js'
import { SimulationParameters } from './simulation-parameters.js'
import { type SimulationSource, solverNames } from './simulation-source.js'
import { SimulationTracking } from './simulation-tracking.js'
import { stateJson, stateText } from './source-text.js'
import type { Actuators, Tendons } from './types/actuators.js'
import type { Constraints } from './types/constraints.js'
import type { Contacts } from './types/contacts.js'
import type { Dynamics } from './types/dynamics.js'
import type { EnergyBalance } from './types/energy.js'
import type { Forces } from './types/forces.js'
import type { BodyHandle, JointHandle } from './types/handles.js'
import type { Mechanism } from './types/mechanism.js'
import type { MechanismParameters } from './types/parameters.js'
import type {
  Compilation,
  DrivenJoints,
  NamedSolver,
  RolloutOptions,
  Simulation,
  Solver
} from './types/simulation.js'
import type { State, StateSource } from './types/state.js'
import type { MechanismInfo } from './types/state-queries.js'
import type { TrackingMotors } from './types/tracking.js'
import { unwrap, unwrapNumber, type WasmModule, type WasmSimulation } from './wasm-module.js'

const poseSize = 7 // x, y, z and a quaternion
const twistSize = 6 // angular and linear velocity
const longestSnapshot = 2 ** 22 // 32 MB

/** A simulation in WebAssembly. Checks its arguments, then passes them on. */
export class LiveSimulation extends SimulationMemory implements Simulation {
  #mechanism: Mechanism | undefined
  /** Loops that had broken when the mechanism was read. */
  #broken = 0
  #info: MechanismInfo | undefined
  readonly #bodies: BodyHandle[] = []
  readonly #joints: JointHandle[] = []
  readonly #actuators = new SimulationActuators(this, () => this.mechanism.actuators ?? [])
  readonly #tendons = new SimulationTendons(this)
  readonly #contacts = new SimulationContacts(this)
  readonly #energy = new SimulationEnergy(this)
  readonly #forces = new SimulationForces(this)
  readonly #tracking = new SimulationTracking(this)
  readonly #dynamics = new SimulationDynamics(this)
  readonly #constraints = new SimulationConstraints(this)
  readonly #parameters = new SimulationParameters(this, () => {
    this.#mechanism = undefined
  })
  /** Properties with methods and properties of their own. */
  static readonly groups: readonly string[] = [
    'actuators',
    'tendons',
    'contacts',
    'energy',
    'forces',
    'tracking',
    'dynamics',
    'constraints',
    'parameters'
  ]

  constructor(module: WasmModule, source: SimulationSource) {
    super(module, source)
    Object.preventExtensions(this) // a misspelled name is an error
  }

  /** A simulation that compiled code moves, where such code may be made. */
  static async compile(
    module: WasmModule,
    source: SimulationSource,
    keepParameters: boolean
  ): Promise<LiveSimulation> {
    const simulation = new LiveSimulation(module, source)
    const resources = simulation.resources
    if (resources)
      resources.code = await compileSimulation(module, resources.handle, keepParameters)
    return simulation
  }

  get mechanism(): Mechanism {
    const live = this.live
    const broken = live.brokenLoopCount()
    if (broken !== this.#broken) this.#mechanism = undefined
    this.#broken = broken
    this.#mechanism ??= this.source.readMechanism(unwrap(live.mechanism()))
    return this.#mechanism
  }

  get info(): MechanismInfo {
    requireLive(this.resources)
    this.#info ??= this.source.readInfo()
    return this.#info
  }

  get compiled(): Compilation | undefined {
    const { code, handle } = requireLive(this.resources)
    return code && presentCompilation(code, handle)
  }

  get time(): number {
    return this.live.time()
  }

  get stepSize(): number {
    return this.live.stepSize()
  }

  set stepSize(seconds: number) {
    unwrap(this.live.setStepSize(finiteNumber(seconds, 'stepSize')))
  }

  get solver(): NamedSolver {
    const { live } = this
    return { method: live.method(), integrator: live.integrator() } as NamedSolver
  }

  set solver(solver: Solver) {
    const { live } = this
    const [method, integrator] = solverNames(solver)
    const before = [live.method(), live.integrator()] as const
    unwrap(live.setMethod(method || before[0]))
    if (integrator === '') return
    const failure = live.setIntegrator(integrator)
    if (!failure) return
    live.setMethod(before[0])
    live.setIntegrator(before[1])
    unwrap(failure)
  }

  step(count = 1): void {
    unwrap(this.live.step(wholeNumber(count, 0, 'count')))
  }

  advance(seconds: number): number {
    return unwrapNumber(this.live, this.live.advance(finiteNumber(seconds, 'seconds')))
  }

  get q(): Float64Array {
    return this.view('q', this.live.q(), this.positionSize)
  }

  get v(): Float64Array {
    return this.view('v', this.live.v(), this.velocitySize)
  }

  get poses(): Float64Array {
    return this.view('poses', this.live.poses(), poseSize * this.bodyCount)
  }

  get velocities(): Float64Array {
    return this.view('velocities', this.live.velocities(), twistSize * this.bodyCount)
  }

  body(name: string | number): BodyHandle {
    requireLive(this.resources)
    const index = this.outline.body(name)
    this.#bodies[index] ??= new Body(this, this.outline.bodies[index] as string, index)
    return this.#bodies[index]
  }

  joint(name: string | number): JointHandle {
    requireLive(this.resources)
    const place = this.outline.joint(name)
    this.#joints[place.index] ??= new Joint(this, place)
    return this.#joints[place.index] as JointHandle
  }

  get actuators(): Actuators {
    return this.#actuators
  }

  get tendons(): Tendons {
    return this.#tendons
  }

  get contacts(): Contacts {
    return this.#contacts
  }

  get energy(): EnergyBalance {
    return this.#energy
  }

  /** Names of version 0.3, which types do not have. */
  get kineticEnergy(): number {
    return this.#energy.kinetic
  }
  get potentialEnergy(): number {
    return this.#energy.potential
  }

  get forces(): Forces {
    return this.#forces
  }

  get tracking(): TrackingMotors {
    return this.#tracking
  }

  get dynamics(): Dynamics {
    return this.#dynamics
  }

  get constraints(): Constraints {
    return this.#constraints
  }

  get parameters(): MechanismParameters {
    return this.#parameters
  }

  setState(first: ArrayLike<number> | StateSource, v?: ArrayLike<number>): void {
    if (v === undefined && !isList(first)) {
      requireLive(this.resources)
      unwrap(this.live.setNamedState(stateText(this.module, first as StateSource)))
      return
    }
    const q = first as ArrayLike<number>
    const positions = this.numbers(q, 'q', this.positionSize)
    this.write(positions, this.numbers(v, 'v', this.velocitySize))
    unwrap(this.live.setState())
  }

  get state(): State {
    const { live } = this
    const count = live.wrenchCount()
    // All calls come before the views: a call may grow the memory, which detaches them.
    const [q, v, torques, wrenches] = [live.q(), live.v(), live.torques(), live.wrenches()]
    return namedState(this.outline, {
      q: this.view('q', q, this.positionSize),
      v: this.view('v', v, this.velocitySize),
      torques: this.view('torques', torques, this.velocitySize),
      wrenches: count === 0 ? undefined : this.view('wrenches', wrenches, count)
    })
  }

  assemble(wanted: DrivenJoints): void {
    requireLive(this.resources)
    const { q, v } = optionsOf(wanted, ['q', 'v'], 'wanted')
    unwrap(this.live.assemble(stateJson(this.module, { q: q ?? {}, v: v ?? {} }, 'wanted')))
  }

  rollout(
    controls: ArrayLike<number>,
    intervals: number,
    options?: RolloutOptions
  ): Float64Array | undefined {
    requireLive(this.resources)
    const { hold = 1, record = false } = optionsOf(options, ['hold', 'record'])
    const rows = wholeNumber(intervals, 1, 'intervals')
    const steps = wholeNumber(hold, 0, 'hold')
    this.write(this.numbers(controls, 'controls', rows * this.velocitySize))
    const address = this.live.rollout(rows, steps, record === true)
    const size = record === true ? rows * (this.positionSize + this.velocitySize) : 0
    const trajectory = this.view('trajectory', address, size)
    return record === true ? trajectory : undefined
  }

  clone(): Simulation {
    const { handle } = requireLive(this.resources)
    const open = (other: WasmSimulation) => other.openClone(handle)
    return new LiveSimulation(this.module, { ...this.source, outline: this.outline, open })
  }

  snapshot(into?: Float64Array): Float64Array {
    const size = this.live.snapshotSize()
    const values = this.view('snapshot', this.live.snapshot(), size)
    if (into === undefined) return values.slice()
    float64Array(into, size, 'into').set(values)
    return into
  }

  restore(snapshot: Float64Array): void {
    this.write(this.numbers(snapshot, 'snapshot', 0, longestSnapshot))
    unwrap(this.live.restore())
    this.#mechanism = undefined
  }

  reset(): void {
    unwrap(this.live.reset())
    this.#mechanism = undefined
  }

  get retries(): number {
    return this.live.retries()
  }

  dispose(): void {
    this.freeResources()
  }

  [Symbol.dispose](): void {
    this.dispose()
  }
}

import { ArrayView } from './array-view.js'
import { type Belongings, giveBack, requireLive } from './belongings.js'
import {
  described,
  finiteNumber,
  finiteNumbers,
  float64Array,
  nameOf,
  optionsOf,
  text,
  wholeNumber
} from './checks.js'
import { compileSimulation, presentCompilation } from './compilation.js'
import { contactsAt, limitsAt } from './contact-force.js'
import * as derivatives from './derivatives.js'
import { MechanismError } from './errors.js'
import type { SimulationSource } from './simulation-source.js'
import { jsonText } from './source-text.js'
import type { Mechanism } from './types/mechanism.js'
import type {
  Compilation,
  ContactForce,
  ForwardDynamicsDerivatives,
  Integrator,
  InverseDynamicsDerivatives,
  JointSpaceInertia,
  LimitForce,
  Method,
  PullOptions,
  Simulation,
  StepMap
} from './types/simulation.js'
import type { MechanismInfo } from './types/state-queries.js'
import type { Tracking } from './types/tracking.js'
import { unwrap, unwrapNumber, type WasmModule, type WasmSimulation } from './wasm-module.js'

const poseSize = 7 // x, y, z and a quaternion
const wrenchSize = 6 // moment and force
const longestSnapshot = 2 ** 22 // 32 MB

// Frees simulations that nobody disposed of. The held value does not keep the simulation alive.
const finalizer = new FinalizationRegistry<Belongings>(giveBack)

/** A simulation in WebAssembly. Checks its arguments, then passes them on. */
export class LiveSimulation implements Simulation {
  readonly #module: WasmModule
  readonly #source: SimulationSource
  #belongings: Belongings | undefined
  #mechanism: Mechanism | undefined
  #info: MechanismInfo | undefined

  readonly #positionSize: number
  readonly #velocitySize: number
  readonly #bodyCount: number

  readonly #q: ArrayView
  readonly #v: ArrayView
  readonly #poses: ArrayView
  readonly #pullForce: ArrayView
  readonly #snapshot: ArrayView
  readonly #acceleration: ArrayView
  readonly #torque: ArrayView
  readonly #trackingTorque: ArrayView
  readonly #reactions: ArrayView

  constructor(module: WasmModule, source: SimulationSource) {
    const { mechanism, stateText, method, integrator, variationalText } = source
    const handle = new module.Simulation()
    try {
      const { step, allowedContactError } = source
      const how = [method, integrator, variationalText, step, allowedContactError] as const
      unwrap(handle.open(mechanism.catalogue, mechanism.text, stateText, ...how))
    } catch (error) {
      handle.delete()
      throw error
    }
    this.#belongings = { handle }
    finalizer.register(this, this.#belongings, this)
    this.#module = module
    this.#source = source
    this.#positionSize = handle.positionSize()
    this.#velocitySize = handle.velocitySize()
    this.#bodyCount = handle.bodyCount()
    this.#q = new ArrayView(module)
    this.#v = new ArrayView(module)
    this.#poses = new ArrayView(module)
    this.#pullForce = new ArrayView(module)
    this.#snapshot = new ArrayView(module)
    this.#acceleration = new ArrayView(module)
    this.#torque = new ArrayView(module)
    this.#trackingTorque = new ArrayView(module)
    this.#reactions = new ArrayView(module)
  }

  /** A simulation that compiled code moves, where such code may be made. */
  static async compile(
    module: WasmModule,
    source: SimulationSource,
    keepParameters: boolean
  ): Promise<LiveSimulation> {
    const simulation = new LiveSimulation(module, source)
    const belongings = simulation.#belongings
    if (belongings)
      belongings.code = await compileSimulation(module, belongings.handle, keepParameters)
    return simulation
  }

  get mechanism(): Mechanism {
    const live = this.#live
    this.#mechanism ??= this.#source.readMechanism(unwrap(live.mechanism()))
    return this.#mechanism
  }

  get info(): MechanismInfo {
    requireLive(this.#belongings)
    this.#info ??= this.#source.readInfo()
    return this.#info
  }

  get compiled(): Compilation | undefined {
    const { code, handle } = requireLive(this.#belongings)
    return code && presentCompilation(code, handle)
  }

  parameter(name: string): number {
    return unwrapNumber(this.#live, this.#live.parameter(text(name, 'name')))
  }

  setParameter(name: string, value: number): void {
    unwrap(this.#live.setParameter(text(name, 'name'), finiteNumber(value, 'value')))
    this.#mechanism = undefined
  }

  get time(): number {
    return this.#live.time()
  }

  get stepSize(): number {
    return this.#live.stepSize()
  }

  set stepSize(seconds: number) {
    unwrap(this.#live.setStepSize(finiteNumber(seconds, 'stepSize')))
  }

  get method(): Method {
    return this.#live.method() as Method
  }

  set method(name: Method) {
    unwrap(this.#live.setMethod(text(name, 'method')))
  }

  get integrator(): Integrator {
    return this.#live.integrator() as Integrator
  }

  set integrator(name: Integrator) {
    unwrap(this.#live.setIntegrator(text(name, 'integrator')))
  }

  step(count = 1): void {
    unwrap(this.#live.step(wholeNumber(count, 0, 'count')))
  }

  advance(seconds: number): number {
    return unwrapNumber(this.#live, this.#live.advance(finiteNumber(seconds, 'seconds')))
  }

  get q(): Float64Array {
    return this.#q.at(this.#live.q(), this.#positionSize)
  }

  get v(): Float64Array {
    return this.#v.at(this.#live.v(), this.#velocitySize)
  }

  get poses(): Float64Array {
    return this.#poses.at(this.#array(this.#live.poses()), poseSize * this.#bodyCount)
  }

  get kineticEnergy(): number {
    return unwrapNumber(this.#live, this.#live.kineticEnergy())
  }

  get potentialEnergy(): number {
    return unwrapNumber(this.#live, this.#live.potentialEnergy())
  }

  get work(): number {
    return unwrapNumber(this.#live, this.#live.work())
  }

  get loopError(): number {
    return unwrapNumber(this.#live, this.#live.loopError())
  }

  get couplingError(): number {
    return unwrapNumber(this.#live, this.#live.couplingError())
  }

  setTorque(joint: string | number, values: ArrayLike<number> | number): void {
    requireLive(this.#belongings)
    const name = nameOf('joint', joint, () => this.mechanism.joints)
    const list = typeof values === 'number' ? [values] : values
    this.#write(finiteNumbers(list, 'values', 0, this.#velocitySize))
    unwrap(this.#live.setTorque(name))
  }

  setWrench(body: string | number, wrench: ArrayLike<number>): void {
    const name = this.#bodyName(body)
    this.#write(finiteNumbers(wrench, 'wrench', wrenchSize))
    unwrap(this.#live.setWrench(name))
  }

  applyPointForce(
    body: string | number,
    localPoint: ArrayLike<number>,
    force: ArrayLike<number>
  ): void {
    const name = this.#bodyName(body)
    this.#write(finiteNumbers(localPoint, 'localPoint', 3), finiteNumbers(force, 'force', 3))
    unwrap(this.#live.applyPointForce(name))
  }

  clearForces(): void {
    this.#live.clearForces()
  }

  pull(
    body: string | number,
    localPoint: ArrayLike<number>,
    target: ArrayLike<number>,
    options?: PullOptions
  ): void {
    const name = this.#bodyName(body)
    const { stiffness = 100, damping = 10 } = optionsOf(options, ['stiffness', 'damping'])
    const spring = [finiteNumber(stiffness, 'stiffness'), finiteNumber(damping, 'damping')] as const
    this.#write(finiteNumbers(localPoint, 'localPoint', 3), finiteNumbers(target, 'target', 3))
    unwrap(this.#live.pull(name, ...spring))
  }

  release(): void {
    this.#live.release()
  }

  get pullForce(): Float64Array {
    return this.#pullForce.at(this.#array(this.#live.pullForce()), 3)
  }

  track(tracking: Tracking): void {
    unwrap(this.#live.track(jsonText(this.#module, tracking, 'tracking')))
  }

  stopTracking(): void {
    this.#live.stopTracking()
  }

  get isTracking(): boolean {
    return this.#live.isTracking()
  }

  get trackingError(): number {
    return unwrapNumber(this.#live, this.#live.trackingError())
  }

  get trackingTorque(): Float64Array {
    const address = this.#array(this.#live.trackingTorque())
    return this.#trackingTorque.at(address, this.#velocitySize)
  }

  setState(q: ArrayLike<number>, v: ArrayLike<number>): void {
    const positions = this.#numbers(q, 'q', this.#positionSize)
    this.#write(positions, this.#numbers(v, 'v', this.#velocitySize))
    unwrap(this.#live.setState())
  }

  snapshot(into?: Float64Array): Float64Array {
    const size = this.#live.snapshotSize()
    const values = this.#snapshot.at(this.#array(this.#live.snapshot()), size)
    if (into === undefined) return values.slice()
    float64Array(into, size, 'into').set(values)
    return into
  }

  restore(snapshot: Float64Array): void {
    this.#write(this.#numbers(snapshot, 'snapshot', 0, longestSnapshot))
    unwrap(this.#live.restore())
  }

  reset(): void {
    unwrap(this.#live.reset())
  }

  forwardDynamics(): Float64Array {
    const address = this.#array(this.#live.forwardDynamics())
    return this.#acceleration.at(address, this.#velocitySize)
  }

  inverseDynamics(a: ArrayLike<number>): Float64Array {
    this.#write(this.#numbers(a, 'a', this.#velocitySize))
    const address = this.#array(this.#live.inverseDynamics())
    return this.#torque.at(address, this.#velocitySize)
  }

  reactions(axes: 'world' | 'joint' = 'world'): Float64Array {
    requireLive(this.#belongings)
    if (axes !== 'world' && axes !== 'joint') {
      throw new MechanismError(`axes: expected 'world' or 'joint', found ${described(axes)}`)
    }
    const { joints, loops = [] } = this.mechanism
    const address = this.#array(this.#live.reactions(axes === 'joint'))
    return this.#reactions.at(address, wrenchSize * (joints.length + loops.length))
  }

  get contactForces(): readonly ContactForce[] {
    // The memory is looked at after the call, in which it may grow.
    return contactsAt(this.#array(this.#live.contactForces()) / 8, this.#module.HEAPF64)
  }

  get limitForces(): readonly LimitForce[] {
    return limitsAt(this.#array(this.#live.limitForces()) / 8, this.#module.HEAPF64)
  }

  get contactError(): number {
    return unwrapNumber(this.#live, this.#live.contactError())
  }

  forwardDynamicsDerivatives(): ForwardDynamicsDerivatives {
    return derivatives.forwardFrom(this.#found(this.#live.forwardDynamicsDerivatives()))
  }

  inverseDynamicsDerivatives(a: ArrayLike<number>): InverseDynamicsDerivatives {
    this.#write(this.#numbers(a, 'a', this.#velocitySize))
    return derivatives.inverseFrom(this.#found(this.#live.inverseDynamicsDerivatives()))
  }

  stepMap(): StepMap {
    return derivatives.stepMapFrom(this.#found(this.#live.stepMap()))
  }

  massMatrix(): JointSpaceInertia {
    return derivatives.massMatrixFrom(this.#found(this.#live.massMatrix()))
  }

  dispose(): void {
    finalizer.unregister(this)
    if (this.#belongings) giveBack(this.#belongings)
    this.#belongings = undefined
  }

  [Symbol.dispose](): void {
    this.dispose()
  }

  get #live(): WasmSimulation {
    return requireLive(this.#belongings).handle
  }

  #bodyName(body: string | number): string {
    requireLive(this.#belongings)
    return nameOf('body', body, () => this.mechanism.bodies)
  }

  /** Checked after whether the simulation is in use, of which an error has to tell first. */
  #numbers(...given: Parameters<typeof finiteNumbers>): number[] {
    requireLive(this.#belongings)
    return finiteNumbers(...given)
  }

  /** The address of an array, or the error that kept it from being computed. */
  #array(address: number): number {
    return unwrapNumber(this.#live, address)
  }

  /** Where derivatives were put, and their sizes. */
  #found(address: number): derivatives.FoundDerivatives {
    return {
      start: this.#array(address) / 8,
      heap: this.#module.HEAPF64,
      dofs: this.info.degreesOfFreedom,
      velocities: this.#velocitySize,
      mechanism: this.mechanism
    }
  }

  /** Puts numbers where the next call reads them. */
  #write(first: readonly number[], second: readonly number[] = []): void {
    const count = first.length + second.length
    const start = this.#array(this.#live.input(count)) / 8
    // Read after `input`, which may have grown the memory.
    const heap = this.#module.HEAPF64
    for (let i = 0; i < first.length; i++) heap[start + i] = first[i] as number
    for (let i = 0; i < second.length; i++) heap[start + first.length + i] = second[i] as number
  }
}

import type { JointFunctions } from './joint-functions.js'
import type { CompiledQuantity } from './types/simulation.js'

/**
 * The embind table of `cpp/bindings.cpp`, as it looks from TypeScript; a test compares the names
 * with the live module. A call that fails returns an Error, or NaN, instead of throwing (see
 * `cpp/boundary.hpp`): pass what can fail through `unwrap`.
 */
export interface WasmModule {
  /** Replaced by a new view whenever the memory grows. */
  readonly HEAPF64: Float64Array
  version(): string
  /** The full text of a mechanism file, from one that a user wrote. */
  mechanism(text: string): string | Error
  catalogueMechanism(name: string, options: string): string | Error
  /** The tables of `types/tables.ts`, as JSON. */
  catalogue(): string | Error
  methods(): string | Error
  accelerationMethods(): string | Error
  /** The mechanism in a closed pose, the joints held that the state's q names. */
  assemble(mechanism: string, state: string): string | Error
  /** The result for each set of loops and couplings, JSON of `Assembly`. */
  assembly(mechanism: string, dependentJoints: readonly string[]): string | Error
  runCommand(command: string, mechanism: string, state: string, method: string): string | Error
  /** An error unless this many bytes can be allocated. */
  requireRoom(bytes: number): undefined | Error
  /** The imports of modules that are compiled at run time. */
  linkage(): { readonly memory: WebAssembly.Memory; readonly table: WebAssembly.Table }
  readonly Simulation: new () => WasmSimulation
  readonly Model: new () => WasmModel
  readonly Ensemble: new () => WasmEnsemble
}

/** A search for a pose in which loops and couplings close. */
export interface Assembly {
  /** Positions of the joints that stand elsewhere than the mechanism starts. */
  readonly q: Readonly<Record<string, readonly number[]>>
  /** Loops and couplings that share joints, by their places in the mechanism. */
  readonly closures: readonly {
    readonly loops: readonly number[]
    readonly couplings: readonly number[]
    readonly isClosed: boolean
    readonly hasMoved: boolean
    /** Of the nearest miss [rad, or m over the length of the loop]. */
    readonly gap: number
  }[]
}

/** How a mechanism is to move. Empty texts: the state it starts in, its method, its integrator. */
export type Moving = [
  state: string,
  method: string,
  integrator: string,
  variational: string,
  step: number,
  allowedContactError: number,
  energyTolerance: number
]

type OpenArguments = [catalogue: string | null, mechanism: string, ...how: Moving]

/** A mechanism made ready for computing with it; as `WasmSimulation`. */
export interface WasmModel {
  open(catalogue: string | null, mechanism: string, state: string): undefined | Error
  delete(): void

  mechanism(): string | Error
  /** JSON of what `Outline` reads. */
  outline(): string | Error
  degreesOfFreedom(): number
  /** Why the last number was NaN. */
  error(): Error

  /** Memory for `count` numbers that the next call reads. */
  input(count: number): number

  /** q, then v. */
  start(): number
  /** The same with all joints at zero. */
  zero(): number
  /** The same of the pose nearest to it in which the joints named stand and move as given. */
  assemble(state: string): number

  // Functions of a state take a simulation in that state. Matrices come after the coordinates of
  // their columns, places in v.
  /** Gives a number to a frame; reads the input, if it has one: position and quaternion in the body. */
  setFrame(number: number, name: string, hasInput: boolean): undefined | Error
  relativePose(at: WasmSimulation, frame: number, reference: number): number
  relativeTwist(at: WasmSimulation, frame: number, reference: number): number
  frameTwist(at: WasmSimulation, frame: number, inWorld: boolean): number
  /** Reads the input: a. */
  frameAcceleration(at: WasmSimulation, frame: number, inWorld: boolean): number
  jacobian(at: WasmSimulation, frame: number, inWorld: boolean): number
  jacobianRate(at: WasmSimulation, frame: number, inWorld: boolean): number
  twists(at: WasmSimulation): number
  /** Reads the input: a. */
  accelerations(at: WasmSimulation): number
  /** Mass, center, its velocity, coordinates, Jacobian. */
  centerOfMass(at: WasmSimulation): number
  /** Momentum, coordinates, matrix, its rate. */
  centroidalMomentum(at: WasmSimulation): number
  /** Reads the input: numbers of frames. */
  operationalSpaceInertia(at: WasmSimulation, inWorld: boolean): number
  /** Reads the input, ten numbers a target; error, iterations, whether it is reached, q. */
  inverseKinematics(
    at: WasmSimulation,
    held: readonly string[],
    tolerance: number,
    iterations: number,
    searches: number
  ): number
  /** Reads the input: τ, then the wrenches if there are any. See recursion-passes.ts. */
  recursion(at: WasmSimulation): number
  gravityCompensation(at: WasmSimulation): number
  /** Reads the input: τ, then the places in v that are driven. */
  actuatorForces(at: WasmSimulation): number
  /** Reads the input: the places in v that are driven. */
  massMatrix(at: WasmSimulation): number
  inertialParameters(): number
  /** Reads the input: a. */
  inertialRegressor(at: WasmSimulation): number
  /** Reads the input: prior, then q, v, a and τ of every sample. Residual, rank, parameters. */
  fitInertialParameters(samples: number, tolerance: number): number
}

/**
 * A simulation in WebAssembly. Arrays are addresses of doubles. Numbers are NaN after a failure,
 * and `error` returns it.
 */
export interface WasmSimulation {
  open(...how: OpenArguments): undefined | Error
  openModel(model: WasmModel, ...how: Moving): undefined | Error
  openClone(other: WasmSimulation): undefined | Error
  /** Frees the memory; part of every embind class. */
  delete(): void

  step(count: number): undefined | Error
  advance(seconds: number): number
  time(): number
  stepSize(): number
  setStepSize(seconds: number): undefined | Error
  method(): string
  setMethod(name: string): undefined | Error
  integrator(): string
  setIntegrator(name: string): undefined | Error

  positionSize(): number
  velocitySize(): number
  mechanism(): string | Error
  /** JSON of what `Outline` reads. */
  outline(): string | Error
  degreesOfFreedom(): number
  bodyCount(): number
  q(): number
  v(): number
  poses(): number
  velocities(): number
  torques(): number
  pullForce(): number
  kineticEnergy(): number
  potentialEnergy(): number
  work(): number
  loopError(): number
  couplingError(): number
  /** Why the last number was NaN. */
  error(): Error

  /** Memory for `count` numbers that the next call reads. */
  input(count: number): number
  /** Reads the input. */
  setTorque(joint: string): undefined | Error
  /** Reads the input. */
  setTorques(): undefined | Error
  /** Reads the input. */
  setWrench(body: string): undefined | Error
  /** Reads the input. */
  setWrenches(): undefined | Error
  /** Of all bodies, six numbers each, or none. */
  wrenches(): number
  wrenchCount(): number
  /** Reads the input: the point, then the force. */
  applyPointForce(body: string): undefined | Error
  applyImpulse(body: string): undefined | Error
  clearForces(): void
  /** Reads the input: the point, then the target. */
  pull(body: string, stiffness: number, damping: number): undefined | Error
  release(): void

  parameter(name: string): number
  setParameter(name: string, value: number): undefined | Error

  /** Emits a quantity as a module: the address of its bytes, valid until useCompiled. */
  compile(quantity: CompiledQuantity, keepParameters: boolean): number
  codeSize(): number
  codeFunctions(): number
  /** Runs the function at this place of the function table from now on, the module's `run`. */
  useCompiled(place: number, quantity: CompiledQuantity): void
  /** Whether it serves still. */
  isCompiled(quantity: CompiledQuantity): boolean

  track(tracking: string, functions: JointFunctions): undefined | Error
  stopTracking(): void
  isTracking(): boolean
  trackingError(): number
  trackingTorque(): number

  actuatorCount(): number
  setControl(actuator: string, control: number): undefined | Error
  /** Reads the input. */
  setControls(): undefined | Error
  /** Reads the input. */
  setActivations(): undefined | Error
  controls(): number
  activations(): number
  actuatorForces(): number
  tendonCount(): number
  tendonLengths(): number
  tendonLimitForces(): number
  reactionSize(): number
  brokenLoopCount(): number
  brokenLoops(): string | Error
  setMotor(
    joint: string,
    velocity: number,
    position: number,
    stiffness: number,
    damping: number,
    maxForce: number
  ): undefined | Error
  removeMotor(joint: string): undefined | Error
  motorForce(joint: string): number
  prescribe(motions: string, functions: JointFunctions): undefined | Error
  prescribedForces(): number

  /** Reads the input; where the trajectory is. */
  rollout(intervals: number, hold: number, keepsTrajectory: boolean): number
  /** Reads the input: q, then v. */
  setState(): undefined | Error
  /** Reads the input: q, v, and where they are given torques and wrenches, which act alone. */
  place(hasTorques: boolean, hasWrenches: boolean): undefined | Error
  setNamedState(state: string): undefined | Error
  assemble(state: string): undefined | Error
  reset(): undefined | Error
  snapshotSize(): number
  snapshot(): number
  /** Reads the input. */
  restore(): undefined | Error
  forwardDynamics(): number
  /** Reads the input. */
  inverseDynamics(): number
  /** v̇ of all joints, of which the state names some. */
  desiredAccelerations(state: string): number
  reactions(inJointAxes: boolean): number
  /** How many, then of each: places of the two bodies or -1, of the two colliders, point, normal, force, gap. */
  contactForces(): number
  /** How many, then of each: whether it began, the two colliders, impulse, time. */
  takeContactEvents(): number
  /** Reads the input. Whether it hits, then places of collider and body, distance, point, normal. */
  castRay(most: number, mask: number): number
  /**
   * Of two bodies, or of colliders whose indices are not -1. Whether there are any, then places of the two
   * bodies or -1, of the two colliders, distance, both points, normal.
   */
  closestPoints(
    first: string,
    firstCollider: number,
    second: string,
    secondCollider: number,
    most: number
  ): number
  /** `shape`: JSON of a collider of the world. How many, then of each: its place, that of its body or -1. */
  overlaps(shape: string, mask: number): number
  /** How many, then of each: place of the joint, force. */
  limitForces(): number
  contactError(): number
  retries(): number
  forwardDynamicsDerivatives(): number
  /** Reads the input. */
  inverseDynamicsDerivatives(): number
  /** Coordinates at the end, A, B, coordinates at the start. */
  stepMap(): number
  /** Coordinates, H. */
  massMatrix(): number
}

/** Many copies of one mechanism in WebAssembly; as `WasmSimulation`. */
export interface WasmEnsemble {
  open(
    ...how: [...OpenArguments, count: number, vary: readonly string[], inFloats: boolean]
  ): undefined | Error
  delete(): void

  inFloats(): boolean
  width(): number
  positionSize(): number
  velocitySize(): number
  bodyCount(): number
  /** Why the last number was NaN. */
  error(): Error

  /** Memory for `count` numbers that the next call reads. */
  input(count: number): number
  step(count: number): undefined | Error
  /** Reads the input; where the trajectory is. */
  rollout(intervals: number, hold: number, keepsTrajectory: boolean): number

  q(): number
  v(): number
  work(): number
  torques(): number
  parameters(): number
  time(copy: number): number
  poses(): number
  kineticEnergies(): number
  potentialEnergies(): number
  loopErrors(): number
  couplingErrors(): number

  /** Reads the input. */
  setTorques(): undefined | Error
  /** Reads the input. */
  setParameters(): undefined | Error
  /** Reads the input: q, then v. */
  setState(copy: number): undefined | Error
  /** Reads the input: all of q, then all of v. */
  setStates(): undefined | Error
  /** The same, without closing loops. */
  showStates(): undefined | Error
  scatter(position: number, velocity: number, seed: number, first: number): undefined | Error
  reset(copy: number): undefined | Error
  resetAll(): undefined | Error
  /** JSON of a `StepShader`. */
  shader(): string | Error
  /** JSON of all `CopyFailure`. */
  failures(): string | Error
}

/** Throws unless a text fits into the memory: embind would write where nothing was allocated. */
export function requireRoom(module: WasmModule, text: string): void {
  const margin = 2 ** 16 // for what the call makes of it before it looks
  unwrap(module.requireRoom(3 * text.length + margin)) // at most 3 bytes a character
}

/** The result of a call, or its error thrown, its stack trace starting at our caller. */
export function unwrap<Result>(result: Result | Error): Result {
  if (!(result instanceof Error)) return result
  Error.captureStackTrace?.(result, unwrap)
  throw result
}

/** The same for a call that returns a number. */
export function unwrapNumber(simulation: { error(): Error }, result: number): number {
  return Number.isNaN(result) ? unwrap<number>(simulation.error()) : result
}

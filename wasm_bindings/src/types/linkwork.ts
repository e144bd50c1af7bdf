import type { CatalogueMechanism } from './catalogue.js'
import type { Ensemble, EnsembleOptions } from './ensemble.js'
import type { GpuEnsemble, GpuEnsembleOptions } from './gpu-ensemble.js'
import type { Loose } from './loose.js'
import type { Mechanism } from './mechanism.js'
import type { Model, ModelOptions } from './model.js'
import type {
  AccelerationMethod,
  CompileOptions,
  Simulation,
  SimulationOptions
} from './simulation.js'
import type { GivenJointValues, StateSource } from './state.js'
import type {
  Accelerations,
  CoriolisMatrix,
  Energy,
  Kinematics,
  MassMatrix,
  MechanismInfo,
  MethodComparison,
  Torques
} from './state-queries.js'
import type { AccelerationMethodEntry, CatalogueEntry, MethodEntry } from './tables.js'

/**
 * A mechanism, also from an imported JSON file, the text of a mechanism file, or a catalogue mechanism such
 * as `chain()`.
 */
export type MechanismSource = Mechanism | Loose<Mechanism> | CatalogueMechanism | string

/** The source of the WebAssembly. */
export interface LoadOptions {
  /**
   * Bytes, a response, an address to fetch, or what is compiled already, as to be shared with workers.
   * Default: `linkwork.wasm` next to this module.
   */
  readonly wasm?: BufferSource | Response | URL | string | WebAssembly.Module | undefined
  /** Called while the WebAssembly arrives; `total` is 0 if the server does not send it. */
  readonly onProgress?: ((loadedBytes: number, totalBytes: number) => void) | undefined
}

/** Of `assemble`: joints that stay at the positions given, and those that move as given. */
export interface AssembleOptions {
  readonly set?: GivenJointValues | undefined
  readonly velocities?: GivenJointValues | undefined
}

/**
 * The loaded library. Every function that takes a mechanism throws MechanismError with the JSON
 * path, what was found, what was expected and the valid names. Without a state, the mechanism's
 * `initialState` is used.
 */
export interface Linkwork {
  /** Version of the library. */
  readonly version: string
  /** Methods of motion with their integrators, the default ones first. */
  readonly methods: readonly MethodEntry[]
  /** Methods of `forwardDynamics`, the default one first. */
  readonly accelerationMethods: readonly AccelerationMethodEntry[]
  /** The catalogue's mechanisms, and the defaults and ranges of their options. */
  readonly catalogue: readonly CatalogueEntry[]

  /** The mechanism in full: catalogue expanded, text parsed, checked, defaults filled in. */
  mechanism(source: MechanismSource): Mechanism
  /** Checks a mechanism and returns what is odd about it. */
  validate(source: MechanismSource): { readonly warnings: readonly string[] }
  /**
   * The mechanism in full with the nearest `initialState` in which all loops and couplings close,
   * and in which they leave no more freedom than elsewhere (a four-bar stretched flat does): nearest
   * to the one it has, or to all joints at zero. MechanismError, naming the loop and what it leaves
   * open, if there is none.
   */
  assemble(source: MechanismSource, options?: AssembleOptions): Mechanism
  /** Names, clusters, degrees of freedom and warnings. */
  info(source: MechanismSource, state?: StateSource): MechanismInfo
  /** Poses and twists of all bodies. */
  kinematics(source: MechanismSource, state?: StateSource): Kinematics
  energy(source: MechanismSource, state?: StateSource): Energy
  /** Accelerations under the forces of the state. */
  forwardDynamics(
    source: MechanismSource,
    state?: StateSource,
    options?: { readonly method?: AccelerationMethod | undefined }
  ): Accelerations
  /** Forces that produce the accelerations `a` of the state. */
  inverseDynamics(source: MechanismSource, state?: StateSource): Torques
  massMatrix(source: MechanismSource, state?: StateSource): MassMatrix
  coriolisMatrix(source: MechanismSource, state?: StateSource): CoriolisMatrix
  /** Accelerations by every method, and how far they differ. */
  check(source: MechanismSource, state?: StateSource): MethodComparison

  /**
   * A mechanism parsed, checked and compiled once, to compute with at any state and to make
   * simulations of.
   */
  model(source: MechanismSource, options?: ModelOptions): Model
  /**
   * Simulates a mechanism by WebAssembly that is generated for it alone, `compile: true`: whole steps of
   * 'articulated-body' if only gravity and the joints' own forces act within them, else their accelerations;
   * `forwardDynamics`, `inverseDynamics` and `massMatrix`. It takes milliseconds, and pays for many steps.
   * `compiled` of the simulation has the result.
   */
  simulate(source: MechanismSource, options: CompileOptions): Promise<Simulation>
  /** Simulates a mechanism. */
  simulate(source: MechanismSource, options?: SimulationOptions): Simulation
  /** Simulates many copies of a mechanism on the visitor's GPU; SIMD-batched, with a reason, if there is none. */
  ensemble(source: MechanismSource, options: GpuEnsembleOptions): Promise<GpuEnsemble>
  /** The same, SIMD-batched. */
  ensemble(source: MechanismSource, options: EnsembleOptions): Ensemble
}

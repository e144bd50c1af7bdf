/// <reference lib="esnext.disposable" preserve="true" />
import type { Actuators, Tendons } from './actuators.js'
import type { Constraints } from './constraints.js'
import type { Contacts } from './contacts.js'
import type { Dynamics } from './dynamics.js'
import type { EnergyBalance } from './energy.js'
import type { Ensemble, EnsembleOptions } from './ensemble.js'
import type { Forces } from './forces.js'
import type { BodyHandle, JointHandle } from './handles.js'
import type { Linkwork, LoadOptions, MechanismSource } from './linkwork.js'
import type { Model } from './model.js'
import type { MechanismParameters } from './parameters.js'
import type { CompileOptions, Simulation, SimulationOptions } from './simulation.js'
import type { StateSource } from './state.js'
import type { TrackingMotors } from './tracking.js'

/** Objects that stay in the worker are called there; all else comes as a copy. */
type Sent<Answer> = Answer extends Simulation
  ? WorkerSimulation
  : Answer extends Model
    ? WorkerModel
    : Answer extends Ensemble
      ? Asked<Ensemble>
      : Answer extends JointHandle
        ? WorkerJoint
        : Answer extends BodyHandle
          ? Asked<BodyHandle>
          : Answer

/** The groups of members of a simulation. */
type SimulationGroup =
  | Actuators
  | Contacts
  | Tendons
  | EnergyBalance
  | Forces
  | TrackingMotors
  | Dynamics
  | Constraints
  | MechanismParameters

/** Methods and properties of a group, answered with promises. */
type AskedGroup<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Answer>
    : Promise<Group[Name]>
}

/** The same interface, answered with promises; calls are carried out in the order they are made. */
export type Asked<Thing> = {
  readonly [Name in Exclude<keyof Thing, symbol | 'dispose'>]: Thing[Name] extends (
    ...given: infer Given
  ) => infer Answer
    ? (...given: Given) => Promise<Sent<Awaited<Answer>>>
    : Thing[Name] extends SimulationGroup
      ? AskedGroup<Thing[Name]>
      : Promise<Sent<Thing[Name]>>
} & {
  /** Frees what it holds; earlier calls still return. */
  dispose(): void
  [Symbol.dispose](): void
}

/** A moment to be drawn. */
export interface Frame {
  /** Steps taken to get there. */
  readonly steps: number
  /** [s] */
  readonly time: number
  /** As `Simulation.poses`. */
  readonly poses: Float64Array<ArrayBuffer>
}

/** A simulation in a worker. Arrays are copies. */
export type WorkerSimulation = Omit<Asked<Simulation>, 'setState'> & {
  setState(q: ArrayLike<number>, v: ArrayLike<number>): Promise<void>
  setState(state: StateSource): Promise<void>
  /** Sets a property: what is written `simulation.stepSize = 1e-4` elsewhere. */
  set<Name extends 'stepSize' | 'solver'>(name: Name, value: Simulation[Name]): Promise<void>
  set(
    name: 'actuators.controls' | 'actuators.activations',
    values: ArrayLike<number>
  ): Promise<void>
  /**
   * `advance`, and where it leads to, in one message. The poses of an earlier frame, given back as
   * `into`, are sent to be filled again, and are empty from then on.
   */
  frame(seconds: number, into?: Float64Array<ArrayBuffer>): Promise<Frame>
}

export type WorkerModel = Asked<Model>

/** A joint of a simulation in a worker. */
export type WorkerJoint = Asked<JointHandle> & {
  /** Sets the force: what is written `joint.torque = 2` elsewhere. */
  set(name: 'torque', value: number): Promise<void>
}

/** Of `workerLinkwork`. */
export interface WorkerLinkworkOptions extends Pick<LoadOptions, 'wasm'> {
  /** How many workers there are: each simulation, model and ensemble goes to the idlest. Default 1. */
  readonly workers?: number | undefined
}

/**
 * The library in workers, with the interface of `Linkwork`. If a worker ends by itself, for example without
 * memory, its pending and later calls are rejected with a SimulationError.
 */
export type WorkerLinkwork = Omit<Asked<Linkwork>, 'ensemble' | 'simulate'> & {
  simulate(
    source: MechanismSource,
    options?: SimulationOptions | CompileOptions
  ): Promise<WorkerSimulation>
  ensemble(source: MechanismSource, options: EnsembleOptions): Promise<Asked<Ensemble>>
  readonly workers: number
}

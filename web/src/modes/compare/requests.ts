import type { AccelerationMethod, Mechanism, Tracking } from 'linkwork'
import type { ComparedSettings, SolverSettings } from '../../model/settings.ts'

/** A state of a mechanism, with the layout of a simulation. */
export interface ModelState {
  readonly mechanism: Mechanism
  readonly q: Float64Array
  readonly v: Float64Array
}

/** Accelerations of one method, compared with the first one. */
export interface CheckRow {
  readonly method: AccelerationMethod | 'compiled' | 'there-and-back'
  /** Largest difference of an acceleration over the largest acceleration. */
  readonly difference: number
  /** Its joint, and both accelerations [rad/s², m/s²]. */
  readonly joint: string
  readonly value: number
  readonly expected: number
}

export interface Checked {
  /** The method that others are compared with. */
  readonly against: AccelerationMethod
  /** The largest difference first. */
  readonly rows: readonly CheckRow[]
}

/** Torques of one joint for the same motion, by three models of its rotor [N m]. */
export interface TorqueRow {
  readonly joint: string
  readonly exact: number
  readonly reflected: number
  readonly rotorless: number
}

/** Points of a long run of two simulations. */
export interface LongRunPoint {
  /** [s] */
  readonly time: number
  /** Relative energy errors. */
  readonly first: number
  readonly second: number
}

export type Request =
  | ({ readonly type: 'check' } & ModelState)
  | ({ readonly type: 'torques'; readonly a: Float64Array } & ModelState)
  | {
      readonly type: 'run'
      readonly mechanism: Mechanism
      readonly first: SolverSettings
      readonly second: ComparedSettings
      /** Trajectories of the motors of both; null if they are off, or there are none. */
      readonly motors: Tracking | null
      /** [s] */
      readonly time: number
    }
  | { readonly type: 'stop' }

export type Answer =
  | ({ readonly type: 'checked' } & Checked)
  | { readonly type: 'torques'; readonly rows: readonly TorqueRow[] }
  | ({ readonly type: 'point' } & LongRunPoint)
  | { readonly type: 'ran' }
  | {
      readonly type: 'failed'
      readonly what: Exclude<Request['type'], 'stop'>
      readonly message: string
    }

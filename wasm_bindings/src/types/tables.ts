import type { CatalogueName } from './catalogue.js'
import type { Vector3 } from './mechanism.js'
import type { AccelerationMethod, Integrator, Method } from './simulation.js'

/** The parts of a mechanism that an integrator supports. All support contact and joint limits. */
export interface Capabilities {
  readonly loops: boolean
  readonly nonholonomic: boolean
  /** Joints that are functions: curves, surfaces, custom joints. */
  readonly generalJoints: boolean
}

export interface IntegratorEntry extends Capabilities {
  readonly name: Integrator
  readonly description: string
}

/** A way to move a mechanism, and the integrators it has, its default first. */
export interface MethodEntry {
  readonly name: Method
  readonly description: string
  readonly integrators: readonly IntegratorEntry[]
}

/** A way to compute the accelerations of one state. */
export interface AccelerationMethodEntry {
  readonly name: AccelerationMethod
  readonly description: string
  /** Whether it enforces nonholonomic constraints. */
  readonly nonholonomic: boolean
}

/** An option of a catalogue mechanism. */
export interface OptionEntry {
  readonly name: string
  readonly default: number | string | readonly number[] | readonly Vector3[]
  /** The range of a number, and of each number of a vector. */
  readonly min?: number
  readonly max?: number
  /** The values of an option that is a word. */
  readonly choices?: readonly string[]
}

/** A mechanism of the catalogue. */
export interface CatalogueEntry {
  readonly name: CatalogueName
  readonly options: readonly OptionEntry[]
}

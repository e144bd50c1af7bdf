import type { Loose } from './loose.js'
import type { JointValues, Vector6 } from './mechanism.js'

/**
 * A state file: values by joint name over all tree joints, rotors and dependent joints of loops
 * included. `q` and `v` must satisfy loops and couplings to 1e-8.
 */
export interface State {
  /** Positions. A missing joint is at its zero. */
  readonly q?: JointValues
  /** Velocities. */
  readonly v?: JointValues
  /** Generalized forces on the tree joints, dual to their v. Missing ones are 0. */
  readonly tau?: JointValues
  /** Accelerations v̇ that inverse dynamics is to produce; in a loop, those that determine the rest. */
  readonly a?: JointValues
  /** External wrenches by body: [moment; force] in world axes, moment about the world origin. */
  readonly wrenches?: Readonly<Record<string, Vector6>>
}

/** Numbers of joints by name; of a joint that has one, the number alone will do. */
export type GivenJointValues = Readonly<Record<string, number | readonly number[]>>

/** A state as it is given. */
export interface GivenState extends Pick<State, 'wrenches'> {
  readonly q?: GivenJointValues
  readonly v?: GivenJointValues
  readonly tau?: GivenJointValues
  readonly a?: GivenJointValues
}

/** A state, also from an imported JSON file, or the text of a state file. */
export type StateSource = GivenState | Loose<GivenState> | string

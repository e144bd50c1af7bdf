import type { Loose } from './loose.js'
import type { State } from './mechanism.js'

export type { State }

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

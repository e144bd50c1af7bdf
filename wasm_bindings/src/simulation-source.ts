import type { MechanismTexts } from './source-text.js'
import type { Mechanism } from './types/mechanism.js'
import type { Integrator, Method, SimulationOptions } from './types/simulation.js'
import type { MechanismInfo } from './types/state-queries.js'

export const simulationOptions = [
  'method',
  'integrator',
  'step',
  'variational',
  'contact',
  'state'
] as const satisfies readonly (keyof SimulationOptions)[]

/** What a simulation is made of: texts, and readers of them that run when first asked. */
export interface SimulationSource {
  readonly mechanism: MechanismTexts
  readonly stateText: string
  /** Empty: the first that keeps all that the mechanism has. */
  readonly method: Method | ''
  /** Empty: the method's default. */
  readonly integrator: Integrator | ''
  readonly variationalText: string
  readonly step: number
  /** What a step may leave of the laws of contact [m/s]. */
  readonly allowedContactError: number
  readonly readMechanism: (text: string) => Mechanism
  readonly readInfo: () => MechanismInfo
}

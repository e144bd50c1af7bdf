import type { Energy } from './state-queries.js'

/** `simulation.energy`. Without losses, `kinetic + potential - work` is constant. */
export interface EnergyBalance extends Energy {
  /** [J] */
  readonly kinetic: number
  /** Of gravity and joint springs [J]. */
  readonly potential: number
  /** Done since the start by applied forces and motors, less what damping and friction took [J]. */
  readonly work: number
}

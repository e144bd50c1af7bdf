import type { Linkwork, Simulation } from 'linkwork'
import type { ControlState, Motion } from '../model/messages.ts'
import { Balancer } from './balancer.ts'
import { Regulator } from './regulator.ts'

/** Computes the torques of motors between steps. */
export interface Controller {
  /** Sets torques, `count` steps after the start. Returns the number of steps for which they hold. */
  act(simulation: Simulation, count: number): number
  /** Torques of its motors now [N m, N]. */
  readonly torques: readonly number[]
  /** Computing time per second of motion [ms]; NaN before the first measurement. */
  readonly cost: number
  readonly state: ControlState
  /** Returns the predicted poses since the last call. */
  takePaths?(): Float64Array<ArrayBuffer> | undefined
  /** Resets it after a jump of the simulation. Absent if the controller must be made again. */
  forget?(): void
  dispose?(): void
}

/** Returns undefined for motors that follow trajectories, which the library drives. */
export function controllerOf(
  linkwork: Linkwork,
  simulation: Simulation,
  motion: Motion | null
): Controller | undefined {
  if (motion && 'goal' in motion) return new Balancer(linkwork, simulation, motion)
  if (motion && 'stance' in motion) return new Regulator(linkwork, motion)
  return undefined
}

/** Joints whose torques a controller sets: names, or indices into v. */
export function motorsOf(motion: Motion | null): readonly (string | number)[] {
  if (motion && 'goal' in motion) return [motion.motor]
  return motion && 'stance' in motion ? Object.keys(motion.motors) : []
}

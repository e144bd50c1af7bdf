import type { Linkwork, Simulation } from 'linkwork'
import type { ControlState, Motion } from '../model/messages.ts'
import { Balancer } from './balancer.ts'
import { Regulator } from './regulator.ts'

/** What decides between steps what motors do. */
export interface Controller {
  /** Sets torques, `count` steps after the start; the steps for which they hold. */
  act(simulation: Simulation, count: number): number
  /** Of its motors now [N m, N]. */
  readonly torques: readonly number[]
  /** Computing for a second of motion [ms]; NaN before the first measurement. */
  readonly cost: number
  readonly state: ControlState
  /** Poses along what it has seen ahead since the last look, where it looks ahead. */
  takePaths?(): Float64Array<ArrayBuffer> | undefined
  /** The simulation is elsewhere. Absent where only another one knows nothing of before. */
  forget?(): void
  dispose?(): void
}

/** None for motors that follow courses, which the library drives. */
export function controllerOf(
  linkwork: Linkwork,
  simulation: Simulation,
  motion: Motion | null
): Controller | undefined {
  if (motion && 'goal' in motion) return new Balancer(linkwork, simulation, motion)
  if (motion && 'stance' in motion) return new Regulator(linkwork, motion)
  return undefined
}

/** The joints whose torques a controller sets: by name, or their places in v. */
export function motorsOf(motion: Motion | null): readonly (string | number)[] {
  if (motion && 'goal' in motion) return [motion.motor]
  return motion && 'stance' in motion ? Object.keys(motion.motors) : []
}

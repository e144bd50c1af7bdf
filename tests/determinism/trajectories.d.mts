import type { Linkwork, Simulation } from 'linkwork'

export type Trajectory = readonly [mechanism: string, method: string, integrator: string]

export function trajectoriesOf(linkwork: Linkwork): Trajectory[]
export function simulationOf(linkwork: Linkwork, trajectory: Trajectory): Simulation
export function hashOf(simulation: Pick<Simulation, 'time' | 'q' | 'v'>): string
export function hashesAfter(simulation: Simulation, counts: readonly number[]): string[]

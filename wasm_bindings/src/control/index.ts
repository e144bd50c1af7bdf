/** Feedback and trajectories by the exact derivatives of steps. */
export { type DlqrResult, dlqr } from './dlqr.js'
export { type IlqrOptions, ilqr, OptimalTrajectory } from './ilqr.js'
export { type LinearModel, linearize } from './linearize.js'
export { type LqrOptions, lqr, Regulator, type Weights } from './lqr.js'
export { type Matrix, product, solve } from './matrices.js'
export type { Coordinates, StateVectors } from './state-coordinates.js'

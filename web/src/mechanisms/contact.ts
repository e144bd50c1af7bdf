/** What mechanisms with contact share in the gallery. */
import type { MechanismEntry, SliderSpec } from './entry.ts'

export const contactGroup = 'Contact and rolling'

/** Multipliers alone see contact, by time steps and in first order. */
export const contactSolvers: NonNullable<MechanismEntry['solvers']> = {
  multipliers: ['rattle', 'first-order']
}

/** What obeys nonholonomic constraints. */
export const rollingSolvers: NonNullable<MechanismEntry['solvers']> = {
  multipliers: ['rattle', 'rk4', 'baumgarte', 'first-order'],
  'variational-maximal': ['second-order', 'fourth-order', 'adaptive']
}

export const frictionSlider: SliderSpec = {
  option: 'friction',
  label: 'Friction',
  min: 0,
  max: 1.5,
  initial: 0.3,
  step: 0.01,
  live: true
}

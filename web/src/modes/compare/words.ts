import type { Integrator, Method } from 'linkwork'
import type { VariantName } from '../../model/messages.ts'
import type { ComparedSettings } from '../../model/settings.ts'
import { writeStep } from '../../ui/panels/setup.ts'

export const variantLabels: Readonly<Record<VariantName, string>> = {
  same: 'The same',
  reflected: 'Rotors reflected',
  rotorless: 'Rotors locked',
  soft: 'Soft pins'
}

const variantWords: Readonly<Record<VariantName, string>> = {
  same: '',
  reflected: 'rotors reflected, ',
  rotorless: 'rotors locked, ',
  soft: 'soft pins, '
}

export const variantNotes: Readonly<Record<VariantName, string>> = {
  same: 'The same mechanism with another solver.',
  reflected:
    'Each rotor turns about the ground instead of on its link: the joint feels N² I, and the link the rotor’s mass.',
  rotorless: 'Rotors are locked to their links: mass that does not turn.',
  soft: 'Each loop’s pin is held by springs across it, which the whole weight stretches by 5 mm; the solver’s loops stay exact.'
}

const methodWords: Readonly<Record<Method, string>> = {
  'articulated-body': '',
  variational: 'variational',
  'variational-maximal': 'variational, maximal',
  multipliers: 'multipliers'
}

/** The default integrator of a method has no name. */
const integratorWords: Readonly<Record<Integrator, string>> = {
  rk4: 'RK4',
  'semi-implicit-euler': 'Euler',
  rosenbrock: 'Rosenbrock',
  'second-order': '',
  'fourth-order': 'order 4',
  adaptive: 'adaptive',
  rattle: 'RATTLE',
  baumgarte: 'Baumgarte',
  'first-order': 'first order'
}

/** Describes a solver in a few words: "variational, 4 ms". */
export function describe({ variant, method, integrator, step }: ComparedSettings): string {
  const how = [methodWords[method], integratorWords[integrator], writeStep(step)]
  return variantWords[variant] + how.filter(Boolean).join(', ')
}

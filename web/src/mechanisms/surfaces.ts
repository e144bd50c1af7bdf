/** What mechanisms whose parts slide on curves and surfaces share in the gallery. */
import type { MechanismEntry } from './entry.ts'

export const surfaceGroup = 'Curves and surfaces'

/** What knows joints that are functions. */
export const surfaceSolvers: NonNullable<MechanismEntry['solvers']> = {
  'articulated-body': ['rk4', 'semi-implicit-euler'],
  variational: ['second-order', 'fourth-order', 'adaptive'],
  multipliers: ['rattle', 'rk4', 'baumgarte', 'first-order']
}

/** A ring of a kinematic diagram, seen at a slant. */
export const ring = (x: number, y: number, across: number, along: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${along}"/>`

import type { Integrator } from 'linkwork'

/**
 * Bounds on the relative energy error of integrators, for step h and the fastest rate ω of the motion:
 *
 *   drifting:     rounding + 2 Σ (h ω)^(p+1) / (p+1)!   sum of the local errors of order p
 *   oscillating:  rounding + 2 (f h ω)^p / p!           bounded, at the fastest rate so far
 *
 * The factor 2 comes from the square of the velocities. Oscillating integrators are symplectic; f h is
 * the longest of their substeps. With impacts, the order is 1, because a step does not resolve the time
 * of an impact. Walking motors have no bound, because the errors of impacts accumulate. No bound
 * exceeds `most`: a larger error means that the motion is invalid.
 */
interface Law {
  readonly order: number
  readonly isBounded: boolean
  /** f. */
  readonly longest?: number
}

const laws: Readonly<Record<Exclude<Integrator, 'first-order'>, Law>> = {
  rk4: { order: 4, isBounded: false },
  baumgarte: { order: 4, isBounded: false },
  'semi-implicit-euler': { order: 1, isBounded: true },
  rosenbrock: { order: 2, isBounded: false },
  'second-order': { order: 2, isBounded: true },
  adaptive: { order: 2, isBounded: true },
  rattle: { order: 2, isBounded: true },
  // Suzuki's composition steps back by 4s − 1 of a step, s = 1 / (4 − ∛4).
  'fourth-order': { order: 4, isBounded: true, longest: 4 / (4 - Math.cbrt(4)) - 1 }
}

/** Rounding errors of a million steps and their solves. */
const rounding = 1e-8
const most = { smooth: 1e-3, withImpacts: 1e-2 }

/** Energy tolerance of one integrator along a motion. */
export class EnergyBound {
  readonly #law: Law | undefined
  readonly #most: number
  #sum = 0

  constructor(integrator: Integrator, hasImpacts: boolean, hasMotors = false) {
    const isGiven = integrator !== 'first-order' && !(hasImpacts && hasMotors)
    const impact: Law = { order: 1, isBounded: true }
    if (isGiven) this.#law = hasImpacts ? impact : laws[integrator]
    this.#most = hasImpacts ? most.withImpacts : most.smooth
  }

  get isGiven(): boolean {
    return this.#law !== undefined
  }

  /** Adds steps of h seconds with the fastest rate ω [1/s]. */
  pass(steps: number, h: number, rate: number): void {
    if (!this.#law) return
    const { order, isBounded, longest = 1 } = this.#law
    this.#sum = isBounded
      ? Math.max(this.#sum, (2 * (longest * h * rate) ** order) / factorial(order))
      : this.#sum + (2 * steps * (h * rate) ** (order + 1)) / factorial(order + 1)
  }

  /** Tolerance of the relative energy error; infinite if there is none. */
  get tolerance(): number {
    return this.#law ? Math.min(this.#most, rounding + this.#sum) : Number.POSITIVE_INFINITY
  }
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1))

import type { Integrator } from 'linkwork'

/**
 * What an integrator promises of energy, as a part of its scale, h being the step and ω the fastest
 * rate of the motion:
 *
 *   it drifts:  rounding + 2 Σ (h ω)^(p+1) / (p+1)!   what order p leaves out of each step, added up
 *   it swings:  rounding + 2 (f h ω)^p / p!           bounded, at the fastest so far
 *
 * The 2 is that of energy, which goes by the square of velocities. What swings is symplectic; f h is
 * the longest of the steps that one of its steps is made of. Of an impact a step knows the beginning
 * and the end and not the time between them: order 1; of motors that walk from one impact to the
 * next nothing is promised, for what these leave adds up. However fast things move, nobody is promised
 * less than `most`: what strays further is no motion of this mechanism.
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
export class EnergyPromise {
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

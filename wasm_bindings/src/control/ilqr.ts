import { described, finiteNumber, finiteNumbers, optionsOf, wholeNumber } from '../checks.js'
import { MechanismError, SimulationError } from '../errors.js'
import type { Model } from '../types/model.js'
import type { DrivenJoints, Simulation, SimulationOptions } from '../types/simulation.js'
import { weightsIn } from './dlqr.js'
import { linearizeAlong, motorPlaces } from './linearize.js'
import { stepsOf, type Weights, weightsOf } from './lqr.js'
import {
  diagonal,
  dot,
  largest,
  type Matrix,
  product,
  scaled,
  solve,
  sum,
  times,
  transposed
} from './matrices.js'
import { type Coordinates, StateCoordinates, type StateVectors } from './state-coordinates.js'

/** Of `ilqr`. */
export interface IlqrOptions extends Pick<SimulationOptions, 'solver' | 'state'> {
  /** Joints with one coordinate. */
  readonly motors: readonly string[]
  /** The state at the end: of loops and gears as many joints as determine the others. Velocities default to 0. */
  readonly goal: DrivenJoints
  /** Number of periods. */
  readonly periods: number
  /** Time for which forces are held [s]. Default 0.01. Steps are equal parts of it, of at most 0.01 s. */
  readonly period?: number | undefined
  /** The diagonal of Q ≥ 0: weights of x on the way, positions before velocities. Default 0. */
  readonly Q?: Weights | undefined
  /** The diagonal of the weights ≥ 0 of x at the end. Default 100. */
  readonly finalQ?: Weights | undefined
  /** The diagonal of R > 0: weights of the motors' forces. Default 1e-3. */
  readonly R?: Weights | undefined
  /** Forces of the motors in each period, from which the search begins. Default 0. */
  readonly forces?: readonly (readonly number[])[] | undefined
  /** Default 100. */
  readonly maxIterations?: number | undefined
  /** The search ends if an iteration can lower the cost by less than this part. Default 1e-6. */
  readonly tolerance?: number | undefined
}

const optionNames = [
  'motors',
  'goal',
  'periods',
  'period',
  'Q',
  'finalQ',
  'R',
  'forces',
  'maxIterations',
  'tolerance',
  'solver',
  'state'
] as const

/** A linear model about a state of a trajectory, and where that state is from the goal. */
interface Knot {
  readonly coordinates: StateCoordinates
  /** The deviation from the goal, and its derivative by changes of the state. */
  readonly x: readonly number[]
  readonly slope: Matrix
}

/** A motion with its linear model: a knot more than there are forces. */
interface Motion {
  readonly states: readonly StateVectors[]
  readonly knots: readonly Knot[]
  readonly forces: readonly (readonly number[])[]
  readonly linear: readonly { readonly A: Matrix; readonly B: Matrix }[]
  readonly cost: number
}

/** The change of forces in a period: part · change − K δx. */
interface Correction {
  readonly gains: Matrix
  readonly change: readonly number[]
}

/** Of all periods, and by how much they lower the cost of the linear model. */
interface Policy {
  readonly corrections: readonly Correction[]
  readonly gain: number
}

/** A motion toward a goal, with the forces that produce it and a feedback about it. */
export class OptimalTrajectory {
  readonly motors: readonly string[]
  /** Time for which forces are held [s]. */
  readonly period: number
  /** q and v at the start of each period, and at the end. */
  readonly states: readonly StateVectors[]
  /** Forces of the motors in each period [N·m, N]. */
  readonly forces: readonly (readonly number[])[]
  /** K in each period: the feedback is u = u_k − K (x − x_k). */
  readonly gains: readonly Matrix[]
  readonly cost: number
  readonly iterations: number
  /** Whether it is a minimum to the tolerance; false after `maxIterations`, or if no smaller step lowers the cost. */
  readonly isConverged: boolean
  readonly #knots: readonly Knot[]

  /** @internal */
  constructor(
    parts: Pick<OptimalTrajectory, 'motors' | 'period' | 'gains' | 'iterations' | 'isConverged'>,
    { states, forces, cost, knots }: Motion
  ) {
    this.motors = parts.motors
    this.period = parts.period
    this.gains = parts.gains
    this.iterations = parts.iterations
    this.isConverged = parts.isConverged
    this.states = states
    this.forces = forces
    this.cost = cost
    this.#knots = knots
    Object.freeze(this)
  }

  /** The forces of a period, from a state at its start that may be off the trajectory [N·m, N]. */
  forcesAt(period: number, state: StateVectors): number[] {
    const k = wholeNumber(period, 0, 'period', this.forces.length - 1)
    const x = this.#knots[k]?.coordinates.difference(state, this.states[k] ?? state) ?? []
    const feedback = this.gains[k] ?? []
    return (this.forces[k] ?? []).map((force, i) => force - dot(feedback[i] ?? [], x))
  }

  /** Sets the torques of the motors for a period from the present state. They act until they are set again. */
  apply(simulation: Simulation, period: number): void {
    const forces = this.forcesAt(period, simulation)
    for (const [i, motor] of this.motors.entries())
      simulation.forces.setTorque(motor, forces[i] ?? 0)
  }
}

/**
 * Finds forces of motors that bring a mechanism to a goal, by the iterative linear-quadratic regulator on the exact
 * derivatives of steps. It minimizes
 *
 *     ½ Σ (xᵀ Q x + uᵀ R u) + ½ xᵀ Q_f x at the end
 *
 * x is the deviation from the goal over the independent coordinates, in which whole turns count. The result is a local
 * minimum.
 *
 * @throws SimulationError if the first motion fails, or has a step without a derivative, as steps with contacts
 *
 * O(n³) a period and iteration. Source: Li and Todorov (2004); damped as Tassa, Erez and Todorov (2012).
 */
export function ilqr(model: Model, options: IlqrOptions): OptimalTrajectory {
  const given = optionsOf(options, optionNames)
  const { maxIterations = 100, tolerance = 1e-6, solver, state } = given
  wholeNumber(maxIterations, 0, 'maxIterations')
  finiteNumber(tolerance, 'tolerance')
  const problem = new Problem(model, given)
  using simulation = model.simulate({ solver, state, step: problem.step })
  let best = problem.motion(simulation, problem.firstForces)
  let damping = 0
  let iterations = 0
  let policy = problem.policy(best, damping)
  const isMinimum = () => policy.gain <= tolerance * best.cost
  while (iterations < maxIterations && damping < mostDamping && !(damping === 0 && isMinimum())) {
    const better = problem.improved(simulation, best, policy)
    if (better) {
      iterations++
      best = better
      damping = damping > leastDamping ? damping / 10 : 0
    } else {
      damping = Math.max(leastDamping, 10 * damping)
    }
    policy = problem.policy(best, damping)
  }
  policy = problem.policy(best, 0)
  const { motors, period } = problem
  const gains = policy.corrections.map((correction) => correction.gains)
  return new OptimalTrajectory(
    { motors, period, gains, iterations, isConverged: isMinimum() },
    best
  )
}

/** Parts of the largest curvature of the cost that are added to all of them. */
const leastDamping = 1e-6
const mostDamping = 1e6

class Problem {
  readonly motors: readonly string[]
  readonly period: number
  readonly step: number
  readonly firstForces: readonly (readonly number[])[]
  readonly #model: Model
  readonly #places: readonly number[]
  readonly #steps: number
  readonly #goal: StateVectors
  readonly #Q: Weights
  readonly #finalQ: Weights
  readonly #R: readonly number[]

  constructor(model: Model, given: Partial<IlqrOptions>) {
    const { motors = [], goal, periods, period = 0.01, Q = 0, finalQ = 100, R = 1e-3 } = given
    this.#model = model
    this.#places = motorPlaces(model.mechanism.joints, motors)
    this.motors = [...motors]
    const count = wholeNumber(periods, 1, 'periods', 1_000_000)
    const { step, steps } = stepsOf(period)
    this.period = period
    this.step = step
    this.#steps = steps
    if (!goal)
      throw new MechanismError(`goal: expected an object { q, v }, found ${described(goal)}`)
    this.#goal = model.assemble(goal)
    this.#Q = Q
    this.#finalQ = finalQ
    this.#R = weightsIn(weightsOf(R, 'R', motors.length), 'R', motors.length)
    const first = given.forces ?? Array.from({ length: count }, () => motors.map(() => 0))
    if (!Array.isArray(first) || first.length !== count)
      throw new MechanismError(`forces: expected ${count} arrays, found ${described(first)}`)
    this.firstForces = first.map((row, k) => finiteNumbers(row, `forces[${k}]`, motors.length))
  }

  /** The motion under forces. Throws SimulationError if a step fails or has no derivative. */
  motion(simulation: Simulation, forces: readonly (readonly number[])[]): Motion {
    simulation.reset()
    const states = [stateOf(simulation)]
    const knots: Knot[] = []
    const linear: { A: Matrix; B: Matrix }[] = []
    for (const [k, u] of forces.entries()) {
      this.#drive(simulation, u)
      const map = linearizeAlong(simulation, this.#places, this.#steps)
      simulation.step()
      const end = stateOf(simulation)
      knots.push(this.#knot(map.coordinates, states[k] ?? end))
      if (k === forces.length - 1) knots.push(this.#knot(map.endCoordinates, end))
      linear.push(map)
      states.push(end)
    }
    const cost = this.#cost(
      knots.map(({ x }) => x),
      forces
    )
    if (!Number.isFinite(cost))
      throw new SimulationError(`ilqr: expected a finite cost, found ${cost}. Use smaller weights.`)
    return { states, knots, forces, linear, cost }
  }

  /** Backward pass: the cost from a knot on is ½ δxᵀ S δx + sᵀ δx + constant. */
  policy({ knots, forces, linear }: Motion, damping: number): Policy {
    const last = this.#slopes(knots, knots.length - 1)
    let [S, s] = [last.curvature, last.slope]
    let gain = 0
    const corrections: Correction[] = []
    for (let k = forces.length - 1; k >= 0; k--) {
      const { A, B } = linear[k] ?? { A: [], B: [] }
      const here = this.#slopes(knots, k)
      const SB = product(S, B)
      const ofForces = times(transposed(B), s).map(
        (each, i) => each + (this.#R[i] ?? 0) * (forces[k]?.[i] ?? 0)
      )
      const mixed = product(transposed(SB), A)
      const curvature = sum(product(transposed(B), SB), diagonal(this.#R))
      const damped = sum(curvature, diagonal(this.#R.map(() => damping * largest(curvature))))
      const answer = solve(
        damped,
        mixed.map((row, i) => [...row, ofForces[i] ?? 0])
      )
      const gains = answer.map((row) => row.slice(0, -1))
      const change = answer.map((row) => -(row.at(-1) ?? 0))
      corrections[k] = { gains, change }
      gain -= dot(ofForces, change) + 0.5 * dot(change, times(curvature, change))
      // With F = A − B K: S = Q + Kᵀ R K + Fᵀ S F, also of damped gains.
      const F = sum(A, scaled(product(B, gains), -1))
      const kept = product(transposed(gains), product(diagonal(this.#R), gains))
      const onward = times(transposed(F), sumOf(s, times(SB, change)))
      const effort = this.#R.map((weight, i) => weight * ((forces[k]?.[i] ?? 0) + (change[i] ?? 0)))
      const saved = times(transposed(gains), effort)
      s = here.slope.map((each, i) => each + (onward[i] ?? 0) - (saved[i] ?? 0))
      S = sum(sum(here.curvature, kept), product(transposed(F), product(S, F)))
    }
    return { corrections, gain }
  }

  /** The first motion that costs less, of the whole change of forces, a half, a quarter … */
  improved(simulation: Simulation, from: Motion, { corrections }: Policy): Motion | undefined {
    for (let part = 1; part > 1e-3; part /= 2) {
      try {
        const { forces, cost } = this.#trial(simulation, from, corrections, part)
        if (!(cost < from.cost)) continue
        const motion = this.motion(simulation, forces)
        if (motion.cost < from.cost) return motion
      } catch (error) {
        if (!(error instanceof SimulationError)) throw error // a step that fails costs too much
      }
    }
    return undefined
  }

  /** The corrected motion, by the coordinates of the one before. */
  #trial(simulation: Simulation, from: Motion, corrections: readonly Correction[], part: number) {
    simulation.reset()
    const forces: number[][] = []
    const all: number[][] = []
    for (const [k, { gains, change }] of corrections.entries()) {
      const { coordinates } = from.knots[k] as Knot
      const x = coordinates.difference(simulation, from.states[k] ?? simulation)
      const u = (from.forces[k] ?? []).map(
        (force, i) => force + part * (change[i] ?? 0) - dot(gains[i] ?? [], x)
      )
      all.push(coordinates.difference(simulation, this.#goal))
      this.#drive(simulation, u)
      simulation.step(this.#steps)
      forces.push(u)
    }
    all.push((from.knots.at(-1) as Knot).coordinates.difference(simulation, this.#goal))
    return { forces, cost: this.#cost(all, forces) }
  }

  #drive(simulation: Simulation, u: readonly number[]): void {
    if (!u.every(Number.isFinite)) throw new SimulationError('ilqr: the forces are not finite')
    for (const [i, motor] of this.motors.entries()) simulation.forces.setTorque(motor, u[i] ?? 0)
  }

  #knot(coordinates: Coordinates, state: StateVectors): Knot {
    const at = new StateCoordinates(this.#model.mechanism, coordinates, 'all')
    return {
      coordinates: at,
      x: at.difference(state, this.#goal),
      slope: at.slope(state, this.#goal)
    }
  }

  #weights(k: number, last: number, count: number): number[] {
    const [weights, name] = k === last ? [this.#finalQ, 'finalQ'] : [this.#Q, 'Q']
    const all = weightsOf(weights, name, count)
    const negative = all.find((weight) => weight < 0)
    if (negative === undefined) return all
    throw new MechanismError(`${name}: expected weights of at least 0, found ${negative}`)
  }

  #cost(x: readonly (readonly number[])[], forces: readonly (readonly number[])[]): number {
    const ofStates = x.map((each, k) =>
      halfSquares(this.#weights(k, x.length - 1, each.length), each)
    )
    const ofForces = forces.map((u) => halfSquares(this.#R, u))
    return [...ofStates, ...ofForces].reduce((total, each) => total + each, 0)
  }

  /** Derivatives of the cost of a knot: Jᵀ W x and Jᵀ W J. */
  #slopes(knots: readonly Knot[], k: number) {
    const { x, slope: J } = knots[k] as Knot
    const weights = this.#weights(k, knots.length - 1, x.length)
    const JtW = transposed(J).map((row) => row.map((entry, i) => entry * (weights[i] ?? 0)))
    return { slope: times(JtW, x), curvature: product(JtW, J) }
  }
}

const stateOf = ({ q, v }: StateVectors): StateVectors => ({
  q: Float64Array.from(q),
  v: Float64Array.from(v)
})

const sumOf = (x: readonly number[], y: readonly number[]): number[] =>
  x.map((each, i) => each + (y[i] ?? 0))

const halfSquares = (weights: readonly number[], x: readonly number[]): number =>
  x.reduce((total, each, i) => total + 0.5 * (weights[i] ?? 0) * each ** 2, 0)

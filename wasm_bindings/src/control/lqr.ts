import { finiteNumber, finiteNumbers, optionsOf } from '../checks.js'
import { MechanismError } from '../errors.js'
import type { Model } from '../types/model.js'
import type { Simulation, SimulationOptions } from '../types/simulation.js'
import type { GivenJointValues } from '../types/state.js'
import { dlqr } from './dlqr.js'
import { linearize, motorPlaces } from './linearize.js'
import {
  diagonal,
  dot,
  largest,
  type Matrix,
  product,
  solve,
  sum,
  times,
  transposed
} from './matrices.js'
import { type Coordinates, StateCoordinates, type StateVectors } from './state-coordinates.js'

/** One weight for all numbers, or one for each. */
export type Weights = number | readonly number[]

/** Of `lqr`. */
export interface LqrOptions extends Pick<SimulationOptions, 'solver'> {
  /** Joints with one coordinate. */
  readonly motors: readonly string[]
  /** The pose to hold: of loops and gears as many joints as determine the others. Default: where the model starts. */
  readonly q?: GivenJointValues | undefined
  /** Time for which forces are held [s]. Default 0.01. Steps are equal parts of it, of at most 0.01 s. */
  readonly period?: number | undefined
  /** The diagonal of Q > 0: weights of positions, then of velocities. Default 1. */
  readonly Q?: Weights | undefined
  /** The diagonal of R > 0: weights of the motors' forces. Default 1. */
  readonly R?: Weights | undefined
}

const optionNames = ['motors', 'q', 'period', 'Q', 'R', 'solver'] as const

/** A feedback u = u* − K x about a pose at which a mechanism rests. */
export class Regulator {
  readonly motors: readonly string[]
  /** The independent coordinates y: joint and component of its velocity. x = (y, ẏ). */
  readonly coordinates: Coordinates
  /** u*: forces of the motors that hold the pose [N·m, N]. */
  readonly holding: readonly number[]
  /** K: a row for each motor, a column for each number of x. */
  readonly gains: Matrix
  /** P: the cost from x on is xᵀ P x. */
  readonly costToGo: Matrix
  readonly #state: StateCoordinates
  readonly #rest: { readonly q: Float64Array; readonly v: Float64Array }

  /** @internal */
  constructor(
    parts: Pick<Regulator, 'motors' | 'coordinates' | 'holding' | 'gains' | 'costToGo'>,
    state: StateCoordinates,
    rest: { readonly q: Float64Array; readonly v: Float64Array }
  ) {
    this.motors = parts.motors
    this.coordinates = parts.coordinates
    this.holding = parts.holding
    this.gains = parts.gains
    this.costToGo = parts.costToGo
    this.#state = state
    this.#rest = rest
    Object.freeze(this)
  }

  /** The pose, laid out like the `q` of a simulation: a copy. */
  get q(): Float64Array {
    return this.#rest.q.slice()
  }

  /**
   * x: how far a state is from rest at the pose. Whole turns do not count, of revolute joints without limits, springs,
   * couplings, tendons and actuators.
   */
  deviation(state: StateVectors): number[] {
    return this.#state.difference(state, this.#rest)
  }

  /** u in a state [N·m, N]. */
  forces(state: StateVectors): number[] {
    const x = this.deviation(state)
    return this.holding.map((force, i) => force - dot(this.gains[i] ?? [], x))
  }

  /** xᵀ P x: what Σ (xᵀ Q x + (u − u*)ᵀ R (u − u*)) comes to from a state on, if the linear model holds. */
  cost(state: StateVectors): number {
    const x = this.deviation(state)
    return dot(x, times(this.costToGo, x))
  }

  /** Sets the torques of the motors from the present state. They act until they are set again. */
  apply(simulation: Simulation): void {
    const forces = this.forces(simulation)
    for (const [i, motor] of this.motors.entries())
      simulation.forces.setTorque(motor, forces[i] ?? 0)
  }
}

/**
 * Computes the linear-quadratic regulator that holds a mechanism at a pose (`dlqr`), from the exact derivatives of the
 * steps of a period. Forces of the state in which the model starts act, too.
 *
 * @throws MechanismError if the motors cannot hold the pose
 * @throws SimulationError if they cannot bring the mechanism back to it, or if a step has no derivative there
 */
export function lqr(model: Model, options: LqrOptions): Regulator {
  const given = optionsOf(options, optionNames)
  const { motors = [], q: pose = {}, period = 0.01, Q = 1, R = 1, solver } = given
  const { mechanism } = model
  motorPlaces(mechanism.joints, motors)
  const rest = { q: model.assemble({ q: pose }).q, v: new Float64Array(model.velocitySize) }
  const { step, steps } = stepsOf(period)
  using simulation = model.simulate({ solver, step })
  simulation.setState(rest.q, rest.v)
  const holding = holdingForces(model, simulation, motors)
  for (const [i, motor] of motors.entries()) simulation.forces.setTorque(motor, holding[i] ?? 0)
  const { coordinates, A, B } = linearize(simulation, motors, steps)
  const weights = [weightsOf(Q, 'Q', A.length), weightsOf(R, 'R', motors.length)] as const
  const { gains, costToGo } = dlqr(A, B, ...weights)
  const state = new StateCoordinates(mechanism, coordinates, 'felt')
  return new Regulator({ motors: [...motors], coordinates, holding, gains, costToGo }, state, rest)
}

/** Equal steps of at most 10 ms that make a period. */
export function stepsOf(period: number): { readonly step: number; readonly steps: number } {
  const longest = 0.01
  const steps = Math.max(1, Math.ceil(finiteNumber(period, 'period') / longest - 1e-9))
  return { step: period / steps, steps }
}

/** A weight for each of `count` numbers. */
export function weightsOf(weights: Weights, name: string, count: number): number[] {
  if (typeof weights === 'number') return Array<number>(count).fill(finiteNumber(weights, name))
  return finiteNumbers(weights, name, count)
}

/** Accelerations that count as rest [rad/s², m/s²]. */
const still = 1e-4

/**
 * The least forces u of motors that hold the pose: Σ u_j G_jᵀ = τ, with the forces τ on the independent joints that hold
 * it, and the row G_j of a motor's joint. Throws if there are none.
 */
function holdingForces(model: Model, simulation: Simulation, motors: readonly string[]): number[] {
  const { coordinates, matrix } = simulation.dynamics.massMatrix()
  const rows = coordinates.map(([joint, component]) => model.joint(joint).v + component)
  const none = new Float64Array(model.velocitySize)
  const needed = () => {
    const tau = simulation.dynamics.inverseDynamics(none)
    return rows.map((row) => tau[row] ?? 0)
  }
  for (const motor of motors) simulation.forces.setTorque(motor, 0)
  const tau = needed()
  const unit = 1 + largest([tau]) // for columns without loss of digits
  const columns = motors.map((motor) => {
    simulation.forces.setTorque(motor, unit)
    const left = needed()
    simulation.forces.setTorque(motor, 0)
    return tau.map((each, i) => (each - (left[i] ?? 0)) / unit)
  })
  const C = transposed(columns)
  const forces = leastForces(C, tau)
  for (const [i, [joint]] of coordinates.entries()) {
    const row = C[i] ?? []
    const off = (tau[i] ?? 0) - dot(row, forces)
    const size = Math.abs(tau[i] ?? 0) + dot(row.map(Math.abs), forces.map(Math.abs))
    const inertia = matrix[(coordinates.length + 1) * i] ?? 0
    if (Math.abs(off) <= still * inertia + 1e-9 * size) continue
    throw new MechanismError(
      `q: expected a pose at which forces of the motors hold the mechanism, found joint ` +
        `${JSON.stringify(joint)} accelerating by about ${(-off / inertia).toPrecision(3)}`
    )
  }
  return forces
}

/** The least u of the least |C u − τ|, for C of well-scaled numbers. */
function leastForces(C: Matrix, tau: readonly number[]): number[] {
  const normal = product(transposed(C), C)
  // Forces of motors on the same coordinate are then equal parts; refined, the loss of digits does not matter.
  const regular = sum(normal, diagonal(normal.map(() => 1e-10 * (largest(normal) || 1))))
  let u = normal.map(() => 0)
  for (let pass = 0; pass < 3; pass++) {
    const off = tau.map((each, i) => [each - dot(C[i] ?? [], u)])
    const change = solve(regular, product(transposed(C), off))
    u = u.map((each, i) => each + (change[i]?.[0] ?? 0))
  }
  return u
}

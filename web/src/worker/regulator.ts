import type { Linkwork, Model, NamedSolver, Simulation } from 'linkwork'
import { dlqr, linearize, product, solve } from 'linkwork/control'
import { type ControlState, holdInterval, type Regulation } from '../model/messages.ts'
import { StepTimer } from './clocks.ts'
import { variantOf } from './variants.ts'

/** Cost of the square of a velocity. */
const haste = 0.1

interface Coordinate {
  /** Its indices into q and v. */
  readonly q: number
  readonly v: number
  readonly rest: number
  readonly isAngle: boolean
}

interface Feedback {
  readonly coordinates: readonly Coordinate[]
  /** Torques of the motors at rest. */
  readonly held: readonly number[]
  readonly gains: readonly (readonly number[])[]
  readonly costToGo: readonly (readonly number[])[]
}

/**
 * A linear-quadratic regulator, u = u* − K (x − x*). K is optimal for the linear model of the steps,
 * from their exact derivatives.
 */
export class Regulator {
  readonly #linkwork: Linkwork
  readonly #regulation: Regulation
  readonly #limits: readonly (readonly [joint: string, limit: number])[]
  /** Measures computing time per second of motion. */
  readonly #timer = new StepTimer()
  #feedback: Feedback | undefined
  /** The solver for which the feedback was computed. */
  #solver = ''
  #torques: readonly number[] | undefined
  #state: ControlState = 'no feedback'

  constructor(linkwork: Linkwork, regulation: Regulation) {
    this.#linkwork = linkwork
    this.#regulation = regulation
    this.#limits = Object.entries(regulation.motors)
  }

  /** Sets torques, `count` steps after the start. Returns the number of steps for which they hold. */
  act(simulation: Simulation, count: number): number {
    const start = performance.now()
    const { stepSize } = simulation
    const { method, integrator } = simulation.solver
    const period = Math.max(1, Math.round(holdInterval / stepSize))
    const solver = `${method} ${integrator} ${stepSize}`
    if (solver !== this.#solver) {
      this.#feedback = this.#find(simulation)
      this.#solver = solver
      this.#torques = undefined
    }
    if (!this.#torques || count % period === 0) {
      this.#torques = this.#decide(simulation)
      this.#timer.add(performance.now() - start, 1000 * holdInterval)
    }
    for (const [i, [joint]] of this.#limits.entries())
      simulation.forces.setTorque(joint, this.#torques[i] ?? 0)
    return period - (count % period)
  }

  /** Drops the decision after a jump of the simulation. */
  forget(): void {
    this.#torques = undefined
  }

  /** Torques of the motors now [N m, N]. */
  get torques(): readonly number[] {
    return this.#torques ?? []
  }

  get state(): ControlState {
    return this.#state
  }

  /** Computing time per second of motion [ms]; NaN before the first measurement. */
  get cost(): number {
    return this.#timer.mean
  }

  #decide({ q, v }: Simulation): readonly number[] {
    const none = this.#limits.map(() => 0)
    this.#state = 'no feedback'
    if (!this.#feedback) return none
    const { coordinates, held, gains, costToGo } = this.#feedback
    const off = coordinates.map(({ q: at, rest, isAngle }) => {
      const distance = (q[at] ?? 0) - rest
      return isAngle ? distance - 2 * Math.PI * Math.round(distance / (2 * Math.PI)) : distance
    })
    const x = [...off, ...coordinates.map(({ v: at }) => v[at] ?? 0)]
    const cost = dot(
      costToGo.map((row) => dot(row, x)),
      x
    )
    this.#state = cost < this.#regulation.reach ? 'holds' : 'out of reach'
    if (this.#state !== 'holds') return none
    return this.#limits.map(([, limit], i) => {
      const torque = (held[i] ?? 0) - dot(gains[i] ?? [], x)
      return Math.max(-limit, Math.min(limit, torque))
    })
  }

  /** Returns undefined if there is no feedback, for example without gravity. */
  #find(simulation: Simulation): Feedback | undefined {
    try {
      return feedbackFor(this.#linkwork, simulation, this.#regulation)
    } catch {
      return undefined
    }
  }
}

function feedbackFor(
  linkwork: Linkwork,
  { mechanism, solver, stepSize: step }: Simulation,
  { stance, free, motors, effort, rotors }: Regulation
): Feedback {
  using model = linkwork.model(mechanism)
  const driven = Object.keys(motors)
  const { q } = model.named(model.assemble({ q: stance }))
  const forces = model.gravityCompensation({ q }, { actuated: [free, ...driven] })
  const held = driven.map((joint) => forces[model.joint(joint).v] ?? 0)
  const variant = variantOf(mechanism, rotors)
  using known = linkwork.model({ ...variant.mechanism, initialState: variant.stateOf({ q }) })
  const { A, B } = linearAbout(known, stance, held, driven, solver, step)
  const half = A.length / 2
  const found = dlqr(
    A,
    B,
    A.map((_, i) => (i < half ? 1 : haste)),
    driven.map(() => effort)
  )
  const coordinates = Object.entries(stance).map(([name, rest]) => {
    const place = model.joint(name)
    const isAngle = mechanism.joints[place.index]?.type !== 'prismatic'
    return { q: place.q, v: place.v, rest, isAngle }
  })
  return { ...found, held, coordinates }
}

/** Linear model x⁺ = A x + B u of an interval, with the joints of the stance as coordinates x. */
function linearAbout(
  model: Model,
  stance: Regulation['stance'],
  held: readonly number[],
  driven: readonly string[],
  solver: NamedSolver,
  step: number
) {
  using simulation = model.simulate({ solver, step })
  for (const [i, joint] of driven.entries()) simulation.forces.setTorque(joint, held[i] ?? 0)
  const steps = Math.max(1, Math.round(holdInterval / step))
  const { coordinates, A, B } = linearize(simulation, driven, steps)
  // Columns: derivatives of the coordinates by the joints of the stance.
  const joints = Object.keys(stance)
  const moves = joints.map((joint) => {
    const still = Object.fromEntries(joints.map((each) => [each, Number(each === joint)]))
    const { v } = model.assemble({ q: stance, v: still })
    return coordinates.map(([name, component]) => v[model.joint(name).v + component] ?? 0)
  })
  const none = moves.map(() => 0)
  const columns = [
    ...moves.map((move) => [...move, ...none]),
    ...moves.map((move) => [...none, ...move])
  ]
  const T = columns.map((_, i) => columns.map((column) => column[i] ?? 0))
  return { A: solve(T, product(A, T)), B: solve(T, B) }
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, each, i) => sum + each * (b[i] ?? 0), 0)

import { lqr } from 'linkwork/control'
import { normalNumbers } from './random.js'

/** From one decision to the next [s], and how many a plan looks ahead. */
export const interval = 0.04
export const horizon = 30
/** c: the feedback acts where its cost-to-go is below this. */
const catching = 1200
/** Of c, where it needs no plan. */
const holding = 0.1
/** Temperature of the weights, in mean costs above the least. */
const temperature = 0.03
/** Largest deviation of the noise by the motor's torque, far from the goal; near it there is less. */
const widest = 0.7
/** The correlation of noise from one interval to the next. */
const memory = 0.7
/** The cost of speed, against whirling [s²/rad²]. */
const haste = 0.002

/**
 * Predictive control by samples (MPPI) of a mechanism of revolute joints with one motor, which brings it to a
 * pose where it rests, if only just, and holds it there. Every interval all copies of an ensemble
 * start where the mechanism is and try
 *
 *   u = planned + feedback + noise,
 *
 * each with the feedback of where it is itself. Noise is added to the plan with weights
 * exp(−cost / λ), and the first interval is carried out. A cost is the sum over the intervals of
 *
 *   (E − E*)² / ΔE² + min(1, xᵀ P x / c) + haste |v|²,
 *
 * E* being the energy of the goal, ΔE how far it is above that of all joints at zero, and P the
 * feedback's cost-to-go. The first term swings up, the second lets copies aim at where the feedback
 * holds them.
 * @typedef {object} Control
 * @property {readonly number[]} goal Angles [rad].
 * @property {number} motor Its place in v.
 * @property {number} limit Largest torque [N m].
 * @property {number} samples Copies.
 * @property {boolean} [regulates] At the goal the feedback acts alone, and nothing is tried.
 *
 * @param {import('linkwork').Linkwork} linkwork
 * @param {import('linkwork').MechanismSource} mechanism
 * @param {Control} control
 */
export function samplingController(
  linkwork,
  mechanism,
  { goal, motor, limit, samples, regulates = false }
) {
  const ensemble = linkwork.ensemble(mechanism, { count: samples, step: interval })
  const model = linkwork.model(mechanism)
  const dofs = model.velocitySize
  const lowest = model.energy({ q: goal.map(() => 0) }).potential
  const highest = model.energy({ q: goal }).potential
  const regulator = lqr(model, {
    motors: [model.joint(motor).name],
    q: Object.fromEntries(model.joints.map(({ name }, i) => [name, goal[i]])),
    period: interval
  })
  const [gains] = regulator.gains
  const costToGo = regulator.costToGo.flat()
  model.dispose()

  const normal = normalNumbers(1)
  const plan = new Float64Array(horizon)
  const noise = new Float64Array(samples)
  const tried = new Float64Array(horizon * samples)
  const torques = new Float64Array(dofs * samples)
  const costs = new Float64Array(samples)
  const x = new Float64Array(2 * dofs)

  /** Puts into x how far a row of q and v is from the goal; xᵀ P x / c. */
  const distance = (q, v, row) => {
    for (let i = 0; i < dofs; i++) {
      const turn = q[dofs * row + i] - goal[i]
      x[i] = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI))
      x[dofs + i] = v[dofs * row + i]
    }
    let sum = 0
    for (let i = 0; i < x.length; i++)
      for (let j = 0; j < x.length; j++) sum += costToGo[x.length * i + j] * x[i] * x[j]
    return sum / catching
  }
  /** Plan and feedback at x. */
  const policy = (far, k) =>
    plan[k] - (far < 1 ? gains.reduce((sum, K, i) => sum + K * x[i], 0) : 0)
  const within = (torque) => Math.max(-limit, Math.min(limit, torque))

  /** An interval of all copies. The first tries the unchanged policy, the last the largest changes. */
  const tryInterval = (k, spread) => {
    const { q, v, kineticEnergies, potentialEnergies } = ensemble
    for (let copy = 0; copy < samples; copy++) {
      const far = distance(q, v, copy)
      const torque = policy(far, k)
      noise[copy] = memory * noise[copy] + Math.sqrt(1 - memory ** 2) * normal()
      const taken = within(torque + (spread * noise[copy] * copy) / samples)
      tried[samples * k + copy] = taken - torque
      torques[dofs * copy + motor] = taken
      const excess =
        (kineticEnergies[copy] + potentialEnergies[copy] - highest) / (highest - lowest)
      let squares = 0
      for (let i = dofs; i < x.length; i++) squares += x[i] ** 2
      costs[copy] += excess ** 2 + Math.min(1, far) + haste * squares
    }
    ensemble.setTorques(torques)
    ensemble.step()
  }

  return {
    /** Of the copies in the latest decision. */
    costs,
    /**
     * Torque of the motor over the next interval, from q and v on. `watch` gets the copies after each.
     * @param {Float64Array} q
     * @param {Float64Array} v
     * @param {(ensemble: import('linkwork').Ensemble, k: number) => void} [watch]
     */
    decide(q, v, watch) {
      const off = distance(q, v, 0)
      if (regulates && off < holding) {
        plan.fill(0)
        return within(policy(off, 0))
      }
      const spread = widest * limit * Math.sqrt(Math.min(1, off))
      ensemble.setStates(repeated(q, samples), repeated(v, samples))
      costs.fill(0)
      for (let k = 0; k < horizon; k++) {
        tryInterval(k, spread)
        watch?.(ensemble, k)
      }
      const least = Math.min(...costs)
      const mean = costs.reduce((sum, cost) => sum + cost, 0) / samples
      const lambda = temperature * (mean - least) + Number.EPSILON // all are equal where it rests
      const weights = costs.map((cost) => Math.exp((least - cost) / lambda))
      const whole = weights.reduce((sum, weight) => sum + weight, 0)
      for (let k = 0; k < horizon; k++)
        for (let copy = 0; copy < samples; copy++)
          plan[k] += (weights[copy] * tried[samples * k + copy]) / whole
      const torque = within(policy(distance(q, v, 0), 0))
      plan.copyWithin(0, 1)
      plan[horizon - 1] = 0
      return torque
    },
    dispose: () => ensemble.dispose()
  }
}

function repeated(row, count) {
  return Float64Array.from({ length: count * row.length }, (_, i) => row[i % row.length])
}

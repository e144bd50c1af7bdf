import type { Model, Simulation, Vector3 } from 'linkwork'
import { toWorld } from '../model/kinematics.ts'
import type { Quantity } from '../model/messages.ts'

/** Reads quantities of a simulation at one time. Shared intermediate results are computed once. */
export class QuantityReader {
  readonly #simulation: Simulation
  readonly #model: Model
  #accelerations: Float64Array | undefined
  #reactions: Float64Array | undefined
  #twists: Float64Array | undefined
  #momentum: Float64Array | undefined

  constructor(simulation: Simulation, model: Model) {
    this.#simulation = simulation
    this.#model = model
  }

  /** Returns NaN if there is no value. */
  valueOf(quantity: Quantity): number {
    try {
      return this.#find(quantity) ?? Number.NaN
    } catch {
      return Number.NaN // for example accelerations during an impact
    }
  }

  #find(quantity: Quantity): number | undefined {
    const { q, v } = this.#simulation
    switch (quantity.of) {
      case 'q':
        return q[quantity.at]
      case 'v':
        return v[quantity.at]
      case 'a':
        this.#accelerations ??= this.#simulation.dynamics.forwardDynamics().slice()
        return this.#accelerations[quantity.at]
      case 'joint':
        return this.#reaction(quantity.joint, quantity.what)
      case 'body':
        return this.#ofBody(quantity.body, quantity.what)
      case 'all':
        return this.#ofAll(quantity.what)
    }
  }

  #reaction(joint: number, what: 'force' | 'moment' | 'torque'): number {
    this.#reactions ??= this.#simulation.dynamics.reactions('joint').slice()
    const moment = this.#reactions.subarray(6 * joint, 6 * joint + 3)
    const force = this.#reactions.subarray(6 * joint + 3, 6 * joint + 6)
    if (what === 'force') return Math.hypot(...force)
    if (what === 'moment') return Math.hypot(...moment)
    const { type, axis = [0, 0, 1] } = this.#simulation.mechanism.joints[joint] ?? {}
    const along = type === 'prismatic' ? force : moment
    return axis.reduce((sum, part, i) => sum + part * (along[i] ?? 0), 0) / Math.hypot(...axis)
  }

  #ofBody(body: number, what: 'x' | 'y' | 'z' | 'speed' | 'contact'): number | undefined {
    const { mechanism, poses } = this.#simulation
    if (what === 'contact') return this.#contactForce(body)
    const center = mechanism.bodies[body]?.centerOfMass ?? [0, 0, 0]
    if (what !== 'speed') return toWorld(poses, body, center)['xyz'.indexOf(what)]
    this.#twists ??= this.#model.twists(this.#state).slice()
    const [a = 0, b = 0, c = 0, x = 0, y = 0, z = 0] = this.#twists.subarray(6 * body, 6 * body + 6)
    const [cx, cy, cz] = center
    // v + ω × c, in the body's axes.
    return Math.hypot(x + b * cz - c * cy, y + c * cx - a * cz, z + a * cy - b * cx)
  }

  #contactForce(body: number): number {
    const sum: Vector3 = this.#simulation.contacts.forces.reduce<Vector3>(
      ([x, y, z], { bodies, force }) => {
        const sign = bodies[1] === body ? 1 : bodies[0] === body ? -1 : 0
        return [x + sign * force[0], y + sign * force[1], z + sign * force[2]]
      },
      [0, 0, 0]
    )
    return Math.hypot(...sum)
  }

  #ofAll(what: 'kinetic' | 'potential' | 'total' | 'linear' | 'angular'): number {
    const { energy } = this.#simulation
    if (what === 'kinetic') return energy.kinetic
    if (what === 'potential') return energy.potential
    if (what === 'total') return energy.kinetic + energy.potential
    this.#momentum ??= this.#model.centroidalMomentum(this.#state).momentum.slice()
    const [first, end] = what === 'angular' ? [0, 3] : [3, 6]
    return Math.hypot(...this.#momentum.subarray(first, end))
  }

  get #state() {
    const { q, v } = this.#simulation
    return { q, v }
  }
}

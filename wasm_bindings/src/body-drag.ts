import type { Vector3 } from './types/mechanism.js'
import type { Simulation } from './types/simulation.js'

/** Natural frequency of the spring with the whole mechanism [rad/s]. */
const swing = 2 * Math.PI
const standardGravity = 9.81

/** A point of a body, and the point of the world to which a spring pulls it. */
export interface BodyHold {
  readonly body: number
  readonly localPoint: Vector3
  readonly held: readonly number[]
  readonly spring: { readonly stiffness: number; readonly damping: number }
}

/**
 * Drags a body by `forces.pull`: a spring and a damper between a point of it and a target. The spring force is at most the
 * weight of the mechanism, and the damping is limited by the step: dragging makes no step fail.
 */
export class BodyDrag {
  #simulation: Simulation
  readonly #mass: number
  readonly #weight: number
  #hold: { body: number; localPoint: Vector3; target: Vector3 } | null = null
  #spring = { stiffness: 0, damping: 0 }
  #held: readonly number[] = []

  constructor(simulation: Simulation) {
    this.#simulation = simulation
    const { bodies, gravity = [0, 0, -standardGravity] } = simulation.mechanism
    this.#mass = bodies.reduce((sum, { mass = 0 }) => sum + mass, 0)
    this.#weight = this.#mass * (Math.hypot(...gravity) || standardGravity)
  }

  get simulation(): Simulation {
    return this.#simulation
  }

  get isHolding(): boolean {
    return this.#hold !== null
  }

  /** The part that is being dragged. */
  get hold(): BodyHold | null {
    if (!this.#hold) return null
    const { body, localPoint } = this.#hold
    return { body, localPoint, held: this.#held, spring: this.#spring }
  }

  /** Continues in another simulation of the same mechanism. */
  moveTo(simulation: Simulation): void {
    this.#simulation = simulation
    this.aim()
  }

  /** Pulls a point of a body [m, in its frame] to a target [m, in the world]. */
  take(body: number, localPoint: Vector3, target: Vector3): void {
    this.#hold = { body, localPoint, target }
    this.aim()
  }

  /** Copies another drag. */
  mirror(other: BodyDrag): void {
    if (this.#hold && !other.#hold) this.release()
    this.#hold = other.#hold
    this.aim()
  }

  /** Updates the force from the present pose; to be called every few steps. */
  aim(): void {
    if (!this.#hold) return
    const { body, localPoint, target } = this.#hold
    const stiffness = this.#mass * swing ** 2
    const critical = 2 * this.#mass * swing
    const damping = Math.min(
      critical,
      this.#leastMass(body, localPoint) / this.#simulation.stepSize
    )
    const from = this.#placeOf(body, localPoint)
    const way = target.map((value, i) => value - (from[i] as number))
    const reach = this.#weight / stiffness
    const share = Math.min(1, reach / Math.max(Math.hypot(...way), 1e-12))
    this.#held = from.map((value, i) => value + share * (way[i] as number))
    this.#spring = { stiffness, damping }
    this.#simulation.forces.pull(body, localPoint, this.#held, this.#spring)
  }

  release(): void {
    this.#simulation.forces.release()
    this.#hold = null
  }

  /**
   * Lower bound of the effective mass at a point of a body, in any direction: that of the free body,
   * 1/m = 1/M + r²/I. Joints only increase it.
   */
  #leastMass(body: number, point: Vector3): number {
    const {
      mass = 0,
      centerOfMass = [0, 0, 0],
      inertia = []
    } = this.#simulation.mechanism.bodies[body] ?? {}
    const arm = Math.hypot(...point.map((value, i) => value - (centerOfMass[i] ?? 0)))
    const [xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0] = inertia
    // No moment of inertia is below the determinant over the square of half the trace.
    const determinant =
      xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
    const least = determinant / Math.max(((xx + yy + zz) / 2) ** 2, Number.MIN_VALUE)
    const free = 1 / (1 / mass + (arm * arm) / Math.max(least, Number.MIN_VALUE))
    return Math.max(free, 1e-3 * this.#mass)
  }

  #placeOf(body: number, point: Vector3): number[] {
    const [x = 0, y = 0, z = 0, a = 0, b = 0, c = 0, w = 1] = this.#simulation.poses.subarray(
      7 * body,
      7 * body + 7
    )
    // p + 2 u × (u × p + w p) with u the quaternion's vector.
    const [px, py, pz] = point
    const [tx, ty, tz] = [
      b * pz - c * py + w * px,
      c * px - a * pz + w * py,
      a * py - b * px + w * pz
    ]
    return [
      x + px + 2 * (b * tz - c * ty),
      y + py + 2 * (c * tx - a * tz),
      z + pz + 2 * (a * ty - b * tx)
    ]
  }
}

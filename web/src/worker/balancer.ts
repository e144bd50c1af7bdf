import type { Linkwork, Simulation } from 'linkwork'
import {
  type Control,
  interval,
  samplingController
} from '../../../examples/node/sampling-controller.js'
import type { ControlState } from '../model/messages.ts'
import { StepTimer } from './clocks.ts'

/** Number of the best copies that are shown, and intervals between two shown poses. */
const shownCopies = 12
const shownEvery = 3

/** Moves the simulation to a pose and holds it there, with one motor, as the Node example does. */
export class Balancer {
  readonly #control: Control
  readonly #controller: ReturnType<typeof samplingController>
  /** Measures computing time per second of motion. */
  readonly #timer = new StepTimer()
  readonly #row: number
  /** Poses of the latest decision until they are taken; empty if nothing was tried. */
  #paths: Float64Array[] | undefined
  #state: ControlState = 'tries ahead'
  #torque = 0
  /** Time of the next decision [s]. */
  #due = Number.NEGATIVE_INFINITY

  constructor(linkwork: Linkwork, { mechanism }: Simulation, control: Control) {
    this.#control = control
    this.#controller = samplingController(linkwork, mechanism, control)
    this.#row = 7 * mechanism.bodies.length
  }

  /** Decides again after a jump of the simulation. */
  restart(): void {
    this.#due = Number.NEGATIVE_INFINITY
  }

  /**
   * Sets the torque, and decides first if that is due. Returns the number of steps for which it holds.
   */
  act(simulation: Simulation): number {
    const { time, stepSize } = simulation
    if (time > this.#due - stepSize / 2) {
      this.#decide(simulation)
      this.#due = time + interval
    }
    simulation.forces.setTorque(this.#control.motor, this.#torque)
    return Math.max(1, Math.round((this.#due - time) / stepSize))
  }

  /** Torque of the latest decision [N·m]. */
  get torques(): readonly number[] {
    return [this.#torque]
  }

  get state(): ControlState {
    return this.#state
  }

  /** Computing time per second of motion [ms]; NaN before the first measurement. */
  get cost(): number {
    return this.#timer.mean
  }

  /**
   * Returns poses along the best trajectories of the latest decision, once; empty if nothing was tried.
   */
  takePaths(): Float64Array<ArrayBuffer> | undefined {
    const looks = this.#paths
    if (!looks) return undefined
    this.#paths = undefined
    if (looks.length === 0) return new Float64Array(0)
    const { costs } = this.#controller
    const best = [...costs.keys()].sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0))
    const row = this.#row
    const shown = best
      .slice(0, shownCopies)
      .flatMap((copy) => looks.map((poses) => poses.subarray(row * copy, row * (copy + 1))))
    const paths = new Float64Array(row * shown.length)
    for (const [i, poses] of shown.entries()) paths.set(poses, row * i)
    return paths
  }

  dispose(): void {
    this.#controller.dispose()
  }

  #decide({ q, v }: Simulation): void {
    const start = performance.now()
    const looks: Float64Array[] = []
    this.#torque = this.#controller.decide(q, v, (ensemble, k) => {
      if ((k + 1) % shownEvery === 0) looks.push(ensemble.poses.slice())
    })
    this.#paths = looks
    this.#state = looks.length > 0 ? 'tries ahead' : 'holds'
    this.#timer.add(performance.now() - start, 1000 * interval)
  }
}

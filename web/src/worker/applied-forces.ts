import type { BodyHold, Linkwork, Simulation, Vector3 } from 'linkwork'
import type { ControlState, Motion, Push } from '../model/messages.ts'
import { type Controller, controllerOf, motorsOf } from './controllers.ts'
import { rateOfSpring } from './fastest-rate.ts'
import { Hand } from './hand.ts'

/** Simulated time between two updates of the drag force [s]. */
const aimPeriod = 0.004

/** Motors and forces at a time. */
export interface Actuation {
  readonly motors: Motion | null
  /** Torques of the motors of the controller [N·m, N]. */
  readonly torques: readonly number[]
  readonly hold: BodyHold | null
  readonly push: Push | null
}

/** Torques of a controller [N·m, N] and the time from which they hold [s]. */
export interface DecidedTorques {
  readonly time: number
  readonly torques: readonly number[]
}

/** The motors, the drag force and the constant force of a simulation. */
export class AppliedForces {
  readonly #linkwork: Linkwork
  readonly hand: Hand
  #simulation: Simulation
  #motors: Motion | null = null
  #controller: Controller | undefined
  #push: Push | null = null
  #decided: DecidedTorques[] = []

  constructor(linkwork: Linkwork, simulation: Simulation) {
    this.#linkwork = linkwork
    this.#simulation = simulation
    this.hand = new Hand(simulation)
  }

  /** Continues in another simulation of the same mechanism. */
  moveTo(simulation: Simulation): void {
    this.#simulation = simulation
    drive(simulation, this.#motors)
    this.hand.moveTo(simulation)
    this.#applyPush()
  }

  setMotors(motors: Motion | null): void {
    this.#motors = motors
    this.#controller?.dispose?.()
    this.#controller = controllerOf(this.#linkwork, this.#simulation, motors)
    drive(this.#simulation, motors)
    this.#applyPush()
  }

  /** Ignores bodies of an earlier, larger mechanism. */
  pull(body: number, localPoint: Vector3, target: Vector3): void {
    if (body < this.#simulation.mechanism.bodies.length) this.hand.take(body, localPoint, target)
  }

  release(): void {
    this.hand.release()
  }

  push(push: Push | null): void {
    this.#push = push
    this.#simulation.forces.clear()
    this.#applyPush()
  }

  releaseAll(): void {
    this.release()
    this.push(null)
  }

  /** Resets the controller after a jump of the simulation. */
  restart(): void {
    if (this.#controller?.forget) this.#controller.forget()
    else if (this.#controller) this.setMotors(this.#motors)
  }

  /**
   * Applies the forces before the next step, `count` steps after the start. Returns the number of steps
   * for which they hold. It depends on the count alone, so a replay is bitwise identical.
   */
  act(count: number): number {
    const period = Math.max(1, Math.round(aimPeriod / this.#simulation.stepSize))
    if (count % period === 0) {
      this.#applyPush()
      this.hand.aim()
    }
    const settled = this.#controller?.act(this.#simulation, count) ?? Number.POSITIVE_INFINITY
    if (this.#controller)
      this.#decided.push({ time: this.#simulation.time, torques: this.#controller.torques })
    const isHeld = this.hand.isHolding || this.#push !== null
    return isHeld ? Math.min(settled, period - (count % period)) : settled
  }

  get hasMotors(): boolean {
    return this.#motors !== null
  }

  get isHolding(): boolean {
    return this.hand.isHolding
  }

  /** Fastest rate of motors and drag force [1/s]. */
  get rate(): number {
    const motors = this.#motors && 'joints' in this.#motors ? rateOfSpring(this.#motors) : 0
    return Math.max(motors, this.hand.rate)
  }

  /** Motors and forces now. */
  get actuation(): Actuation {
    return {
      motors: this.#motors,
      torques: this.#controller?.torques ?? [],
      hold: this.hand.hold,
      push: this.#push
    }
  }

  /** Returns the decisions of the controller since the last call, at times of the simulation. */
  takeDecided(): DecidedTorques[] {
    return this.#decided.splice(0)
  }

  /** Computing time of the controller per second of motion [ms]; NaN without a controller. */
  get controlCost(): number {
    return this.#controller?.cost ?? Number.NaN
  }

  /** State of the controller; undefined without a controller. */
  get controlState(): ControlState | undefined {
    return this.#controller?.state
  }

  /** Returns the predicted poses of the controller since the last call, if there are any. */
  takePaths(): Float64Array<ArrayBuffer> | undefined {
    return this.#controller?.takePaths?.()
  }

  dispose(): void {
    this.#controller?.dispose?.()
  }

  #applyPush(): void {
    if (!this.#push) return
    this.#simulation.forces.clear()
    applyPush(this.#simulation, this.#push)
  }
}

/** Applies the motors and forces of another time to a simulation. */
export function applyActuation(simulation: Simulation, actuation: Actuation): void {
  drive(simulation, actuation.motors)
  for (const [i, motor] of motorsOf(actuation.motors).entries())
    simulation.forces.setTorque(motor, actuation.torques[i] ?? 0)
  if (actuation.push) applyPush(simulation, actuation.push)
  simulation.forces.release()
  const { hold } = actuation
  if (hold) simulation.forces.pull(hold.body, hold.localPoint, hold.held, hold.spring)
}

function drive(simulation: Simulation, motors: Motion | null): void {
  simulation.forces.clear()
  if (motors && 'joints' in motors) simulation.tracking.start(motors)
  else simulation.tracking.stop()
}

export function applyPush(simulation: Simulation, { body, force }: Push): void {
  const point = simulation.mechanism.bodies[body]?.centerOfMass ?? [0, 0, 0]
  simulation.forces.applyPointForce(body, point, force)
}

import type { Linkwork, Simulation } from 'linkwork'
import type { EnsembleState, SecondChoice, SecondState } from '../model/messages.ts'
import type { AppliedForces } from './applied-forces.ts'
import { PerturbedEnsemble } from './perturbed-ensemble.ts'
import { SecondSimulation } from './second-simulation.ts'

/** The perturbed ensemble and the second simulation of a simulation. */
export class SideSimulations {
  readonly #linkwork: Linkwork
  #hasEnsemble: boolean
  #ensemble: PerturbedEnsemble | undefined
  #second: SecondSimulation | undefined
  #isDisposed = false

  constructor(linkwork: Linkwork, hasEnsemble: boolean) {
    this.#linkwork = linkwork
    this.#hasEnsemble = hasEnsemble
  }

  /** Starts the perturbed ensemble, unless motors run, which it does not have. */
  openEnsemble(simulation: Simulation, applied: AppliedForces, isWanted = this.#hasEnsemble): void {
    this.#hasEnsemble = isWanted
    this.#ensemble?.dispose()
    this.#ensemble =
      isWanted && !applied.hasMotors ? new PerturbedEnsemble(this.#linkwork, simulation) : undefined
  }

  /** Starts a second simulation, compiled if the first one is; null ends it. */
  async setSecond(
    simulation: Simulation,
    time: number,
    applied: AppliedForces,
    choice: SecondChoice | null
  ): Promise<void> {
    this.#second?.dispose()
    this.#second = undefined
    if (!choice) return
    const { motors, torques } = applied.actuation
    const second = new SecondSimulation(this.#linkwork, choice, motors)
    await second.compile(simulation)
    if (this.#isDisposed) {
      second.dispose()
      return
    }
    this.#second = second
    second.restart(simulation, time, torques)
  }

  /** Restarts after a change of solver or motors. */
  restartSecond(simulation: Simulation, time: number, { actuation }: AppliedForces): void {
    this.#second?.drive(actuation.motors)
    this.#second?.restart(simulation, time, actuation.torques)
  }

  /** Restarts with the simulation. */
  restart(simulation: Simulation): void {
    this.#ensemble?.restart(simulation)
    this.#second?.restart(simulation, 0)
  }

  /** Follows the simulation to an earlier time. */
  seek(simulation: Simulation, time: number, { actuation }: AppliedForces): void {
    this.#ensemble?.restart(simulation)
    this.#second?.seek(simulation, time, actuation.torques)
  }

  /** Follows the simulation after steps, to a time. */
  follow(simulation: Simulation, steps: number, time: number, applied: AppliedForces): void {
    this.#ensemble?.step(steps)
    const offset = time - simulation.time
    const decided = applied.takeDecided()
    this.#second?.follow(
      time,
      applied,
      decided.map((each) => ({ ...each, time: each.time + offset }))
    )
  }

  readEnsemble(simulation: Simulation): EnsembleState | undefined {
    return this.#ensemble?.look(simulation)
  }

  readSecond(simulation: Simulation, time: number): SecondState | undefined {
    return this.#second?.look(simulation, time)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#ensemble?.dispose()
    this.#second?.dispose()
  }
}

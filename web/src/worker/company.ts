import type { Linkwork, Simulation } from 'linkwork'
import type { BesideChoice, BesideView, FanView } from '../model/messages.ts'
import { Beside } from './beside.ts'
import { Fan } from './fan.ts'
import type { Outside } from './outside.ts'

/** What moves beside a simulation: a fan of its copies, and another one that is compared with it. */
export class Company {
  readonly #linkwork: Linkwork
  #wantsFan: boolean
  #fan: Fan | undefined
  #beside: Beside | undefined
  #isDisposed = false

  constructor(linkwork: Linkwork, wantsFan: boolean) {
    this.#linkwork = linkwork
    this.#wantsFan = wantsFan
  }

  /** Copies from here on; none where motors run, which copies do not have. */
  openFan(simulation: Simulation, outside: Outside, isWanted = this.#wantsFan): void {
    this.#wantsFan = isWanted
    this.#fan?.dispose()
    this.#fan = isWanted && !outside.hasMotors ? new Fan(this.#linkwork, simulation) : undefined
  }

  /** What starts here and moves in the same times, compiled as the simulation is; null: nothing. */
  async setBeside(
    simulation: Simulation,
    time: number,
    outside: Outside,
    choice: BesideChoice | null
  ): Promise<void> {
    this.#beside?.dispose()
    this.#beside = undefined
    if (!choice) return
    const { motors, torques } = outside.acting
    const beside = new Beside(this.#linkwork, choice, motors)
    await beside.compile(simulation)
    if (this.#isDisposed) {
      beside.dispose()
      return
    }
    this.#beside = beside
    beside.restart(simulation, time, torques)
  }

  /** The simulation goes on by another solver, or other motors. */
  restartBeside(simulation: Simulation, time: number, { acting }: Outside): void {
    this.#beside?.drive(acting.motors)
    this.#beside?.restart(simulation, time, acting.torques)
  }

  /** The simulation is at its start. */
  restart(simulation: Simulation): void {
    this.#fan?.restart(simulation)
    this.#beside?.restart(simulation, 0)
  }

  /** The simulation is at an instant of its past. */
  seek(simulation: Simulation, time: number, { acting }: Outside): void {
    this.#fan?.restart(simulation)
    this.#beside?.seek(simulation, time, acting.torques)
  }

  /** The simulation has taken so many steps, to a time. */
  follow(simulation: Simulation, steps: number, time: number, outside: Outside): void {
    this.#fan?.step(steps)
    const offset = time - simulation.time
    const decided = outside.takeDecided()
    this.#beside?.follow(
      time,
      outside,
      decided.map((each) => ({ ...each, time: each.time + offset }))
    )
  }

  lookAtFan(simulation: Simulation): FanView | undefined {
    return this.#fan?.look(simulation)
  }

  lookBeside(simulation: Simulation, time: number): BesideView | undefined {
    return this.#beside?.look(simulation, time)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#fan?.dispose()
    this.#beside?.dispose()
  }
}

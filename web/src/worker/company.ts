import type { Linkwork, Simulation } from 'linkwork'
import { Beside, type BesideChoice, type BesideView } from './beside.ts'
import { Fan, type FanView } from './fan.ts'
import type { Outside } from './outside.ts'

/** What moves beside a simulation: a fan of its copies, and another one that is compared with it. */
export class Company {
  readonly #linkwork: Linkwork
  #wantsFan: boolean
  #fan: Fan | undefined
  #beside: Beside | undefined

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

  /** What starts here and moves in the same times; null: nothing. */
  setBeside(
    simulation: Simulation,
    time: number,
    outside: Outside,
    choice: BesideChoice | null = this.#beside?.choice ?? null
  ): void {
    this.#beside?.dispose()
    this.#beside = choice ? new Beside(this.#linkwork, choice, outside.acting.motors) : undefined
    this.#beside?.restart(simulation, time)
  }

  /** The simulation goes on by another solver. */
  restartBeside(simulation: Simulation, time: number): void {
    this.#beside?.restart(simulation, time)
  }

  /** The simulation is at its start. */
  restart(simulation: Simulation): void {
    this.#fan?.restart(simulation)
    this.#beside?.restart(simulation, 0)
  }

  /** The simulation is at an instant of its past. */
  seek(simulation: Simulation, time: number): void {
    this.#fan?.restart(simulation)
    this.#beside?.seek(simulation, time)
  }

  /** The simulation has taken so many steps, to a time. */
  follow(steps: number, time: number, outside: Outside): void {
    this.#fan?.step(steps)
    this.#beside?.follow(time, outside)
  }

  lookAtFan(simulation: Simulation): FanView | undefined {
    return this.#fan?.look(simulation)
  }

  lookBeside(simulation: Simulation, time: number): BesideView | undefined {
    return this.#beside?.look(simulation, time)
  }

  dispose(): void {
    this.#fan?.dispose()
    this.#beside?.dispose()
  }
}

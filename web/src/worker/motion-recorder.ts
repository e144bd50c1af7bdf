import type { Linkwork, Simulation, Vector3 } from 'linkwork'
import { hasContact } from '../model/contact.ts'
import type { Motion, Outcome, Script, UserInput } from '../model/messages.ts'
import { AppliedForces } from './applied-forces.ts'
import type { StepTimer } from './clocks.ts'
import type { Entry } from './history.ts'
import { Impacts } from './impacts.ts'
import { fingerprint, Log } from './input-log.ts'

/** Simulated time between two fingerprints of the state [s]. */
const markPeriod = 0.5

/** Steps a simulation and records the user inputs between steps, or replays them. */
export class MotionRecorder {
  /** Steps since the start. */
  count: number
  readonly applied: AppliedForces
  readonly impacts: Impacts
  /** Largest violation of the contact laws since the start [m/s]. */
  contactError = 0
  readonly #touches: boolean
  #simulation: Simulation
  readonly #log = new Log()
  /** The motion to replay. */
  #script: Script | undefined
  #next = 0
  #same = 0
  #outcome: Outcome | undefined
  /** Motors at the start of the record. */
  #firstMotors: Motion | null
  #hasOtherMotors = false

  constructor(linkwork: Linkwork, simulation: Simulation, motors: Motion | null, count: number) {
    this.#simulation = simulation
    this.#touches = hasContact(simulation.mechanism)
    this.count = count
    this.applied = new AppliedForces(linkwork, simulation)
    this.applied.setMotors(motors)
    this.impacts = new Impacts(simulation)
    this.#firstMotors = motors
  }

  /** Continues in another simulation of the same mechanism. */
  moveTo(simulation: Simulation): void {
    this.#simulation = simulation
    this.applied.moveTo(simulation)
  }

  /** Applies an input of the user, which ends a replay. */
  act(input: UserInput): void {
    this.#script = undefined
    this.#do(brief(input))
  }

  /** Restarts the record at the start of the simulation. */
  restart(): void {
    this.#script = undefined
    this.#outcome = undefined
    this.applied.releaseAll()
    this.applied.restart()
    this.impacts.moved(this.#simulation)
    this.count = 0
    this.contactError = 0
    this.#log.restart()
    this.#firstMotors = this.applied.actuation.motors
  }

  /** Goes back to an earlier time. */
  turnTo({ snapshot, count }: Entry): void {
    this.#script = undefined
    this.applied.releaseAll()
    this.#simulation.restore(snapshot)
    this.applied.releaseAll()
    this.applied.restart()
    this.impacts.moved(this.#simulation)
    this.count = count
    this.#log.turn(count)
    this.#noteMotors()
  }

  /** Drops the inputs after the present time. */
  resume(): void {
    this.#log.resume()
  }

  /** Replays a motion. The simulation must be at its start. */
  follow(script: Script): void {
    this.#script = script
    this.#next = 0
    this.#same = 0
  }

  /** The motion since the start. */
  get script(): Script {
    const { inputs, ...script } = this.#log.script(this.count, this.#state)
    const first = { at: 0, input: { type: 'motors', motors: this.#firstMotors } } as const
    return { ...script, inputs: this.#hasOtherMotors ? [first, ...inputs] : inputs }
  }

  /** Whether a replay has ended. */
  get hasEnded(): boolean {
    return this.#outcome !== undefined
  }

  /** Returns the outcome of a replay, once. */
  takeOutcome(): Outcome | undefined {
    const outcome = this.#outcome
    this.#outcome = undefined
    return outcome
  }

  /** Takes steps; fewer if a replay ends. */
  step(steps: number, timer: StepTimer): void {
    const marks = Math.max(1, Math.round(markPeriod / this.#simulation.stepSize))
    for (let left = steps; left > 0; ) {
      this.#doAgain()
      const settled = this.applied.act(this.count)
      const most = this.#touches || this.impacts.isHeard ? 1 : left
      const count = Math.min(most, settled, marks - (this.count % marks), this.#toNext)
      const start = performance.now()
      this.#simulation.step(count)
      this.impacts.pass(this.#simulation)
      if (this.#touches)
        this.contactError = Math.max(this.contactError, this.#simulation.contacts.error)
      timer.add(performance.now() - start, count)
      this.count += count
      left -= count
      if (this.count % marks === 0) this.#mark()
      if (this.#script && this.count >= this.#script.steps) this.#end(this.#script)
      if (this.hasEnded) return
    }
  }

  #do(input: UserInput): void {
    if (input.type === 'motors' && this.#log.isEmpty && this.count === 0)
      this.#firstMotors = input.motors
    else this.#log.note(this.count, input)
    switch (input.type) {
      case 'pull':
        this.applied.pull(input.body, input.localPoint, input.target)
        break
      case 'release':
        this.applied.release()
        break
      case 'push':
        this.applied.push(input.push)
        break
      case 'motors':
        this.#hasOtherMotors = true
        this.applied.setMotors(input.motors)
        break
      case 'turn':
        this.applied.releaseAll()
        this.#simulation.restore(this.#simulation.snapshot())
        this.applied.releaseAll()
        this.applied.restart()
        break
    }
  }

  #doAgain(): void {
    for (;;) {
      const done = this.#script?.inputs[this.#next]
      if (!done || done.at > this.count) return
      this.#next += 1
      this.#do(done.input)
    }
  }

  #noteMotors(): void {
    if (!this.#hasOtherMotors) return
    this.#log.note(this.count, { type: 'motors', motors: this.applied.actuation.motors })
  }

  /** Steps to the next input of a replay, or to its end. */
  get #toNext(): number {
    if (!this.#script) return Number.POSITIVE_INFINITY
    const { inputs, steps } = this.#script
    return Math.max(1, Math.min(steps, inputs[this.#next]?.at ?? steps) - this.count)
  }

  get #state(): string {
    return fingerprint(this.#simulation.q, this.#simulation.v)
  }

  #mark(): void {
    const state = this.#state.slice(0, 8)
    this.#log.mark(this.count, state)
    const expected = this.#script?.marks.find(({ at }) => at === this.count)
    if (!this.#script || !expected) return
    if (expected.state === state) this.#same = this.count
    else this.#end(this.#script)
  }

  #end({ steps, state }: Script): void {
    const isSame = this.count === steps && this.#state.startsWith(state)
    this.#outcome = {
      steps: this.count,
      state: this.#state,
      difference: isSame ? null : [this.#same, this.count]
    }
    this.#script = undefined
  }
}

/** Rounds points to 0.01 mm, so an address can hold more of them. */
function brief(input: UserInput): UserInput {
  if (input.type !== 'pull') return input
  const rounded = ([x, y, z]: Vector3): Vector3 => [shorter(x), shorter(y), shorter(z)]
  return { ...input, localPoint: rounded(input.localPoint), target: rounded(input.target) }
}

const shorter = (length: number): number => Number(length.toFixed(5))

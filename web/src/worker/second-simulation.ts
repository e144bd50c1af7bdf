import {
  type Linkwork,
  type Mechanism,
  positionSize,
  type Simulation,
  type Tracking
} from 'linkwork'
import type { Motion, SecondChoice, SecondState } from '../model/messages.ts'
import { type AppliedForces, applyPush, type DecidedTorques } from './applied-forces.ts'
import { StepTimer } from './clocks.ts'
import { motorsOf } from './controllers.ts'
import { Hand } from './hand.ts'
import { History, type Moment } from './history.ts'
import { Measures } from './measures.ts'
import { stopReason } from './stop-reason.ts'
import { type Variant, variantOf } from './variants.ts'

/** An instant to which it may come back; of what acted there, only decided torques are its own. */
const momentAt = (time: number, torques: readonly number[]): Moment => ({
  time,
  count: 0,
  actuation: { motors: null, torques, hold: null, push: null }
})

/** Bodies up to which compiled code gains enough to be made. */
export const mostCompiled = 300

/** A second simulation that starts where the first is and is stepped to the same times. */
export class SecondSimulation {
  readonly choice: SecondChoice
  readonly #linkwork: Linkwork
  #motors: Motion | null
  #variant: Variant | undefined
  #simulation: Simulation | undefined
  /** Its own code, where that is faster: made once, before its first step. */
  #compiled: Simulation | undefined
  /** What A's controller decides, from when on it holds; the first holds now. */
  #decided: DecidedTorques[] = []
  #hand: Hand | undefined
  #measures: Measures | undefined
  #history = new History()
  readonly #timer = new StepTimer()
  /** Time of the page at the simulation's time 0 [s]. */
  #origin = 0
  #since = 0
  #isPushed = false
  #isDisposed = false
  #stopped: string | null = null
  /** The time of the last look; NaN where something changed since [s]. */
  #seen = Number.NaN

  constructor(linkwork: Linkwork, choice: SecondChoice, motors: Motion | null) {
    this.#linkwork = linkwork
    this.choice = choice
    this.#motors = motors
  }

  /** Compiles it, as the first one is; it goes on without where there may be no code, or none gains. */
  async compile(first: Simulation): Promise<void> {
    if (first.mechanism.bodies.length > mostCompiled) return
    try {
      this.#variant ??= variantOf(first.mechanism, this.choice.variant)
      const { mechanism } = this.#variant
      const { method, integrator, step } = this.choice
      const compiled = await this.#linkwork.compile(mechanism, {
        method,
        integrator,
        step
      })
      if (compiled.compiled?.isCompiled && !this.#isDisposed) this.#compiled = compiled
      else compiled.dispose()
    } catch {
      // What cannot be is told where it begins.
    }
  }

  /** Whether code compiled for it moves it. */
  get isCompiled(): boolean {
    return this.#simulation !== undefined && this.#simulation === this.#compiled
  }

  /** What the first one's motors do from now on. */
  drive(motors: Motion | null): void {
    this.#motors = motors
  }

  /** Begins where the first one is. */
  restart(first: Simulation, time: number, torques: readonly number[] = []): void {
    this.#stopped = null
    this.#decided = [{ time, torques }]
    this.#seen = Number.NaN
    this.#try(
      () => this.#open(first),
      (message) => `${message}.`
    )
    const simulation = this.#simulation
    if (!simulation) return
    this.#origin = time - simulation.time
    this.#since = time
    this.#hand = new Hand(simulation)
    this.#measures = new Measures(simulation)
    this.#history = new History()
    this.#history.record(simulation, momentAt(time, torques))
    this.#timer.restart()
  }

  #open(first: Simulation): void {
    this.#close()
    this.#variant ??= variantOf(first.mechanism, this.choice.variant)
    const plain = this.choice.variant === 'same' ? this.#twinOf(first) : this.#likeness(first)
    const compiled = this.#compiled
    this.#simulation = plain
    if (!compiled) return
    compiled.stepSize = plain.stepSize
    compiled.clearForces()
    compiled.restore(plain.snapshot())
    this.#track(compiled, first)
    this.#simulation = compiled
    plain.dispose()
  }

  /** Has what acts on the first one, and the motors' time, before it goes another way. */
  #twinOf(first: Simulation): Simulation {
    const { method, integrator, step } = this.choice
    const twin = first.clone()
    twin.release()
    if (twin.method !== method) twin.method = method
    if (twin.integrator !== integrator) twin.integrator = integrator
    twin.stepSize = step
    return twin
  }

  /** What it is instead, in the first one's state. */
  #likeness(first: Simulation): Simulation {
    const { method, integrator, step } = this.choice
    const { mechanism, stateOf } = this.#variant as Variant
    const initialState = stateOf(first.state)
    const made = this.#linkwork.simulate(
      { ...mechanism, initialState },
      { method, integrator, step }
    )
    this.#track(made, first)
    return made
  }

  /** Motors whose time is the first one's. */
  #track(simulation: Simulation, first: Simulation): void {
    if (this.#motors && 'joints' in this.#motors)
      simulation.track(later(this.#motors, first.time - simulation.time))
    else simulation.stopTracking()
  }

  /**
   * Takes the whole steps up to the time of the first one, pulled as that one is, under the torques that
   * were decided for that one on the way.
   */
  follow(time: number, applied: AppliedForces, decided: readonly DecidedTorques[] = []): void {
    const simulation = this.#simulation
    if (!simulation || this.#stopped) return
    this.#decided.push(...decided)
    const steps = Math.floor((time - this.#time) / this.choice.step + 1e-6)
    if (steps <= 0) return
    this.#try(() => {
      this.#mirror(applied)
      const start = performance.now()
      this.#step(simulation, steps)
      this.#timer.add(performance.now() - start, steps)
      this.#measures?.pass(simulation, Math.max(applied.rate, this.#variant?.rate ?? 0))
      this.#history.record(simulation, momentAt(this.#time, this.#decided[0]?.torques ?? []))
    })
  }

  /** Steps, each under the torque that was the latest where it began. */
  #step(simulation: Simulation, steps: number): void {
    if (!this.#motors || 'joints' in this.#motors) {
      simulation.step(steps)
      return
    }
    for (let step = 0; step < steps; step++) {
      while (this.#decided[1] && this.#decided[1].time < this.#time + 1e-6 * this.choice.step)
        this.#decided.shift()
      for (const [i, motor] of motorsOf(this.#motors).entries())
        simulation.setTorque(motor, this.#decided[0]?.torques[i] ?? 0)
      simulation.step()
    }
  }

  /** Lets act on it what the visitor does to the first one. */
  #mirror(applied: AppliedForces): void {
    const { push } = applied.actuation
    if (push || this.#isPushed) this.#simulation?.clearForces()
    if (push && this.#simulation) applyPush(this.#simulation, push)
    this.#isPushed = push !== null
    this.#hand?.mirror(applied.hand)
  }

  /** Goes to an instant of its past, or begins where the first one is. */
  seek(first: Simulation, time: number, torques: readonly number[] = []): void {
    const kept = this.#history.upTo(time)
    const simulation = this.#simulation
    if (!kept || !simulation || kept.time > time + 1e-9) {
      this.restart(first, time, torques)
      return
    }
    this.#stopped = null
    this.#decided = [{ time: kept.time, torques: kept.actuation.torques }]
    this.#seen = Number.NaN
    this.#hand?.release()
    simulation.restore(kept.snapshot)
    this.#history.discardAfter(kept.time)
    const steps = Math.floor((time - this.#time) / this.choice.step + 1e-6)
    this.#try(() => this.#step(simulation, Math.max(0, steps)))
    this.#measures?.moved(simulation)
  }

  /** How it is at the time of the first one; undefined where that was seen already. */
  look(first: Simulation, time: number): SecondState | undefined {
    if (time === this.#seen) return undefined
    this.#seen = time
    const simulation = this.#simulation
    const measures = this.#measures
    const judged = simulation && measures?.of(simulation)
    const stretch = simulation && this.#variant?.stretchOf?.(simulation.q)
    const poses = new Float64Array(first.poses.length)
    const q = new Float64Array(first.q.length)
    if (simulation) this.#atTime(simulation, time, () => this.#lay(simulation, first, poses, q))
    return {
      time,
      since: this.#since,
      poses,
      q,
      a: accelerationsOf(first),
      energyError: judged?.energyError ?? Number.NaN,
      energyTolerance: judged?.energyTolerance ?? Number.NaN,
      loopError: stretch ?? judged?.loopError ?? Number.NaN,
      stepTime: this.#timer.mean,
      distance: simulation && !this.#stopped ? farthest(poses, first.poses) : Number.NaN,
      stopped: this.#stopped
    }
  }

  /** Looks at it at a time between two of its steps: one shorter step leads there and is taken back. */
  #atTime(simulation: Simulation, time: number, look: () => void): void {
    const rest = time - this.#time
    if (this.#stopped || !(rest > 1e-6 * this.choice.step)) {
      look()
      return
    }
    const snapshot = simulation.snapshot()
    this.#try(() => {
      simulation.stepSize = rest
      simulation.step()
    })
    look()
    simulation.stepSize = this.choice.step
    simulation.restore(snapshot)
  }

  /** Lays out what it has of the first one's bodies and joints. */
  #lay(simulation: Simulation, first: Simulation, poses: Float64Array, q: Float64Array): void {
    if (this.choice.variant === 'same') {
      poses.set(simulation.poses)
      q.set(simulation.q)
      return
    }
    const { bodies } = simulation.mechanism
    const here = simulation.poses
    first.mechanism.bodies.forEach(({ name }, index) => {
      const at = 7 * bodies.findIndex((body) => body.name === name)
      poses.set(here.subarray(at, at + 7), 7 * index)
    })
    const places = placesOf(simulation.mechanism)
    const values = simulation.q
    for (const [name, [from, to]] of placesOf(first.mechanism)) {
      const [start = 0, end = 0] = places.get(name) ?? []
      if (end - start === to - from) q.set(values.subarray(start, end), from)
    }
  }

  dispose(): void {
    this.#isDisposed = true
    this.#close()
    this.#compiled?.dispose()
    this.#compiled = undefined
  }

  #close(): void {
    if (this.#simulation !== this.#compiled) this.#simulation?.dispose()
    this.#simulation = undefined
  }

  get #time(): number {
    return this.#origin + (this.#simulation?.time ?? 0)
  }

  /** What fails here stops this one alone. */
  #try(act: () => void, reason = stopReason): void {
    try {
      act()
    } catch (error) {
      this.#stopped = reason(error instanceof Error ? error.message : String(error))
      this.#seen = Number.NaN
    }
  }
}

/** The same courses, told from a later time on [s]. */
function later({ joints, ...how }: Tracking, time: number): Tracking {
  const courses = Object.entries(joints).map(([name, recorder]) => {
    if (typeof recorder === 'number') return [name, recorder] as const
    const { waves, keyframes, ...rest } = recorder
    const moved = {
      ...rest,
      ...(waves && {
        waves: waves.map(({ phase = 0, ...wave }) => ({
          ...wave,
          phase: phase + 2 * Math.PI * wave.frequency * time
        }))
      }),
      ...(keyframes && { keyframes: keyframes.map(([at, q]) => [at - time, q] as const) })
    }
    return [name, moved] as const
  })
  return { ...how, joints: Object.fromEntries(courses) }
}

/** Where the numbers of every joint stand in q. */
function placesOf({ joints }: Mechanism): Map<string, readonly [number, number]> {
  let at = 0
  return new Map(
    joints.map((joint) => {
      const from = at
      at += positionSize(joint)
      return [joint.name, [from, at] as const]
    })
  )
}

/** None in an impact, and none of what rolls. */
function accelerationsOf(simulation: Simulation): Float64Array<ArrayBuffer> {
  try {
    return simulation.forwardDynamics().slice() as Float64Array<ArrayBuffer>
  } catch {
    return new Float64Array(0)
  }
}

function farthest(poses: Float64Array, others: Float64Array): number {
  let largest = 0
  for (let at = 0; at < poses.length; at += 7) {
    const apart = [0, 1, 2].map((i) => (poses[at + i] ?? 0) - (others[at + i] ?? 0))
    largest = Math.max(largest, Math.hypot(...apart))
  }
  return largest
}

import {
  type Linkwork,
  type Mechanism,
  positionSize,
  type Simulation,
  type Tracking
} from 'linkwork'
import type { Motion, SecondChoice, SecondState } from '../model/messages.ts'
import { setSolver, solverFrom } from '../model/solver.ts'
import { type AppliedForces, applyPush, type DecidedTorques } from './applied-forces.ts'
import { StepTimer } from './clocks.ts'
import { motorsOf } from './controllers.ts'
import { Hand } from './hand.ts'
import { History, type Moment } from './history.ts'
import { Measures } from './measures.ts'
import { stopReason } from './stop-reason.ts'
import { type Variant, variantOf } from './variants.ts'

/** An entry of its history; of the forces it has only the decided torques. */
const momentAt = (time: number, torques: readonly number[]): Moment => ({
  time,
  count: 0,
  actuation: { motors: null, torques, hold: null, push: null }
})

/** Largest number of bodies for which code is compiled. */
export const mostCompiled = 300

/** A second simulation that starts in the state of the first one and is stepped to the same times. */
export class SecondSimulation {
  readonly choice: SecondChoice
  readonly #linkwork: Linkwork
  #motors: Motion | null
  #variant: Variant | undefined
  #simulation: Simulation | undefined
  /** A simulation with compiled code, made once before the first step. */
  #compiled: Simulation | undefined
  /** Torques of the controller of A; the first ones hold now. */
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
  /** Time of the last call of `look` [s]; NaN if something has changed since. */
  #seen = Number.NaN

  constructor(linkwork: Linkwork, choice: SecondChoice, motors: Motion | null) {
    this.#linkwork = linkwork
    this.choice = choice
    this.#motors = motors
  }

  /** Compiles it if the first one is compiled. Without compiled code, it runs the general code. */
  async compile(first: Simulation): Promise<void> {
    if (first.mechanism.bodies.length > mostCompiled) return
    try {
      this.#variant ??= variantOf(first.mechanism, this.choice.variant)
      const { mechanism } = this.#variant
      const { step } = this.choice
      const compiled = await this.#linkwork.simulate(mechanism, {
        compile: true,
        solver: solverFrom(this.choice),
        step
      })
      if (compiled.compiled?.isCompiled && !this.#isDisposed) this.#compiled = compiled
      else compiled.dispose()
    } catch {
      // Reported by `restart`.
    }
  }

  /** Whether it runs compiled code. */
  get isCompiled(): boolean {
    return this.#simulation !== undefined && this.#simulation === this.#compiled
  }

  /** Sets the motors of the first one. */
  drive(motors: Motion | null): void {
    this.#motors = motors
  }

  /** Starts in the state of the first one. */
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
    compiled.forces.clear()
    compiled.restore(plain.snapshot())
    this.#track(compiled, first)
    this.#simulation = compiled
    plain.dispose()
  }

  /** Clones the first one, with its motors and their time, and sets the solver. */
  #twinOf(first: Simulation): Simulation {
    const twin = first.clone()
    twin.forces.release()
    setSolver(twin, this.choice)
    twin.stepSize = this.choice.step
    return twin
  }

  /** Builds the variant in the state of the first one. */
  #likeness(first: Simulation): Simulation {
    const { step } = this.choice
    const { mechanism, stateOf } = this.#variant as Variant
    const initialState = stateOf(first.state)
    const made = this.#linkwork.simulate(
      { ...mechanism, initialState },
      { solver: solverFrom(this.choice), step }
    )
    this.#track(made, first)
    return made
  }

  /** Sets motors that follow the time of the first one. */
  #track(simulation: Simulation, first: Simulation): void {
    if (this.#motors && 'joints' in this.#motors)
      simulation.tracking.start(later(this.#motors, first.time - simulation.time))
    else simulation.tracking.stop()
  }

  /**
   * Takes whole steps up to the time of the first one, with its drag force and the torques that were
   * decided for it.
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

  /** Takes steps, each with the latest torque at its start. */
  #step(simulation: Simulation, steps: number): void {
    if (!this.#motors || 'joints' in this.#motors) {
      simulation.step(steps)
      return
    }
    for (let step = 0; step < steps; step++) {
      while (this.#decided[1] && this.#decided[1].time < this.#time + 1e-6 * this.choice.step)
        this.#decided.shift()
      for (const [i, motor] of motorsOf(this.#motors).entries())
        simulation.forces.setTorque(motor, this.#decided[0]?.torques[i] ?? 0)
      simulation.step()
    }
  }

  /** Copies the forces of the user on the first one. */
  #mirror(applied: AppliedForces): void {
    const { push } = applied.actuation
    if (push || this.#isPushed) this.#simulation?.forces.clear()
    if (push && this.#simulation) applyPush(this.#simulation, push)
    this.#isPushed = push !== null
    this.#hand?.mirror(applied.hand)
  }

  /** Goes back to an earlier time, or restarts in the state of the first one. */
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

  /** Returns its state at the time of the first one; undefined if nothing has changed. */
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

  /** Reads it at a time between two of its steps, after a shorter step that is undone. */
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

  /** Copies poses and coordinates to the bodies and joints of the first one, by name. */
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

  /** Errors stop this simulation alone. */
  #try(act: () => void, reason = stopReason): void {
    try {
      act()
    } catch (error) {
      this.#stopped = reason(error instanceof Error ? error.message : String(error))
      this.#seen = Number.NaN
    }
  }
}

/** Shifts trajectories in time [s]. */
function later({ joints, ...how }: Tracking, time: number): Tracking {
  const trajectories = Object.entries(joints).map(([name, trajectory]) => {
    if (typeof trajectory === 'number') return [name, trajectory] as const
    if (typeof trajectory === 'function')
      return [name, (now: number) => trajectory(now + time)] as const
    const { waves, keyframes, ...rest } = trajectory
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
  return { ...how, joints: Object.fromEntries(trajectories) }
}

/** Ranges of all joints in q. */
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

/** Empty during an impact, and for nonholonomic constraints. */
function accelerationsOf(simulation: Simulation): Float64Array<ArrayBuffer> {
  try {
    return simulation.dynamics.forwardDynamics().slice() as Float64Array<ArrayBuffer>
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

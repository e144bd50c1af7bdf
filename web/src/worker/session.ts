import type { Linkwork, MechanismSource, Simulation } from 'linkwork'
import type {
  Built,
  Command,
  EnsembleState,
  Forces,
  Outcome,
  Probed,
  Quantity,
  Script,
  SecondChoice,
  SecondState,
  SolverChoice,
  UserInput
} from '../model/messages.ts'
import { setSolver, solverFrom } from '../model/solver.ts'
import { Debt, SpeedMeter, StepTimer } from './clocks.ts'
import { forcesOn } from './forces.ts'
import { Frame, type Sample } from './frame.ts'
import { History, type Moment } from './history.ts'
import { Measures } from './measures.ts'
import { MotionRecorder } from './motion-recorder.ts'
import { Probe } from './probe.ts'
import { mostCompiled } from './second-simulation.ts'
import { SideSimulations } from './side-simulations.ts'
import { transferState } from './transfer-state.ts'

/** Computing time between two checks of the clock [ms]. */
const lookPeriod = 2
/** Simulated time between two measurements of the probe, at speed 1 [s]. */
const probePeriod = 0.004
const noForce = [0, 0, 0]

type Build = Extract<Command, { type: 'build' }>

/**
 * Runs one mechanism in real time, measures it, and keeps the history of the last minute. If a step
 * fails, it calls `onStop` and stays at the last valid state.
 */
export class Session {
  readonly #linkwork: Linkwork
  readonly #source: MechanismSource
  #simulation: Simulation
  readonly #epoch: number
  readonly #history = new History()
  readonly #measures: Measures
  readonly #timer = new StepTimer()
  readonly #meter = new SpeedMeter()
  readonly #onStop: (time: number, error: unknown) => void
  readonly #samples: Sample[] = []
  #speed: number
  #playing: boolean
  readonly #debt = new Debt()
  /** Time of the page at the simulation's time 0 [s]. */
  #origin = 0
  /** Latest computed time [s]. */
  #horizon = 0
  readonly #recorder: MotionRecorder
  /** Whether mechanism and solver are still those of the build. */
  #isAsBuilt: boolean
  readonly #probe: Probe
  readonly #side: SideSimulations
  #isDisposed = false

  constructor(
    linkwork: Linkwork,
    build: Build,
    before: Session | undefined,
    onStop: (time: number, error: unknown) => void
  ) {
    const { step, speed } = build.choice
    this.#linkwork = linkwork
    this.#side = new SideSimulations(linkwork, build.ensemble)
    this.#source = build.source
    this.#simulation = linkwork.simulate(build.source, { solver: solverFrom(build.choice), step })
    this.#probe = new Probe(linkwork, this.#simulation.mechanism)
    this.#epoch = build.epoch
    this.#speed = speed
    this.#playing = build.playing
    this.#onStop = onStop
    this.#isAsBuilt = !build.keepState
    if (build.keepState && before) this.#continue(before)
    const count = build.keepState && before ? before.#recorder.count : 0
    this.#recorder = new MotionRecorder(linkwork, this.#simulation, build.motors, count)
    this.listen(build.sound)
    this.#side.openEnsemble(this.#simulation, this.#recorder.applied)
    this.#measures = new Measures(this.#simulation)
    this.#horizon = this.time
    this.#history.record(this.#simulation, this.#moment)
  }

  get built(): Built {
    const { mechanism, info, q, v, poses } = this.#simulation
    return {
      epoch: this.#epoch,
      mechanism,
      info,
      positions: q.length,
      velocities: v.length,
      poses: poses.slice(),
      energyScale: this.#measures.scale
    }
  }

  /**
   * Compiles code for this mechanism and continues with it from the present state. If compiling is not
   * allowed, the general code runs on.
   */
  async compile(): Promise<void> {
    const { mechanism, solver } = this.#simulation
    if (this.isCompiled || mechanism.bodies.length > mostCompiled) return
    const compiled = await this.#linkwork.simulate(this.#source, { compile: true, solver })
    const before = this.#simulation
    const isWanted = !this.#isDisposed && before.solver.method === solver.method
    if (!isWanted || !compiled.compiled?.isCompiled) return compiled.dispose()
    compiled.solver = before.solver
    compiled.stepSize = before.stepSize
    compiled.restore(before.snapshot())
    this.#simulation = compiled
    before.dispose()
    this.#recorder.moveTo(compiled)
    this.#timer.restart()
  }

  /** Whether it runs compiled code. */
  get isCompiled(): boolean {
    return this.#simulation.compiled?.isCompiled ?? false
  }

  dispose(): void {
    this.#isDisposed = true
    this.#side.dispose()
    this.#recorder.applied.dispose()
    this.#probe.dispose()
    this.#simulation.dispose()
  }

  play(playing: boolean): void {
    if (playing && !this.#playing) this.#discardFuture()
    this.#playing = playing
    this.rest()
  }

  /** The time until the next frame does not count. */
  rest(): void {
    this.#debt.rest()
    this.#meter.restart()
  }

  reset(): void {
    this.#recorder.applied.releaseAll()
    this.#simulation.reset()
    this.#recorder.restart()
    this.#origin = -this.#simulation.time
    this.#horizon = 0
    this.#history.clear()
    this.#history.record(this.#simulation, this.#moment)
    this.#probe.restart(this.#simulation, 0)
    this.#timer.restart()
    this.#measures.restart(this.#simulation)
    this.#side.restart(this.#simulation)
    this.rest()
  }

  choose(choice: SolverChoice): void {
    if (choice.speed !== undefined) this.#speed = choice.speed
    setSolver(this.#simulation, choice)
    if (choice.step !== undefined) this.#simulation.stepSize = choice.step
    if (choice.method || choice.integrator || choice.step !== undefined) {
      this.#isAsBuilt = false
      this.#timer.restart()
      this.#measures.restart(this.#simulation)
      this.#side.openEnsemble(this.#simulation, this.#recorder.applied)
      this.#side.restartSecond(this.#simulation, this.time, this.#recorder.applied)
    }
    this.#meter.restart()
  }

  act(input: UserInput): void {
    this.#recorder.act(input)
    if (input.type !== 'motors') return
    this.#side.openEnsemble(this.#simulation, this.#recorder.applied)
    this.#side.restartSecond(this.#simulation, this.time, this.#recorder.applied)
  }

  /** Replays a motion from the start. */
  replay(script: Script): void {
    this.reset()
    this.#recorder.follow(script)
  }

  /** Returns the outcome of a replay, once. */
  takeReplayed(): (Outcome & { epoch: number }) | undefined {
    const outcome = this.#recorder.takeOutcome()
    return outcome && { ...outcome, epoch: this.#epoch }
  }

  /** The motion since the start; null if mechanism or solver was changed. */
  get account(): { epoch: number; script: Script | null } {
    return { epoch: this.#epoch, script: this.#isAsBuilt ? this.#recorder.script : null }
  }

  /** The state and all forces. */
  get forces(): Forces & { epoch: number } {
    return { epoch: this.#epoch, ...forcesOn(this.#simulation, this.#recorder.applied.actuation) }
  }

  setEnsemble(on: boolean): void {
    this.#side.openEnsemble(this.#simulation, this.#recorder.applied, on)
  }

  listen(on: boolean): void {
    this.#recorder.impacts.listen(on, this.#simulation)
  }

  /** Starts a second simulation; null ends it. Both are compiled, or neither. */
  async setSecond(choice: SecondChoice | null): Promise<void> {
    if (choice) await this.compile()
    const { applied } = this.#recorder
    await this.#side.setSecond(this.#simulation, this.time, applied, choice)
  }

  /** Records quantities; `serial` comes back with the values. */
  probe(quantities: readonly Quantity[], serial: number): void {
    this.#history.record(this.#simulation, this.#moment, true)
    const past = this.#history.entries
    this.#probe.choose(quantities, serial, past)
    this.#probe.record(this.#simulation, this.time)
  }

  /** Returns the values of quantities since the last call. */
  takeProbed(): (Probed & { epoch: number }) | undefined {
    this.#probe.look(this.#simulation, this.#horizon)
    const probed = this.#probe.take()
    return probed && { ...probed, epoch: this.#epoch }
  }

  /** Returns the poses of all bodies in the last seconds. */
  recall(seconds: number): { epoch: number; times: number[]; poses: Float64Array[] } {
    using again = this.#simulation.clone()
    return { epoch: this.#epoch, ...this.#history.poses(again, this.time - seconds, this.time) }
  }

  /** Takes whole steps, forward or back through the history. */
  steps(count: number): void {
    const target = this.time + count * this.#simulation.stepSize
    if (target <= this.#horizon + 1e-9) this.seek(target)
    else if (this.#run(count)) this.#sample()
  }

  /** Goes to the step of the history at a time. */
  seek(time: number): void {
    this.#history.record(this.#simulation, this.#moment, true)
    const entry = this.#history.upTo(time)
    if (!entry) return
    this.#recorder.turnTo(entry)
    try {
      while (time - this.time > this.#simulation.stepSize / 2) this.#recorder.step(1, this.#timer)
    } catch (error) {
      this.#stop(error)
    }
    this.#measures.moved(this.#simulation)
    this.#side.seek(this.#simulation, this.time, this.#recorder.applied)
    this.rest()
  }

  /** Simulates up to the time that is due at a wall clock time [ms]. */
  advance(now: number): void {
    if (!this.#playing) return
    this.#debt.grow(now, this.#speed)
    const { stepSize } = this.#simulation
    let hasMoved = false
    while (this.#playing && this.#debt.left >= stepSize) {
      if (this.#debt.isLate) this.#debt.forgive(stepSize)
      else {
        const before = this.time
        const due = Math.floor(this.#debt.left / stepSize)
        hasMoved = this.#run(Math.min(due, this.#batch)) || hasMoved
        this.#debt.pay(this.time - before)
      }
    }
    if (hasMoved && this.#playing) this.#sample()
    this.#meter.mark(now, this.time + this.#debt.left)
  }

  fill(frame: Frame): void {
    const start = performance.now()
    const simulation = this.#simulation
    const judged = this.#measures.of(simulation)
    frame.epoch = this.#epoch
    frame.time = this.time
    frame.energyError = judged.energyError
    frame.energyTolerance = judged.energyTolerance
    frame.loopError = judged.loopError
    frame.contactError = this.#recorder.contactError
    frame.retries = simulation.retries
    frame.stepTime = this.#timer.mean
    frame.measuredSpeed = this.#playing ? this.#meter.speed : Number.NaN
    frame.setHistory(this.#history.start, Math.max(this.#horizon, this.time))
    frame.measuresEpoch = this.#measures.epoch
    const force = this.#recorder.applied.isHolding ? simulation.forces.pullForce : noForce
    frame.pull = force
    frame.pullForce = Math.hypot(...force)
    frame.impact = this.#recorder.impacts.take()
    frame.controlCost = this.#recorder.applied.controlCost
    frame.controlState = this.#recorder.applied.controlState
    frame.clearSamples()
    for (const sample of this.#samples.splice(0)) frame.addSample(sample)
    frame.poses.set(simulation.poses)
    frame.q.set(simulation.q)
    frame.v.set(simulation.v)
    if (this.#playing) this.#timer.add(performance.now() - start, 0)
  }

  /** The state of the perturbed ensemble, if there is one. */
  get ensemble(): (EnsembleState & { epoch: number; time: number }) | undefined {
    const view = this.#side.readEnsemble(this.#simulation)
    return view && { ...view, epoch: this.#epoch, time: this.time }
  }

  /** The state of the second simulation, if it has changed. */
  get second(): (SecondState & { epoch: number }) | undefined {
    const view = this.#side.readSecond(this.#simulation, this.time)
    return view && { ...view, epoch: this.#epoch }
  }

  /** Returns the predicted poses of the controller since the last call, if there are any. */
  takePaths(): { epoch: number; poses: Float64Array<ArrayBuffer> } | undefined {
    const poses = this.#recorder.applied.takePaths()
    return poses && { epoch: this.#epoch, poses }
  }

  frame(buffer: ArrayBuffer): Frame {
    const { mechanism, q, v } = this.#simulation
    return new Frame(buffer, mechanism.bodies.length, q.length, v.length)
  }

  /** Time of the page [s]. */
  get time(): number {
    return this.#origin + this.#simulation.time
  }

  /** Steps to the next check of the clock, snapshot or measurement. */
  get #batch(): number {
    const patient = Math.floor((1000 * lookPeriod) / this.#timer.mean) || 1
    const period = this.#probe.isFollowing
      ? probePeriod * this.#speed
      : this.#history.due - this.time
    return Math.max(1, Math.min(patient, Math.ceil(period / this.#simulation.stepSize - 1e-3)))
  }

  /** Whether all steps could be taken. */
  #run(steps: number): boolean {
    try {
      this.#recorder.resume()
      this.#recorder.step(steps, this.#timer)
      this.#side.follow(this.#simulation, steps, this.time, this.#recorder.applied)
    } catch (error) {
      this.#stop(error)
      return false
    }
    this.#horizon = this.time
    if (this.#recorder.hasEnded) this.play(false)
    const start = performance.now()
    this.#history.record(this.#simulation, this.#moment)
    this.#probe.record(this.#simulation, this.#horizon)
    this.#timer.add(performance.now() - start, 0)
    return true
  }

  /** Measures the steps since the last sample. */
  #sample(): void {
    const start = performance.now()
    this.#measures.pass(this.#simulation, this.#recorder.applied.rate)
    this.#record()
    this.#timer.add(performance.now() - start, 0)
  }

  #record(): void {
    const judged = this.#measures.of(this.#simulation)
    this.#samples.push({ time: this.time, stepTime: this.#timer.latest, ...judged })
  }

  get #moment(): Moment {
    const { count, applied } = this.#recorder
    return { time: this.time, count, actuation: applied.actuation }
  }

  #stop(error: unknown): void {
    this.#playing = false
    this.rest()
    this.#record() // the last valid state
    this.#onStop(this.time, error)
  }

  #discardFuture(): void {
    this.#history.discardAfter(this.time)
    this.#probe.discardAfter(this.time)
    this.#horizon = this.time
  }

  #continue(before: Session): void {
    const reached = transferState(this.#linkwork, this.#simulation, before.#simulation)
    if (reached === 'same') this.#origin = before.#origin
    if (reached === 'near') this.#origin = before.time
  }
}

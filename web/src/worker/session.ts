import type { Linkwork, MechanismSource, Simulation, Vector3 } from 'linkwork'
import { Balancer } from './balancer.ts'
import { SpeedMeter, StepTimer } from './clocks.ts'
import { Fan, type FanView } from './fan.ts'
import { rateOfSpring } from './fastest-rate.ts'
import { Frame, type Sample } from './frame.ts'
import { Hand } from './hand.ts'
import { History } from './history.ts'
import { Measures } from './measures.ts'
import type { Built, Command, Motion, SolverChoice } from './protocol.ts'

/** A stall longer than this is not caught up with [s]. */
const longestStall = 0.25
/** Simulated time of the steps between two looks at the clock, at speed 1 [s]. */
const batchPeriod = 0.004
/** Bodies up to which compiled code gains enough to be made. */
const mostCompiled = 300

type Build = Extract<Command, { type: 'build' }>

/**
 * One mechanism in motion: paces it in real time, measures it, and remembers the last minute.
 * `onStop` is called when a step fails; the simulation then rests at its last good state.
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
  #samples: Sample[] = []
  #speed: number
  #playing: boolean
  /** Simulated time that is due and not yet computed [s]. */
  #debt = 0
  /** Wall clock of the last advance [ms]; null after a rest. */
  #last: number | null = null
  /** Time of the page at the simulation's time 0 [s]. */
  #origin = 0
  /** Newest instant that has been computed [s]. */
  #horizon = 0
  readonly #hand: Hand
  #push: { body: number; force: Vector3 } | null = null
  #wantsFan: boolean
  #motors: Motion | null = null
  #isDisposed = false
  #fan: Fan | undefined
  #balancer: Balancer | undefined

  constructor(
    linkwork: Linkwork,
    build: Build,
    before: Session | undefined,
    onStop: (time: number, error: unknown) => void
  ) {
    const { method, integrator, step, speed } = build.choice
    this.#linkwork = linkwork
    this.#wantsFan = build.fan
    this.#source = build.source
    this.#simulation = linkwork.simulate(build.source, { method, integrator, step })
    this.#hand = new Hand(this.#simulation)
    this.#epoch = build.epoch
    this.#speed = speed
    this.#playing = build.playing
    this.#onStop = onStop
    if (build.keepState && before) this.#continue(before)
    this.setMotors(build.motors)
    this.#measures = new Measures(this.#simulation)
    this.#horizon = this.time
    this.#history.record(this.#simulation, this.time)
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
   * Goes on, from where it is by then, by code compiled for this mechanism; as it went where there may
   * be none, as under a strict policy.
   */
  async compile(): Promise<void> {
    const { mechanism, method, integrator } = this.#simulation
    if (this.isCompiled || mechanism.bodies.length > mostCompiled) return
    const compiled = await this.#linkwork.compile(this.#source, { method, integrator })
    const before = this.#simulation
    const isWanted = !this.#isDisposed && before.method === method
    if (!isWanted || !compiled.compiled?.isCompiled) {
      compiled.dispose()
      return
    }
    compiled.integrator = before.integrator
    compiled.stepSize = before.stepSize
    compiled.restore(before.snapshot())
    this.#simulation = compiled
    before.dispose()
    this.#drive()
    this.#hand.moveTo(compiled)
    this.#timer.restart()
  }

  /** Whether code compiled for its mechanism moves it. */
  get isCompiled(): boolean {
    return this.#simulation.compiled?.isCompiled ?? false
  }

  dispose(): void {
    this.#isDisposed = true
    this.#fan?.dispose()
    this.#balancer?.dispose()
    this.#simulation.dispose()
  }

  play(playing: boolean): void {
    if (playing && !this.#playing) this.#discardFuture()
    this.#playing = playing
    this.rest()
  }

  /** The time until the next frame does not count. */
  rest(): void {
    this.#last = null
    this.#debt = 0
    this.#meter.restart()
  }

  reset(): void {
    this.#letGo()
    this.#simulation.reset()
    this.#origin = -this.#simulation.time
    this.#horizon = 0
    this.#history.clear()
    this.#history.record(this.#simulation, 0)
    this.#timer.restart()
    this.#measures.restart(this.#simulation)
    this.#fan?.restart(this.#simulation)
    this.#balancer?.restart()
    this.rest()
  }

  choose(choice: SolverChoice): void {
    if (choice.speed !== undefined) this.#speed = choice.speed
    if (choice.method && choice.method !== this.#simulation.method)
      this.#simulation.method = choice.method
    if (choice.integrator && choice.integrator !== this.#simulation.integrator)
      this.#simulation.integrator = choice.integrator
    if (choice.step !== undefined) this.#simulation.stepSize = choice.step
    if (choice.method || choice.integrator || choice.step !== undefined) {
      this.#timer.restart()
      this.#measures.restart(this.#simulation)
      this.#openFan()
    }
    this.#meter.restart()
  }

  setMotors(motors: Motion | null): void {
    this.#motors = motors
    this.#balancer?.dispose()
    this.#balancer =
      motors && 'goal' in motors
        ? new Balancer(this.#linkwork, this.#simulation, motors)
        : undefined
    this.#drive()
    this.#openFan()
  }

  /** Lets the motors act on the simulation that there is. */
  #drive(): void {
    this.#simulation.clearForces()
    if (this.#motors && 'joints' in this.#motors) this.#simulation.track(this.#motors)
    else this.#simulation.stopTracking()
  }

  setFan(on: boolean): void {
    this.#wantsFan = on
    this.#openFan()
  }

  /** Copies from here on; none where motors run, which copies do not have. */
  #openFan(): void {
    this.#fan?.dispose()
    const isWanted = this.#wantsFan && this.#motors === null
    this.#fan = isWanted ? new Fan(this.#linkwork, this.#simulation) : undefined
  }

  /** A body of an earlier, larger mechanism is nobody: the hand was late. */
  pull(body: number, localPoint: Vector3, target: Vector3): void {
    if (body >= this.#simulation.mechanism.bodies.length) return
    this.#hand.take(body, localPoint, target)
  }

  release(): void {
    this.#hand.release()
  }

  push(push: { body: number; force: Vector3 } | null): void {
    this.#push = push
    this.#simulation.clearForces()
  }

  /** Whole steps forwards, or backwards through the history. */
  steps(count: number): void {
    const target = this.time + count * this.#simulation.stepSize
    if (target <= this.#horizon + 1e-9) this.seek(target)
    else if (this.#run(count)) this.#sample()
  }

  /** Moves to an instant of the history, to the step. */
  seek(time: number): void {
    this.#history.record(this.#simulation, this.time, true)
    const entry = this.#history.upTo(time)
    if (!entry) return
    this.#letGo()
    this.#simulation.restore(entry.snapshot)
    this.#letGo()
    this.#balancer?.restart()
    try {
      while (time - this.time > this.#simulation.stepSize / 2) this.#step(1)
    } catch (error) {
      this.#stop(error)
    }
    this.#measures.moved(this.#simulation)
    this.#fan?.restart(this.#simulation)
    this.rest()
  }

  /** Computes what is due at a wall clock time [ms]. */
  advance(now: number): void {
    const elapsed = this.#last === null ? 0 : (now - this.#last) / 1000
    this.#last = now
    if (!this.#playing) return
    this.#debt += Math.min(elapsed, longestStall) * this.#speed
    const deadline = performance.now() + Math.min(100, Math.max(8, 750 * elapsed))
    const { stepSize } = this.#simulation
    const batch = Math.max(1, Math.round((batchPeriod * this.#speed) / stepSize))
    let hasMoved = false
    while (this.#playing && this.#debt >= stepSize) {
      if (performance.now() > deadline) this.#debt %= stepSize
      else {
        const before = this.time
        hasMoved = this.#run(Math.min(batch, Math.floor(this.#debt / stepSize))) || hasMoved
        this.#debt -= this.time - before
      }
    }
    if (hasMoved && this.#playing) this.#sample()
    this.#meter.mark(now, this.time + this.#debt)
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
    frame.contactError = this.#measures.contactError(simulation)
    frame.stepTime = this.#timer.mean
    frame.measuredSpeed = this.#playing ? this.#meter.speed : Number.NaN
    frame.setHistory(this.#history.start, Math.max(this.#horizon, this.time))
    frame.measuresEpoch = this.#measures.epoch
    const force = simulation.pullForce
    frame.pull = force
    frame.pullForce = this.#hand.isHolding ? Math.hypot(...force) : 0
    frame.controlCost = this.#balancer?.cost ?? Number.NaN
    frame.clearSamples()
    for (const sample of this.#samples) frame.addSample(sample)
    this.#samples = []
    frame.poses.set(simulation.poses)
    frame.q.set(simulation.q)
    frame.v.set(simulation.v)
    if (this.#playing) this.#timer.add(performance.now() - start, 0)
  }

  /** The copies now, if there are any. */
  get fan(): (FanView & { epoch: number; time: number }) | undefined {
    const view = this.#fan?.look(this.#simulation)
    return view && { ...view, epoch: this.#epoch, time: this.time }
  }

  /** What the controller has seen ahead since the last look, if there is one. */
  takePaths(): { epoch: number; poses: Float64Array<ArrayBuffer> } | undefined {
    const poses = this.#balancer?.takePaths()
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

  /** Whether all steps could be taken. */
  #run(steps: number): boolean {
    try {
      if (this.#push) this.#applyPush(this.#push)
      this.#hand.aim()
      this.#step(steps)
      this.#fan?.step(steps)
    } catch (error) {
      this.#stop(error)
      return false
    }
    this.#horizon = this.time
    const start = performance.now()
    this.#history.record(this.#simulation, this.time)
    this.#timer.add(performance.now() - start, 0)
    return true
  }

  /** Measures the steps since the last sample, which belongs to what they take. */
  #sample(): void {
    const start = performance.now()
    const simulation = this.#simulation
    this.#measures.pass(simulation, this.#actingRate)
    this.#record()
    this.#timer.add(performance.now() - start, 0)
  }

  #record(): void {
    const judged = this.#measures.of(this.#simulation)
    this.#samples.push({ time: this.time, stepTime: this.#timer.latest, ...judged })
  }

  /** The fastest rate of what acts from outside [1/s]. */
  get #actingRate(): number {
    const motors = this.#motors && 'joints' in this.#motors ? rateOfSpring(this.#motors) : 0
    return Math.max(motors, this.#hand.rate)
  }

  /** Steps, the torque of the balancing motor always being that of its latest decision. */
  #step(steps: number): void {
    for (let left = steps; left > 0; ) {
      const count = Math.min(left, this.#balancer?.act(this.#simulation) ?? left)
      const start = performance.now()
      this.#simulation.step(count)
      this.#timer.add(performance.now() - start, count)
      left -= count
    }
  }

  #applyPush({ body, force }: { body: number; force: Vector3 }): void {
    const point = this.#simulation.mechanism.bodies[body]?.centerOfMass ?? [0, 0, 0]
    this.#simulation.clearForces()
    this.#simulation.applyPointForce(body, point, force)
  }

  #stop(error: unknown): void {
    this.#playing = false
    this.rest()
    this.#record() // the last state that there is, whatever it is
    this.#onStop(this.time, error)
  }

  #letGo(): void {
    this.release()
    this.push(null)
  }

  #discardFuture(): void {
    this.#history.discardAfter(this.time)
    this.#horizon = this.time
  }

  /** Takes over positions, velocities and time of the same mechanism with other numbers. */
  #continue(before: Session): void {
    try {
      const { q, v } = before.#simulation
      this.#simulation.setState(q.slice(), v.slice()) // refuses what does not fit
      this.#simulation.restore(before.#simulation.snapshot()) // motors go by its time
      this.#origin = before.#origin
    } catch {
      this.#simulation.reset()
    }
  }
}

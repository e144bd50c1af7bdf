import type { Mechanism, Vector3 } from 'linkwork'
import { fanPlot } from './fan/fan-plot.ts'
import { Field } from './field/field.ts'
import { ownEntry } from './files/own-entry.ts'
import { readMechanism } from './files/read-file.ts'
import { initialOptions, type MechanismEntry } from './mechanisms/entry.ts'
import type { CopiesLook, Stage, StageEvents } from './stage-contract.ts'
import { Measurements } from './state/measurements.ts'
import { firstStepOf, type Settings } from './state/settings.ts'
import { Signal } from './state/signal.ts'
import { LiveRegion } from './ui/live-region.ts'
import { writeTime } from './ui/numbers.ts'
import { CalloutWriter, spokenName } from './view/callout.ts'
import { openStage } from './view/open-stage.ts'
import { signalCopies, signalFrame } from './view/signals.ts'
import type { StageView } from './view/stage-view.ts'
import { stopReason } from './view/stopped.ts'
import type { FanView } from './worker/fan.ts'
import type { Frame } from './worker/frame.ts'
import type { Built, Motion } from './worker/protocol.ts'
import { Solver } from './worker/solver.ts'

/** Force of a held arrow key [N]. */
const keyForce = 10
/** Pause between two descriptions of the stage [ms]. */
const describePause = 10_000

/** The simulation and the stage it is seen on: obeys the controls, and shows what comes back. */
export class Run {
  readonly measurements: Measurements
  readonly live = new LiveRegion()
  readonly fan = fanPlot()
  readonly field: Field
  readonly parts = new Signal<readonly string[]>([])
  readonly reducedDetail = new Signal(false)
  readonly #settings: Settings
  readonly #view: StageView
  readonly #solver: Solver
  readonly #desiredCamera: readonly number[]
  #stage: Stage | undefined
  #built: Built | undefined
  #callouts: CalloutWriter | undefined
  /** The latest frame, kept here because its buffer goes back to the worker. */
  #poses = new Float64Array(0)
  #q = new Float64Array(0)
  #v = new Float64Array(0)
  #pull: { body: number; localPoint: Vector3; target: Vector3 } | null = null
  #previousTime = 0
  #frames = 0
  #described = Number.NEGATIVE_INFINITY

  /** `words` are said as soon as there is a stage. */
  constructor(
    settings: Settings,
    view: StageView,
    camera: readonly number[],
    words: readonly string[]
  ) {
    this.#settings = settings
    this.#view = view
    this.#desiredCamera = camera
    this.measurements = new Measurements(settings)
    this.field = new Field(
      settings,
      (poses) => this.#showCopies(poses, 'solids'),
      (message) => view.setNotice(message, this.#resetAction)
    )
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    settings.playing.value = !calm
    view.setInvitation(calm)
    this.#solver = new Solver({
      onProgress: (loaded, total) => view.setProgress({ loaded, total }),
      onLoaded: () => view.setProgress(null),
      onUnavailable: (message) => this.#sayUnavailable(message),
      onBuilt: (built) => this.#takeBuilt(built),
      onRefused: (message) => this.#sayRefused(message),
      onFrame: (frame) => this.#takeFrame(frame),
      onFan: (time, fan) => this.#takeFan(time, fan),
      onPaths: (poses) => this.#motors && this.#showCopies(poses, 'ghosts'),
      onStopped: (time, message) => this.#sayStopped(time, message)
    })
    this.#build(false)
    this.#obeySettings()
    this.#openStage(words)
    document.addEventListener('visibilitychange', () => this.#solver.send({ type: 'sleep' }))
  }

  get camera(): readonly number[] {
    return this.#stage?.getCamera() ?? []
  }

  choose(entry: MechanismEntry): void {
    if (entry === this.#settings.entry.value) return
    this.#view.setNotice(null)
    const { entry: present, step } = this.#settings
    const untouched = step.value === firstStepOf(present.value)
    present.value = entry
    if (untouched) step.value = firstStepOf(entry)
    this.#settings.options.value = initialOptions(entry)
  }

  /** Shows a mechanism of the visitor's own; a file that holds none changes nothing. */
  readonly open = async (file: File): Promise<void> => {
    const close = { label: 'Close', run: () => this.#view.setNotice(null) }
    try {
      const { mechanism, warnings } = await readMechanism(file)
      this.choose(ownEntry(mechanism))
      if (warnings.length > 0) this.#view.setNotice(warnings.join(' · '), close)
    } catch (error) {
      this.#view.setNotice(`${file.name}: ${(error as Error).message}`, close)
    }
  }

  readonly togglePlay = (): void => {
    this.#settings.playing.value = !this.#settings.playing.value
  }

  readonly reset = (): void => {
    this.#letGo()
    this.measurements.restart()
    this.#view.setNotice(null)
    this.#solver.send({ type: 'reset' })
    this.#dropPaths()
    this.field.restart()
  }

  readonly steps = (count: number): void => {
    this.#settings.playing.value = false
    this.#solver.send({ type: 'steps', count })
  }

  readonly seek = (time: number): void => {
    this.#settings.playing.value = false
    this.#letGo()
    this.#solver.send({ type: 'seek', time })
    this.#dropPaths()
  }

  /** One step when paused, a scrub of 0.1 s when playing; 1 s if far. */
  move(direction: 1 | -1, far: boolean): void {
    const playing = this.#settings.playing.value
    if (!playing && !far) {
      this.steps(direction)
      return
    }
    const { time, historyStart, historyEnd } = this.measurements
    const target = time + direction * (far ? 1 : 0.1)
    this.seek(Math.min(historyEnd, Math.max(historyStart, target)))
    this.#settings.playing.value = playing
  }

  frameStage(): void {
    this.#stage?.frame()
  }

  setInset(bottom: number): void {
    this.#stage?.setInset(bottom)
  }

  /** Holds 10 N on a part, right (x) and up (z); null lets go. */
  readonly pushPart = (body: number, direction: readonly [number, number] | null): void => {
    const force: Vector3 | null = direction && [keyForce * direction[0], 0, keyForce * direction[1]]
    this.#solver.send({ type: 'push', push: force && { body, force } })
    if (force) this.live.say(`Pulling ${this.parts.value[body] ?? 'the part'} with 10 newtons`)
  }

  /** Called at every animation frame. */
  draw(now: number): void {
    if (!document.hidden) this.#solver.lend()
    this.field.tick(now)
    this.#stage?.render(now)
    this.reducedDetail.value = this.#stage?.reducedDetail ?? false
    if (now - this.#described < describePause || !this.#built) return
    this.#described = now
    this.#describe(this.#built.mechanism)
  }

  #obeySettings(): void {
    const { entry, options, playing, method, integrator, step, speed } = this.#settings
    const { motors, theme, show } = this.#settings
    let before = options.value
    options.onChange((after) => {
      const changed = Object.keys(after).filter((name) => after[name] !== before[name])
      before = after
      const live = new Set(
        entry.value.sliders.filter((slider) => slider.live).map(({ option }) => option)
      )
      const same = this.#built !== undefined && changed.every((name) => live.has(name))
      this.#build(same && this.#shownEntry === entry.value)
    })
    playing.onChange((on) => {
      this.#solver.send({ type: 'play', playing: on })
      if (on) this.#view.setInvitation(false)
      if (on) this.#view.setNotice(null)
      if (!on) this.live.say(`Paused at ${writeTime(this.measurements.time)} seconds`)
    })
    const chooseSolver = () =>
      this.#solver.send({ type: 'choose', method: method.value, integrator: integrator.value })
    method.onChange(chooseSolver)
    integrator.onChange(chooseSolver)
    step.onChange((value) => this.#solver.send({ type: 'choose', step: value }))
    speed.onChange((value) => this.#solver.send({ type: 'choose', speed: value }))
    motors.onChange(() => {
      this.#solver.send({ type: 'motors', motors: this.#motors })
      this.#dropFan()
    })
    theme.onChange((value) => this.#stage?.setTheme(value))
    let fanWas = show.value.fan
    show.onChange((value) => {
      this.#stage?.setShow(value)
      if (value.fan !== fanWas) this.#solver.send({ type: 'fan', on: value.fan })
      fanWas = value.fan
      if (!value.fan) this.#dropFan()
    })
    for (const [name, breach] of Object.entries(this.measurements.breaches)) {
      breach.onChange((since) => {
        if (since !== null)
          this.live.say(`The ${name} tolerance was passed at ${writeTime(since)} seconds`)
      })
    }
  }

  #shownEntry: MechanismEntry | undefined

  /** What the motors are to do now. */
  get #motors(): Motion | null {
    const { entry, motors, options } = this.#settings
    const { motors: tracking, control } = entry.value
    return motors.value === 'on' ? (tracking ?? control?.(options.value) ?? null) : null
  }
  #builtEntry: MechanismEntry | undefined

  #build(keepState: boolean): void {
    const { entry, options, method, integrator, step, speed, playing } = this.#settings
    this.#shownEntry = entry.value
    this.#solver.build({
      source: entry.value.source(options.value),
      choice: {
        method: method.value,
        integrator: integrator.value,
        step: step.value,
        speed: speed.value
      },
      playing: playing.value,
      motors: this.#motors,
      fan: this.#settings.show.value.fan,
      keepState
    })
  }

  #takeBuilt(built: Built): void {
    const entry = this.#settings.entry.value
    const options = this.#settings.options.value
    this.#built = built
    this.#builtEntry = entry
    this.#callouts = new CalloutWriter(built.mechanism, entry)
    this.#poses = new Float64Array(7 * built.mechanism.bodies.length)
    this.#q = new Float64Array(built.positions)
    this.#v = new Float64Array(built.velocities)
    this.#letGo()
    this.measurements.restart()
    this.#dropFan()
    this.measurements.hasLoops = (built.mechanism.loops?.length ?? 0) > 0
    this.measurements.hasImpacts.value = (built.mechanism.contact?.colliders?.length ?? 0) > 0
    this.#view.setFacts(entry.facts(built.mechanism, built.info, options))
    this.#showMechanism()
    this.field.open(built.mechanism, entry)
    this.#described = Number.NEGATIVE_INFINITY
    document.documentElement.dataset.mechanism = entry.id
  }

  #takeFrame(frame: Frame): void {
    this.measurements.take(frame)
    this.#poses.set(frame.poses)
    this.#q.set(frame.q)
    this.#v.set(frame.v)
    if (frame.time < this.#previousTime - 1e-9) this.#stage?.resetHistory()
    this.#previousTime = frame.time
    this.#stage?.setState(this.#poses, this.#q, frame.time)
    this.#stage?.setPull(this.#pull && { ...this.#pull, force: frame.pullForce })
    this.#frames += 1
    signalFrame(this.#frames, frame.time, this.#poses)
  }

  #takeFan(time: number, { poses, distance }: FanView): void {
    if (!this.#settings.show.value.fan || this.#motors) return
    this.#showCopies(poses, 'ghosts')
    this.fan.push(time, distance)
  }

  #dropFan(): void {
    this.#showCopies(null, 'ghosts')
    this.fan.clear()
  }

  /** What the controller saw ahead was ahead of another instant. */
  #dropPaths(): void {
    if (this.#settings.entry.value.control) this.#showCopies(null, 'ghosts')
  }

  #showCopies(poses: Float64Array | null, look: CopiesLook): void {
    this.#stage?.setCopies(poses, look)
    signalCopies((poses?.length ?? 0) / Math.max(1, this.#poses.length))
  }

  async #openStage(words: readonly string[]): Promise<void> {
    const events: StageEvents = {
      onPull: (body, localPoint, target) => this.#takePull({ body, localPoint, target }),
      onPullMove: (target) => this.#pull && this.#takePull({ ...this.#pull, target }),
      onRelease: () => {
        this.#letGo()
        this.#solver.send({ type: 'release' })
      }
    }
    const options = {
      callout: (body: number) => this.#callouts?.write(body, this.#q, this.#v) ?? null
    }
    const { stage, drawing } = await openStage(this.#view.container, events, options)
    this.#stage = stage
    const drawn = 'Without WebGL 2 the mechanism is shown as a drawing. Every number is live.'
    const said = drawing ? [...words, drawn] : words
    if (said.length > 0)
      this.#view.setNotice(said.join(' '), {
        label: 'Close',
        run: () => this.#view.setNotice(null)
      })
    stage.element.setAttribute('role', 'img')
    this.#stage.setTheme(this.#settings.theme.value)
    this.#stage.setShow(this.#settings.show.value)
    this.#showMechanism()
    if (this.#desiredCamera.length > 0) this.#stage.setCamera(this.#desiredCamera)
    document.documentElement.dataset.stage = 'ready'
  }

  #showMechanism(): void {
    if (!this.#stage || !this.#built) return
    const entry = this.#settings.entry.value
    const options = this.#settings.options.value
    this.#stage.setMechanism({
      id: entry.id,
      mechanism: this.#built.mechanism,
      framing: entry.framing(options, this.#built),
      size: entry.field?.size,
      options
    })
    this.parts.value = this.#stage.partNames().map(spokenName)
  }

  #takePull(pull: { body: number; localPoint: Vector3; target: Vector3 }): void {
    this.#pull = pull
    document.documentElement.dataset.pulling = String(pull.body)
    this.#solver.send({ type: 'pull', ...pull })
  }

  #letGo(): void {
    this.#pull = null
    delete document.documentElement.dataset.pulling
    this.#stage?.setPull(null)
  }

  #describe({ bodies }: Mechanism): void {
    const { entry, playing } = this.#settings
    const moving = playing.value ? 'moving' : 'paused'
    const seconds = Math.round(this.measurements.time)
    this.#stage?.element.setAttribute(
      'aria-label',
      `${entry.value.title}, ${bodies.length} parts, ${moving}, ${seconds} seconds`
    )
  }

  readonly #resetAction = { label: 'Reset', run: () => this.reset() }

  /** A mechanism that cannot move leaves the stage to the one before. */
  #sayRefused(message: string): void {
    const { entry } = this.#settings
    const before = this.#builtEntry
    if (before && before !== entry.value) this.choose(before)
    this.#view.setNotice(message, this.#resetAction)
  }

  #sayStopped(time: number, message: string): void {
    this.#settings.playing.value = false
    const why = stopReason(message)
    this.#view.setNotice(`Stopped at ${writeTime(time)} s: ${why}`, this.#resetAction)
    this.live.say(`Stopped at ${writeTime(time)} seconds: ${why}`)
  }

  #sayUnavailable(message: string): void {
    this.#view.setProgress(null)
    this.#view.setNotice(
      `The solver could not start, so nothing moves. It needs WebAssembly. ${message}`
    )
    document.documentElement.dataset.ready = 'failed'
  }
}

import { Signal } from '@preact/signals-core'
import type { MechanismSource, Vector3 } from 'linkwork'
import { EnsembleGrid } from '../client/ensemble-grid.ts'
import { LatestFrame } from '../client/latest-frame.ts'
import { Measurements } from '../client/measurements.ts'
import { RunAhead } from '../client/run-ahead.ts'
import { Solver } from '../client/solver.ts'
import { type Address, applyAddress } from '../model/address.ts'
import {
  initialOptions,
  type MechanismEntry,
  motionOf,
  type OptionValues,
  onStage
} from '../model/mechanisms/entry.ts'
import type {
  Answer,
  Built,
  Command,
  EnsembleState,
  Motion,
  SecondState
} from '../model/messages.ts'
import { writeTime } from '../model/numbers.ts'
import { partsOf, type StagePart } from '../model/parts.ts'
import type { Motors, Settings, SolverSettings } from '../model/settings.ts'
import { firstSolverOf, integratorsFor, openEntry, solverOf } from '../model/settings.ts'
import { onAnyChange, onChange } from '../model/signals.ts'
import type { Stage } from '../model/stage.ts'
import { LiveRegion } from '../ui/live-region.ts'
import type { Frame } from '../worker/frame.ts'
import { stopReason } from '../worker/stop-reason.ts'
import { announceBreaches, Description } from './announce.ts'
import { CalloutWriter } from './callout.ts'
import { EnsembleView } from './ensemble-view.ts'
import { drawStills } from './first-picture.ts'
import { Hand } from './hand.ts'
import { openStage } from './open-stage.ts'
import type { StageView } from './stage-view.ts'

/** Force of a held arrow key [N]. */
const keyForce = 10

/** The settings that are sent to the worker when they change, or with a build. */
type Sent = SolverSettings & { readonly motors: Motors; readonly options: OptionValues }

/** The simulation and its stage: sends changes of the settings to the worker, and shows its frames. */
export class Run {
  readonly measurements: Measurements
  readonly live = new LiveRegion()
  readonly ensemble: EnsembleGrid
  readonly parts = new Signal<readonly StagePart[]>([])
  /** The mechanism that runs; undefined before the first build. */
  readonly built = new Signal<Built | undefined>(undefined)
  readonly stage = new Signal<Stage | undefined>(undefined)
  readonly latest = new LatestFrame()
  readonly hand = new Hand(
    (command) => this.#solver.send(command),
    () => (this.built.value ? this.stage.value : undefined)
  )
  /** The last answer of the worker to a request. */
  readonly answer = new Signal<Answer | undefined>(undefined)
  /** The second simulation at the next frame. */
  readonly second = new Signal<SecondState | undefined>(undefined)
  readonly reducedDetail = new Signal(false)
  readonly #ensembleView = new EnsembleView(
    () => this.stage.value,
    () => this.latest.poses.length / 7
  )
  readonly ensemblePlot = this.#ensembleView.plot
  readonly #settings: Settings
  readonly #view: StageView
  readonly #solver: Solver
  readonly #ahead: RunAhead
  /** Solvers that the user chose for earlier mechanisms. */
  readonly #chosen = new Map<MechanismEntry, SolverSettings>()
  /** Camera and time [s] for the next build. */
  #desiredCamera: readonly number[]
  #desiredTime: number
  /** Whether a failed step has paused it: the next mechanism plays. */
  #hasStopped = false
  #callouts: CalloutWriter | undefined
  readonly #description = new Description()

  /** Shows the remarks of the address as soon as there is a stage. */
  constructor(settings: Settings, view: StageView, address: Address) {
    const { camera, time, remarks } = address
    this.#settings = settings
    this.#view = view
    this.#desiredCamera = camera
    this.#desiredTime = time
    this.measurements = new Measurements(settings)
    this.ensemble = new EnsembleGrid(
      settings,
      (poses) => this.#ensembleView.show(poses, 'solids'),
      (message) => view.setNotice(message, this.#resetAction)
    )
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    settings.playing.value = address.settings.playing && !calm
    view.setInvitation(calm)
    this.#solver = new Solver({
      onProgress: (loaded, total) => view.setProgress({ loaded, total }),
      onLoaded: () => view.setProgress(null),
      onUnavailable: (message) => this.#sayUnavailable(message),
      onBuilt: (built) => this.#takeBuilt(built),
      onRefused: (message) => this.#sayRefused(message),
      onFrame: (frame) => this.#takeFrame(frame),
      onEnsemble: (time, state) => this.#takeEnsemble(time, state),
      onSecond: (view) => (this.second.value = view),
      onPaths: (poses) => this.#motors && this.#ensembleView.show(poses, 'ghosts'),
      onAnswer: (answer) => (this.answer.value = answer),
      onStopped: (time, message) => this.#sayStopped(time, message)
    })
    this.#ahead = new RunAhead(this.#solver, settings)
    this.#build(false)
    this.#followSettings()
    if (time === 0) drawStills(settings, this.stage, this.built, view.container)
    this.#openStage(remarks)
    document.addEventListener('visibilitychange', () => this.#solver.send({ type: 'sleep' }))
  }

  /** The present source for the library. */
  get source(): MechanismSource {
    return this.#settings.entry.value.source(this.#settings.options.value)
  }

  /** Whether a build is under way. */
  get isBuilding(): boolean {
    return this.#solver.isBuilding
  }

  readonly send = (command: Command): void => this.#solver.send(command)

  get camera(): readonly number[] {
    return this.stage.value?.getCamera() ?? []
  }

  /** Shows a mechanism as it opens, with the solver that the user chose for it before. */
  choose(entry: MechanismEntry): void {
    if (entry === this.#settings.entry.value) return
    this.#leave()
    this.#settings.motors.value = 'on'
    const solver = this.#chosen.get(entry) ?? firstSolverOf(entry)
    openEntry(this.#settings, entry, initialOptions(entry), solver)
    if (this.#hasStopped) this.#settings.playing.value = true
  }

  /** Shows a changed version of the present mechanism with the same camera; the motion may continue. */
  edit(entry: MechanismEntry, goesOn = true): void {
    if (goesOn) this.#shownEntry = entry
    this.#desiredCamera = this.camera
    const solver = solverOf(this.#settings)
    const isAble = integratorsFor(entry, solver.method).includes(solver.integrator)
    openEntry(this.#settings, entry, initialOptions(entry), isAble ? solver : firstSolverOf(entry))
  }

  /** Shows an address. */
  show(address: Address): void {
    this.#leave()
    this.#desiredTime = address.time
    this.#desiredCamera = address.camera
    this.#settings.playing.value = address.settings.playing
    applyAddress(this.#settings, address)
    if (address.remarks.length > 0) this.say(address.remarks.join(' '))
  }

  #leave(): void {
    this.#chosen.set(this.#settings.entry.value, solverOf(this.#settings))
    this.#desiredTime = 0
    this.#view.setNotice(null)
  }

  readonly togglePlay = (): void => {
    this.#settings.playing.value = !this.#settings.playing.value
  }

  readonly reset = (): void => {
    this.#ahead.stop()
    this.hand.release()
    this.measurements.restart()
    this.#view.setNotice(null)
    this.#solver.send({ type: 'reset' })
    this.#dropPaths()
    this.ensemble.restart()
  }

  /** Builds the present mechanism again. */
  readonly begin = (): void => this.#build(false)

  readonly steps = (count: number): void => {
    this.#settings.playing.value = false
    this.#ahead.stop()
    this.#solver.send({ type: 'steps', count })
  }

  readonly seek = (time: number): void => {
    this.#settings.playing.value = false
    this.#ahead.stop()
    this.hand.release()
    this.#solver.send({ type: 'seek', time })
    this.#dropPaths()
  }

  /** Moves one step if paused, 0.1 s if playing, 1 s if `far`. */
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

  /** Applies 10 N to a part, right (x) and up (z); null ends it. */
  readonly pushPart = (body: number, direction: readonly [number, number] | null): void => {
    const force: Vector3 | null = direction && [keyForce * direction[0], 0, keyForce * direction[1]]
    this.#solver.send({ type: 'push', push: force && { body, force } })
    if (force)
      this.live.say(`Pulling ${this.parts.value[body]?.name ?? 'the part'} with 10 newtons`)
  }

  /** Called at every animation frame. If the page is hidden, nothing moves. */
  draw(now: number): void {
    if (!document.hidden && (this.stage.value || this.latest.time === 0)) this.#solver.lend()
    document.documentElement.toggleAttribute('data-building', this.#solver.isBuilding)
    this.ensemble.tick(now)
    this.stage.value?.render(now)
    this.reducedDetail.value = this.stage.value?.reducedDetail ?? false
    const { stage, built, measurements } = this
    if (!stage.value || !built.value) return
    this.#description.write(now, stage.value, this.#settings, built.value, measurements.time)
  }

  #followSettings(): void {
    const { options, playing, method, integrator, step, speed } = this.#settings
    const { motors, theme, show, sound } = this.#settings
    const present = () => ({
      ...{ method: method.value, integrator: integrator.value, step: step.value },
      ...{ motors: motors.value, options: options.value }
    })
    let before = present()
    onAnyChange([method, integrator, step, motors, options], () => {
      const after = present()
      this.#send(before, after)
      before = after
    })
    onChange(playing, (on) => {
      this.#hasStopped = false
      this.#ahead.stop()
      this.#solver.send({ type: 'play', playing: on })
      if (on) this.#view.setInvitation(false)
      if (on) this.#view.setNotice(null)
      if (!on) this.live.say(`Paused at ${writeTime(this.measurements.time)} seconds`)
    })
    onChange(speed, (value) => this.#solver.send({ type: 'choose', speed: value }))
    onChange(sound, (on) => this.#solver.send({ type: 'listen', on }))
    onChange(motors, () => this.#ensembleView.drop())
    onChange(theme, (value) => this.stage.value?.setTheme(value))
    let hadEnsemble = show.value.perturbedEnsemble
    onChange(show, (value) => {
      this.stage.value?.setShow(value)
      if (value.perturbedEnsemble !== hadEnsemble)
        this.#solver.send({ type: 'ensemble', on: value.perturbedEnsemble })
      hadEnsemble = value.perturbedEnsemble
      if (!value.perturbedEnsemble) this.#ensembleView.drop()
    })
    announceBreaches(this.measurements, this.live)
  }

  #shownEntry: MechanismEntry | undefined

  /** Sends what has changed. The solver and the motors of an entry that is being opened are in its build. */
  #send(before: Sent, after: Sent): void {
    const { entry } = this.#settings
    const isShown = this.#shownEntry === entry.value
    const { method, integrator, step, options } = after
    if (isShown && (method !== before.method || integrator !== before.integrator))
      this.#solver.send({ type: 'choose', method, integrator })
    if (isShown && step !== before.step) this.#solver.send({ type: 'choose', step })
    if (isShown && after.motors !== before.motors)
      this.#solver.send({ type: 'motors', motors: this.#motors })
    if (options === before.options) return
    const isSame = isShown && this.built.value !== undefined
    const sliders = entry.value.sliders.filter(
      ({ option }) => options[option] !== before.options[option]
    )
    if (isSame && sliders.length > 0 && sliders.every(({ drives }) => drives))
      this.#solver.send({ type: 'motors', motors: this.#motors })
    else this.#build(isSame && sliders.every(({ live, drives }) => live || drives))
  }

  /** The task of the motors now. */
  get #motors(): Motion | null {
    const { entry, motors, options } = this.#settings
    return motors.value === 'on' ? motionOf(entry.value, options.value) : null
  }
  #builtEntry: MechanismEntry | undefined

  #build(keepState: boolean): void {
    const { entry, speed, playing, show, sound } = this.#settings
    this.#shownEntry = entry.value
    // A new start clears the message of a stop.
    if (!keepState && this.built.value) this.#view.setNotice(null)
    this.#solver.build({
      subject: entry.value,
      keepState,
      command: () => ({
        source: this.source,
        choice: { ...solverOf(this.#settings), speed: speed.value },
        playing: playing.value && this.#desiredTime === 0,
        motors: this.#motors,
        ensemble: show.value.perturbedEnsemble,
        sound: sound.value
      })
    })
  }

  #takeBuilt(built: Built): void {
    const entry = this.#settings.entry.value
    const options = this.#settings.options.value
    this.built.value = built
    this.#builtEntry = entry
    this.#callouts = new CalloutWriter(built.mechanism, entry)
    this.latest.open(built)
    this.hand.release()
    this.measurements.open(built.mechanism)
    this.#ensembleView.drop()
    this.#view.setFacts(entry.facts(built.mechanism, built.info, options))
    this.#showMechanism()
    this.ensemble.open(built.mechanism, entry, this.#desiredTime)
    this.#description.restart()
    document.documentElement.dataset.mechanism = entry.id
    this.#ahead.start(this.#desiredTime)
    this.#desiredTime = 0
  }

  #takeFrame(frame: Frame): void {
    this.measurements.take(frame)
    if (frame.time < this.latest.time - 1e-9) this.stage.value?.resetHistory()
    this.latest.take(frame)
    const { poses, q, time } = this.latest
    if (!this.latest.isLent) this.stage.value?.setState(poses, q, time)
    this.hand.feel(frame.pullForce)
    if (this.#ahead.follow(frame.time)) this.stage.value?.cut()
    this.latest.notify(frame)
  }

  #takeEnsemble(time: number, state: EnsembleState): void {
    if (this.#settings.show.value.perturbedEnsemble && !this.#motors)
      this.#ensembleView.showEnsemble(time, state)
  }

  /** Predicted poses of the controller belong to another time. */
  #dropPaths(): void {
    if (this.#settings.entry.value.control) this.#ensembleView.show(null, 'ghosts')
  }

  async #openStage(words: readonly string[]): Promise<void> {
    const callout = (body: number) =>
      this.#callouts?.write(body, this.latest.q, this.latest.v) ?? null
    const covered = () => this.#view.covered()
    const options = { callout, covered }
    const { stage, lack } = await openStage(this.#view.container, this.hand.events, options)
    const said = lack ? [...words, lack] : words
    const isWorseSaid = document.documentElement.dataset.ready === 'failed'
    if (said.length > 0 && !isWorseSaid) this.say(said.join(' '))
    stage.element.setAttribute('role', 'img')
    stage.setTheme(this.#settings.theme.value)
    stage.setShow(this.#settings.show.value)
    stage.setCamera(this.#desiredCamera)
    this.#desiredCamera = []
    this.stage.value = stage
    this.#showMechanism()
    this.#ensembleView.showAgain()
    document.documentElement.dataset.stage = 'ready'
  }

  #showMechanism(): void {
    if (!this.stage.value || !this.built.value) return
    const { entry, options } = this.#settings
    this.stage.value.setMechanism(onStage(entry.value, options.value, this.built.value))
    if (this.#desiredCamera.length > 0) this.stage.value.setCamera(this.#desiredCamera)
    this.#desiredCamera = []
    this.parts.value = partsOf(this.built.value.mechanism)
  }

  /** Shows a message with a button that closes it. */
  readonly say = (words: string): void => this.#view.say(words)

  readonly #resetAction = { label: 'Reset', run: () => this.reset() }

  /** If a mechanism cannot move, the previous one is shown again. */
  #sayRefused(message: string): void {
    const { entry } = this.#settings
    const before = this.#builtEntry
    if (before && before !== entry.value) this.choose(before)
    this.#view.setNotice(message, this.#resetAction)
  }

  #sayStopped(time: number, message: string): void {
    this.#ahead.stop()
    this.#settings.playing.value = false
    this.#hasStopped = true
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

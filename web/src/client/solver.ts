import type {
  Answer,
  Built,
  Command,
  EnsembleState,
  Report,
  SecondState
} from '../model/messages.ts'
import { Frame } from '../worker/frame.ts'

export interface SolverEvents {
  onProgress(loaded: number, total: number): void
  onLoaded(): void
  onUnavailable(message: string): void
  onBuilt(built: Built): void
  onRefused(message: string): void
  /** The frame is valid during the call: its buffer goes back to the worker. */
  onFrame(frame: Frame): void
  /** The perturbed ensemble at the next frame. */
  onEnsemble(time: number, state: EnsembleState): void
  /** The second simulation at the next frame. */
  onSecond(view: SecondState): void
  /** Predicted poses of the controller at the next frame. */
  onPaths(poses: Float64Array): void
  onAnswer(answer: Answer): void
  onStopped(time: number, message: string): void
}

/** Browsers give no message if a policy forbids a worker or its file is missing. */
const workerRefused =
  'Its worker did not start: is the page whole, and does its content security policy say worker-src?'

type BuildCommand = Omit<Extract<Command, { type: 'build' }>, 'type' | 'epoch' | 'keepState'>

/** A request to build a mechanism. */
export interface BuildRequest {
  /** Identity of the mechanism: requests with the same subject are states of one mechanism. */
  readonly subject: object
  /** Whether the motion continues. */
  readonly keepState: boolean
  /** Called when the build starts, to use the present settings. */
  command(): BuildCommand
}

/**
 * Client of the simulation worker. Two buffers are exchanged: each animation frame lends one, so the
 * worker sends as many frames as the page shows.
 */
export class Solver {
  readonly #worker = new Worker(new URL('../worker/simulation-worker.ts', import.meta.url), {
    type: 'module'
  })
  readonly #events: SolverEvents
  #built: Built | undefined
  #epoch = 0
  /** The present request, and the next one. */
  #present: BuildRequest | undefined
  #next: BuildRequest | undefined
  /** Commands for the next build. */
  readonly #waiting: Command[] = []
  #buffers: ArrayBuffer[] = []
  #bytes = 0

  constructor(events: SolverEvents) {
    this.#events = events
    this.#worker.onmessage = ({ data }: MessageEvent<Report>) => this.#receive(data)
    this.#worker.onerror = (event) => events.onUnavailable(event.message || workerRefused)
  }

  /** Sends a command. Steps and seeks wait for builds that were requested before. */
  send(command: Command): void {
    const isOfNext = command.type === 'steps' || command.type === 'seek'
    if (this.#next && isOfNext) this.#waiting.push(command)
    else this.#worker.postMessage(command)
  }

  /** Builds a mechanism. During a build, only the latest request is kept. */
  build(request: BuildRequest): void {
    if (this.#present) {
      const keepState = request.keepState && (this.#next?.keepState ?? true)
      this.#next = { ...request, keepState }
      return
    }
    this.#present = request
    this.#epoch += 1
    const { keepState } = request
    this.send({ type: 'build', epoch: this.#epoch, keepState, ...request.command() })
  }

  get isBuilding(): boolean {
    return this.#present !== undefined
  }

  /** Called once per animation frame. */
  lend(): void {
    const buffer = this.#buffers.pop()
    if (buffer) this.#worker.postMessage({ type: 'lend', buffer } satisfies Command, [buffer])
  }

  #receive(report: Report): void {
    switch (report.type) {
      case 'progress':
        this.#events.onProgress(report.loaded, report.total)
        break
      case 'loaded':
        this.#events.onLoaded()
        break
      case 'unavailable':
        this.#events.onUnavailable(report.message)
        break
      case 'built':
        this.#receiveBuilt(report)
        break
      case 'refused':
        if (!this.#isLeft) this.#events.onRefused(report.message)
        this.#buildNext()
        break
      case 'frame':
        this.#receiveFrame(report.buffer)
        break
      case 'ensemble':
        if (report.epoch === this.#built?.epoch) this.#events.onEnsemble(report.time, report)
        break
      case 'second':
        if (report.epoch === this.#built?.epoch) this.#events.onSecond(report)
        break
      case 'paths':
        if (report.epoch === this.#built?.epoch) this.#events.onPaths(report.poses)
        break
      case 'probed':
      case 'recalled':
      case 'forces':
      case 'account':
      case 'replayed':
        if (report.epoch === this.#built?.epoch) this.#events.onAnswer(report)
        break
      case 'stopped':
        this.#events.onStopped(report.time, report.message)
        break
    }
  }

  /** Whether the present request is obsolete: the next one has another subject or restarts. */
  get #isLeft(): boolean {
    const next = this.#next
    return next !== undefined && (!next.keepState || next.subject !== this.#present?.subject)
  }

  #receiveBuilt(built: Built): void {
    if (!this.#isLeft) {
      this.#built = built
      const sizes = [built.mechanism.bodies.length, built.positions, built.velocities] as const
      this.#buffers = [Frame.allocate(...sizes), Frame.allocate(...sizes)]
      this.#bytes = this.#buffers[0]?.byteLength ?? 0
      this.#events.onBuilt(built)
    }
    this.#buildNext()
  }

  #buildNext(): void {
    const next = this.#next
    this.#present = undefined
    this.#next = undefined
    if (next) this.build(next)
    for (const command of this.#waiting.splice(0)) this.send(command)
  }

  #receiveFrame(buffer: ArrayBuffer): void {
    const built = this.#built
    if (!built || buffer.byteLength !== this.#bytes) return
    const { mechanism, positions, velocities } = built
    const frame = new Frame(buffer, mechanism.bodies.length, positions, velocities)
    if (frame.epoch !== built.epoch) return
    this.#events.onFrame(frame)
    if (this.#buffers.length < 2) this.#buffers.push(buffer)
  }
}

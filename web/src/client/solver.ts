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
  /** The copies of the frame that follows. */
  onEnsemble(time: number, state: EnsembleState): void
  /** What moves beside the frame that follows. */
  onSecond(view: SecondState): void
  /** Poses ahead of the frame that follows. */
  onPaths(poses: Float64Array): void
  onAnswer(answer: Answer): void
  onStopped(time: number, message: string): void
}

/** A browser says nothing where a policy forbids a worker, or its file is missing. */
const workerRefused =
  'Its worker did not start: is the page whole, and does its content security policy say worker-src?'

type BuildCommand = Omit<Extract<Command, { type: 'build' }>, 'type' | 'epoch' | 'keepState'>

/** What is to be built. */
export interface BuildRequest {
  /** What this is another state of, if one of the same was wished before. */
  readonly subject: object
  /** Whether the motion goes on. */
  readonly keepState: boolean
  /** Called when its turn comes, for what was set meanwhile counts. */
  command(): BuildCommand
}

/**
 * The page's end of the worker. Two buffers travel back and forth: each animation frame lends what
 * is here, so the worker computes exactly as often as the page can show.
 */
export class Solver {
  readonly #worker = new Worker(new URL('../worker/simulation-worker.ts', import.meta.url), {
    type: 'module'
  })
  readonly #events: SolverEvents
  #built: Built | undefined
  #epoch = 0
  /** What is under way, and what is wished meanwhile. */
  #present: BuildRequest | undefined
  #next: BuildRequest | undefined
  /** Commands about the motion of the next build. */
  readonly #waiting: Command[] = []
  #buffers: ArrayBuffer[] = []
  #bytes = 0

  constructor(events: SolverEvents) {
    this.#events = events
    this.#worker.onmessage = ({ data }: MessageEvent<Report>) => this.#receive(data)
    this.#worker.onerror = (event) => events.onUnavailable(event.message || workerRefused)
  }

  /** Sends a command. Steps and jumps in time wait for a build that was wished before them. */
  send(command: Command): void {
    const isOfNext = command.type === 'steps' || command.type === 'seek'
    if (this.#next && isOfNext) this.#waiting.push(command)
    else this.#worker.postMessage(command)
  }

  /** Builds a mechanism; while one is under way only the latest wish is kept. */
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

  /** Whether what was under way is no longer wished for: something else is, or it is to begin anew. */
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

import type { Stage } from '../../../model/stage.ts'
import { Canvas } from '../../../ui/canvas.ts'
import type { RopeFailure, RopeFrame, RopeRequest } from './rope-worker.ts'

/** A chain too long for the page's own simulation: a worker moves it, a line draws it. */
export class Rope {
  readonly #canvas = new Canvas(() => this.#draw())
  readonly element = this.#canvas.element
  readonly #stageOf: () => Stage | undefined
  readonly #say: (message: string) => void
  #worker: Worker | undefined
  #frame: RopeFrame | undefined
  #links = 0
  /** Whether a frame is requested, and the time of the request [ms]. */
  #awaits = false
  #requested = 0

  /** Calls `say` with the reason of a stop. */
  constructor(stageOf: () => Stage | undefined, say: (message: string) => void) {
    this.#stageOf = stageOf
    this.#say = say
    this.element.className = 'rope'
    this.element.setAttribute('role', 'img')
  }

  /** The requested number. */
  get links(): number {
    return this.#links
  }

  /** The shown frame; undefined before the first. */
  get frame(): RopeFrame | undefined {
    return this.#frame
  }

  /** Hangs up a chain of so many links, each so long [m]. */
  show(links: number, length: number): void {
    if (links === this.#links) return
    this.#links = links
    this.#frame = undefined
    this.element.setAttribute('aria-label', `Chain of ${links} links`)
    this.#worker ??= this.#open()
    this.#awaits = true
    this.#send({ type: 'show', links, length })
  }

  /** Ends the worker: a long chain holds much memory. */
  drop(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#frame = undefined
    this.#links = 0
  }

  /** At every animation frame [ms]. */
  move(now: number, isPlaying: boolean): void {
    this.#draw()
    if (this.#awaits || !this.#frame) return
    const elapsed = (now - this.#requested) / 1000
    this.#requested = now
    if (!isPlaying) return
    this.#awaits = true
    this.#send({ type: 'tick', elapsed })
  }

  #send(request: RopeRequest): void {
    this.#worker?.postMessage(request)
  }

  #open(): Worker {
    const worker = new Worker(new URL('./rope-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<RopeFrame | RopeFailure>) => {
      if (data.links !== this.#links) return
      if ('message' in data) {
        this.#say(data.message)
        return
      }
      this.#awaits = false
      this.#frame = data
    }
    worker.onerror = ({ message }) => this.#say(message)
    return worker
  }

  #draw(): void {
    const context = this.#canvas.begin()
    const stage = this.#stageOf()
    if (!context || !stage || !this.#frame) return
    const { line } = this.#frame
    context.beginPath()
    for (let i = 0; i < line.length; i += 2)
      context.lineTo(...stage.screenOf([line[i] as number, 0, line[i + 1] as number]))
    context.strokeStyle = getComputedStyle(this.element).color
    context.lineWidth = 3
    context.lineJoin = 'round'
    context.stroke()
  }
}

import { Signal } from '@preact/signals-core'
import type { Command } from '../model/messages.ts'
import type { Pull, Stage, StageEvents } from '../model/stage.ts'

/** Sends the pointer events of a stage to the simulation. Parts are body indices. */
export class Hand {
  /** The part under the pointer. */
  readonly over = new Signal<number | null>(null)
  /** The part that was pressed last; a new object at every press. */
  readonly pressed = new Signal<{ readonly body: number } | undefined>(undefined)
  readonly #send: (command: Command) => void
  readonly #stage: () => Stage | undefined
  #pull: Omit<Pull, 'force'> | null = null
  #force = 0

  /** `stage` returns undefined while nothing can be dragged. */
  constructor(send: (command: Command) => void, stage: () => Stage | undefined) {
    this.#send = send
    this.#stage = stage
  }

  readonly events: StageEvents = {
    onPull: (body, localPoint, target) => {
      if (!this.#stage()) return
      this.pressed.value = { body }
      this.#take({ body, localPoint, target })
    },
    onPullMove: (target) => this.#pull && this.#take({ ...this.#pull, target }),
    onRelease: () => {
      this.release()
      this.#send({ type: 'release' })
    },
    onHover: (body) => (this.over.value = body)
  }

  /** Sets the drag force [N] that the simulation reports. */
  feel(force: number): void {
    this.#force = force
    this.#stage()?.setPull(this.#pull && { ...this.#pull, force })
  }

  /** Ends the drag. */
  release(): void {
    this.#pull = null
    delete document.documentElement.dataset.pulling
    this.feel(0)
  }

  #take(pull: Omit<Pull, 'force'>): void {
    this.#pull = pull
    document.documentElement.dataset.pulling = String(pull.body)
    this.feel(this.#force)
    this.#send({ type: 'pull', ...pull })
  }
}

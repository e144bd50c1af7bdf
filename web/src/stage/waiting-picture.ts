import { segments } from '../model/kinematics.ts'
import type { StageMechanism } from '../model/stage.ts'
import { Canvas, readPalette } from '../ui/canvas.ts'
import { drawParts } from './diagram-stage.ts'
import { perspective } from './projection.ts'

interface Shown {
  readonly given: StageMechanism
  readonly poses: Float64Array
}

/** Placeholder until the stage is drawn: the mechanism as lines, with the camera of the stage. */
export class WaitingPicture {
  readonly #canvas = new Canvas(() => this.#draw())
  #shown: Shown | undefined

  constructor(container: HTMLElement) {
    this.#canvas.element.className = 'waiting-picture'
    container.append(this.#canvas.element)
  }

  show(shown: Shown | undefined): void {
    this.#shown = shown
    this.#draw()
  }

  remove(): void {
    this.#canvas.element.remove()
  }

  #draw(): void {
    const context = this.#canvas.begin()
    if (!context || !this.#shown) return
    const { given, poses } = this.#shown
    const { width, height } = this.#canvas
    const parts = segments(given.mechanism, poses)
    drawParts(context, parts, perspective(given.framing, width, height), readPalette())
  }
}

import { ArrowHelper, Color, type LineBasicMaterial, type MeshBasicMaterial, Vector3 } from 'three'
import type { Stage } from '../../../model/stage.ts'
import { readPalette } from '../../../ui/canvas.ts'

/** The longest arrow on the stage [px]. */
const longest = 120

/** A force as an arrow on the stage, from where it acts. */
export class ForceArrow {
  readonly #stage: Stage
  readonly #arrow = new ArrowHelper()

  constructor(stage: Stage) {
    this.#stage = stage
    for (const part of [this.#arrow.line, this.#arrow.cone]) {
      const material = part.material as LineBasicMaterial | MeshBasicMaterial
      material.depthTest = false
      material.toneMapped = false
      part.renderOrder = 10
    }
    stage.layer?.add(this.#arrow)
  }

  /** `most` is the force of the longest arrow. */
  show(point: readonly number[], force: readonly number[], most: number): void {
    const size = Math.hypot(...force)
    this.#arrow.visible = size > 1e-9 * most
    if (!this.#arrow.visible) return
    const length = ((size / most) * longest) / this.#stage.pixelsPerMeter()
    this.#arrow.setColor(new Color(readPalette().loop))
    this.#arrow.position.fromArray(point)
    this.#arrow.setDirection(new Vector3().fromArray(force).normalize())
    this.#arrow.setLength(length, 0.22 * length, 0.12 * length)
  }

  dispose(): void {
    this.#arrow.removeFromParent()
    this.#arrow.dispose()
  }
}

import { signalCopies } from '../client/page-attributes.ts'
import type { FanView } from '../model/messages.ts'
import type { CopiesLook, Stage } from '../model/stage.ts'
import { fanPlot } from '../ui/plots/fan-plot.ts'

/** Copies drawn beside the mechanism, and the plot of how far they stray. */
export class Copies {
  readonly plot = fanPlot()
  readonly #stage: () => Stage | undefined
  readonly #bodies: () => number
  #shown: readonly [poses: Float64Array | null, look: CopiesLook] = [null, 'ghosts']

  constructor(stage: () => Stage | undefined, bodies: () => number) {
    this.#stage = stage
    this.#bodies = bodies
  }

  show(poses: Float64Array | null, look: CopiesLook): void {
    this.#shown = [poses, look]
    this.showAgain()
  }

  /** For a stage that comes later than they do. */
  showAgain(): void {
    const [stage, [poses, look]] = [this.#stage(), this.#shown]
    if (!stage) return
    stage.setCopies(poses, look)
    signalCopies((poses?.length ?? 0) / (7 * Math.max(1, this.#bodies())))
  }

  showFan(time: number, { poses, distance }: FanView): void {
    this.show(poses, 'ghosts')
    this.plot.push(time, distance)
  }

  drop(): void {
    this.show(null, 'ghosts')
    this.plot.clear()
  }
}

import { signalEnsemble } from '../client/page-attributes.ts'
import type { EnsembleState } from '../model/messages.ts'
import type { EnsembleLook, Stage } from '../model/stage.ts'
import { ensemblePlot } from '../ui/plots/ensemble-plot.ts'

/** Shows an ensemble on the stage, and plots its distance from the mechanism. */
export class EnsembleView {
  readonly plot = ensemblePlot()
  readonly #stage: () => Stage | undefined
  readonly #bodies: () => number
  #shown: readonly [poses: Float64Array | null, look: EnsembleLook] = [null, 'ghosts']

  constructor(stage: () => Stage | undefined, bodies: () => number) {
    this.#stage = stage
    this.#bodies = bodies
  }

  show(poses: Float64Array | null, look: EnsembleLook): void {
    this.#shown = [poses, look]
    this.showAgain()
  }

  /** Shows the ensemble on a stage that opened later. */
  showAgain(): void {
    const [stage, [poses, look]] = [this.#stage(), this.#shown]
    if (!stage) return
    stage.setEnsemble(poses, look)
    signalEnsemble((poses?.length ?? 0) / (7 * Math.max(1, this.#bodies())))
  }

  showEnsemble(time: number, { poses, distance }: EnsembleState): void {
    this.show(poses, 'ghosts')
    this.plot.push(time, distance)
  }

  drop(): void {
    this.show(null, 'ghosts')
    this.plot.clear()
  }
}

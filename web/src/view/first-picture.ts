import { stills } from 'virtual:stills'
import { initialOptions, onStage } from '../mechanisms/entry.ts'
import type { Stage } from '../stage-contract.ts'
import type { Settings } from '../state/settings.ts'
import type { Signal } from '../state/signal.ts'
import type { Built } from '../worker/protocol.ts'
import { signalPicture } from './signals.ts'

/**
 * Draws the chosen mechanism at its start before the solver is here, from a file that was made with the
 * page. Where its sliders stand otherwise than it opens, only the solver knows how it starts.
 */
export function drawStills(
  settings: Settings,
  stage: Signal<Stage | undefined>,
  built: Signal<Built | undefined>
): void {
  const draw = async () => {
    if (built.value) return
    const entry = settings.entry.value
    const options = settings.options.value
    const isAsItOpens = Object.entries(initialOptions(entry)).every(
      ([name, value]) => options[name] === value
    )
    const file = isAsItOpens ? await stills[entry.id]?.().catch(() => undefined) : undefined
    const isLate = built.value !== undefined || settings.options.value !== options
    if (!file || isLate || !stage.value) return
    const { mechanism, poses, q } = file.default
    const start = { mechanism, poses: Float64Array.from(poses) }
    stage.value.setMechanism(onStage(entry, options, start))
    stage.value.setState(start.poses, Float64Array.from(q), 0)
    signalPicture('still')
  }
  settings.options.onChange(draw)
  stage.onChange(draw)
  draw() // fetches while the code of the stage is on its way
}

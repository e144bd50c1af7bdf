import { stills } from 'virtual:stills'
import type { Signal } from '@preact/signals-core'
import { signalPicture } from '../client/page-attributes.ts'
import { initialOptions, onStage } from '../model/mechanisms/entry.ts'
import type { Built } from '../model/messages.ts'
import type { Settings } from '../model/settings.ts'
import { onChange } from '../model/signals.ts'
import type { Stage } from '../model/stage.ts'
import { WaitingPicture } from './waiting-picture.ts'

/**
 * Draws the initial state of the mechanism before the solver is loaded, from a file that is built with
 * the page. With other slider values, only the solver can compute the initial state.
 */
export function drawStills(
  settings: Settings,
  stage: Signal<Stage | undefined>,
  built: Signal<Built | undefined>,
  container: HTMLElement
): void {
  const waiting = new WaitingPicture(container)
  const draw = async () => {
    if (built.value && stage.value) return
    if (!stage.value) waiting.show(undefined) // what was there is not what is chosen now
    const entry = settings.entry.value
    const options = settings.options.value
    const isAsItOpens = Object.entries(initialOptions(entry)).every(
      ([name, value]) => options[name] === value
    )
    const file = isAsItOpens ? await stills[entry.id]?.().catch(() => undefined) : undefined
    const isLate = (built.value && stage.value) || settings.options.value !== options
    if (!file || isLate) return
    const { mechanism, poses, q } = file.default
    const start = { mechanism, poses: Float64Array.from(poses) }
    const given = onStage(entry, options, start)
    if (!stage.value) return waiting.show({ given, poses: start.poses })
    stage.value.setMechanism(given)
    stage.value.setState(start.poses, Float64Array.from(q), 0)
    signalPicture('still')
  }
  onChange(settings.options, draw)
  onChange(stage, draw)
  // The stage is drawn in that frame too.
  onChange(stage, () => requestAnimationFrame(() => waiting.remove()))
  draw() // fetches while the code of the stage is on its way
}

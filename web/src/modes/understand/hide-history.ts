import { onChange } from '../../model/signals.ts'
import type { ModeHost } from '../mode.ts'

/** Hides traces and ghosts under a drawing, until the returned function is called. */
export function hideHistory({ settings, run }: ModeHost): () => void {
  const hide = () =>
    run.stage.value?.setShow({ ...settings.show.value, traces: false, ghosts: false })
  // A stage that has just come is shown as it is set, first.
  const ends = [onChange(settings.show, hide), run.stage.subscribe(() => queueMicrotask(hide))]
  return () => {
    for (const end of ends) end()
    run.stage.value?.setShow(settings.show.value)
  }
}

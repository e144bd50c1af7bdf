import type { ModeHost } from '../mode.ts'

/** Takes what is past off the stage, where the present is drawn upon, or brings it back as it is set. */
export function hideHistory({ settings, run }: ModeHost, hidden: boolean): void {
  const show = settings.show.value
  run.stage.value?.setShow(hidden ? { ...show, traces: false, ghosts: false } : show)
}

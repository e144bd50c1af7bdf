import type { Settings } from '../model/settings.ts'
import type { Run } from '../stage/run.ts'
import { h } from '../ui/dom.ts'

/** What a mode works with: what is set, and the simulation with its stage. */
export interface ModeHost {
  readonly settings: Settings
  readonly run: Run
  /** To be called where what the present mode puts around the stage has changed. */
  arrange(): void
  /** Closes the sheet that lies over the stage, if one does. */
  closeSheet(): void
}

/** What a mode puts in the places that change, at present; what it leaves out is as in Watch. */
export interface Mode {
  /** In place of the gallery; made by `leftPanel`. */
  readonly left?: HTMLElement | undefined
  /** In place of the setup; made by `rightPanel`. */
  readonly right?: HTMLElement | undefined
  /** In place of the readouts, under the stage; made by `underPanel`. */
  readonly under?: HTMLElement | undefined
  /** Over the stage, as large as it is. */
  readonly over?: HTMLElement | undefined
  /** In place of what moves time. */
  readonly transport?: HTMLElement | undefined
  /** Called when the mode is shown, after its elements are in the page. */
  enter(): void
  /** Called when it is left, before its elements go. */
  leave(): void
  /** At every animation frame while it is shown [ms]. */
  draw?(now: number): void
  /** Five times a second while it is shown. */
  write?(): void
}

export type OpenMode = (host: ModeHost) => Mode

/** A left rail; on a phone the sheet of the first panel. */
export function leftPanel(label: string, ...children: (Node | string)[]): HTMLElement {
  const handle = h('div', { class: 'sheet-handle' })
  return h('nav', { class: 'gallery left-panel', 'aria-label': label }, handle, ...children)
}

/** A right column; on a phone the sheet of the second panel. */
export function rightPanel(label: string, ...children: (Node | string)[]): HTMLElement {
  const handle = h('div', { class: 'sheet-handle' })
  return h('aside', { class: 'setup right-panel', 'aria-label': label }, handle, ...children)
}

/** What lies under the stage. */
export function underPanel(label: string, ...children: (Node | string)[]): HTMLElement {
  return h('section', { class: 'under-panel', 'aria-label': label }, ...children)
}

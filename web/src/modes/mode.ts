import type { Settings } from '../model/settings.ts'
import type { Run } from '../stage/run.ts'
import { h } from '../ui/dom.ts'

/** The settings, and the simulation with its stage. */
export interface ModeHost {
  readonly settings: Settings
  readonly run: Run
  /** To be called after a change of the panels of the present mode. */
  arrange(): void
  /** Closes the sheet over the stage, if one is open. */
  closeSheet(): void
}

/** Panels of a mode at present; those that are missing are as in Watch. */
export interface Mode {
  /** Replaces the gallery; made by `leftPanel`. */
  readonly left?: HTMLElement | undefined
  /** Replaces the setup; made by `rightPanel`. */
  readonly right?: HTMLElement | undefined
  /** Replaces the readouts under the stage; made by `underPanel`. */
  readonly under?: HTMLElement | undefined
  /** Overlay of the stage. */
  readonly over?: HTMLElement | undefined
  /** Replaces the transport. */
  readonly transport?: HTMLElement | undefined
  /** Called after the mode is shown and its elements are in the page. */
  enter(): void
  /** Called before its elements are removed. */
  leave(): void
  /** Called at every animation frame while it is shown [ms]. */
  draw?(now: number): void
  /** Called five times a second while it is shown. */
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

/** A panel under the stage. */
export function underPanel(label: string, ...children: (Node | string)[]): HTMLElement {
  return h('section', { class: 'under-panel', 'aria-label': label }, ...children)
}

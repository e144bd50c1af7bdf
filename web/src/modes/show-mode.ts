import { followHandles } from '../ui/sheets.ts'
import { type Mode, type ModeHost, type ModeName, modeWords, type OpenMode } from './mode.ts'

/** Where each mode's code lies; Watch is the page itself. */
const loaders: Readonly<Partial<Record<ModeName, () => Promise<{ openMode: OpenMode }>>>> = {
  compare: () => import('./compare/index.ts'),
  measure: () => import('./measure/index.ts')
}

/** The elements of Watch that a mode may take the place of. */
export interface Places {
  readonly left: HTMLElement
  readonly right: HTMLElement
  readonly under: readonly HTMLElement[]
  /** The stage's frame. */
  readonly stage: HTMLElement
}

/** Shows the mode that is set: loads it the first time, and swaps what lies around the stage. */
export class ModeShow {
  readonly #host: ModeHost
  readonly #places: Places
  readonly #closeSheet: () => void
  readonly #opened = new Map<ModeName, Mode>()
  #present: Mode | undefined

  /** `closeSheet` is called before panels are swapped. */
  constructor(host: ModeHost, places: Places, closeSheet: () => void) {
    this.#host = host
    this.#places = places
    this.#closeSheet = closeSheet
    host.settings.mode.subscribe((name) => this.#show(name))
  }

  draw(now: number): void {
    this.#present?.draw?.(now)
  }

  write(): void {
    this.#present?.write?.()
  }

  async #show(name: ModeName): Promise<void> {
    const { settings, run } = this.#host
    try {
      const mode = await this.#open(name)
      if (settings.mode.value === name) this.#swap(name, mode)
    } catch (error) {
      if (settings.mode.value !== name) return
      settings.mode.value = 'watch'
      run.say(`${modeWords[name]} did not load: ${(error as Error).message}`)
    }
  }

  async #open(name: ModeName): Promise<Mode | undefined> {
    const known = this.#opened.get(name)
    if (known) return known
    const { openMode } = (await loaders[name]?.()) ?? {}
    const mode = openMode?.(this.#host)
    if (mode) this.#opened.set(name, mode)
    for (const panel of [mode?.left, mode?.right]) panel && followHandles(panel, this.#closeSheet)
    return mode
  }

  #swap(name: ModeName, mode: Mode | undefined): void {
    const { left, right, under, stage } = this.#places
    this.#closeSheet()
    const before = this.#present
    before?.leave()
    for (const element of [before?.left, before?.right, before?.under, before?.over]) {
      element?.remove()
    }
    this.#present = mode
    document.documentElement.dataset.mode = name
    document.documentElement.toggleAttribute('data-left-panel', mode?.left !== undefined)
    left.hidden = mode?.left !== undefined
    right.hidden = mode?.right !== undefined
    for (const element of under) element.hidden = mode?.under !== undefined
    if (mode?.left) left.after(mode.left)
    if (mode?.right) right.after(mode.right)
    if (mode?.under) under.at(-1)?.after(mode.under)
    if (mode?.over) stage.append(mode.over)
    mode?.enter()
  }
}

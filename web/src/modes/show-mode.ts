import { type ModeName, modeWords } from '../model/modes.ts'
import { followHandles } from '../ui/sheets.ts'
import type { Mode, ModeHost, OpenMode } from './mode.ts'

/** Code of each mode; Watch is the page itself. */
const loaders: Readonly<Partial<Record<ModeName, () => Promise<{ openMode: OpenMode }>>>> = {
  compare: () => import('./compare/index.ts'),
  understand: () => import('./understand/index.ts'),
  build: () => import('./build/index.ts'),
  measure: () => import('./measure/index.ts')
}

/** The elements of Watch that a mode can replace. */
export interface Places {
  readonly left: HTMLElement
  readonly right: HTMLElement
  readonly under: readonly HTMLElement[]
  /** The stage's frame. */
  readonly stage: HTMLElement
  /** The transport, in which the tabs stay. */
  readonly transport: HTMLElement
}

/**
 * Shows the mode of the settings: loads it the first time, and replaces the panels around the stage.
 */
export class ModeShow {
  readonly #host: ModeHost
  readonly #places: Places
  readonly #closeSheet: () => void
  readonly #opened = new Map<ModeName, Mode>()
  #present: Mode | undefined
  /** Elements of the present mode. */
  #placed: readonly HTMLElement[] = []
  /** Panels whose handles are followed. */
  readonly #swiped = new WeakSet<HTMLElement>()

  /** `closeSheet` is called before panels are swapped. */
  constructor(
    host: Omit<ModeHost, 'arrange' | 'closeSheet'>,
    places: Places,
    closeSheet: () => void
  ) {
    this.#host = { ...host, arrange: () => this.#arrange(), closeSheet }
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
    return mode
  }

  #swap(name: ModeName, mode: Mode | undefined): void {
    this.#present?.leave()
    this.#present = mode
    document.documentElement.dataset.mode = name
    this.#arrange()
    mode?.enter()
  }

  /** Shows the panels of the present mode, and those of Watch for the others. */
  #arrange(): void {
    const { left, right, under, stage, transport } = this.#places
    const mode = this.#present
    this.#closeSheet()
    for (const element of this.#placed) element.remove()
    for (const place of ['left', 'right', 'under'] as const)
      document.documentElement.toggleAttribute(`data-${place}-panel`, mode?.[place] !== undefined)
    left.hidden = mode?.left !== undefined
    right.hidden = mode?.right !== undefined
    for (const element of under) element.hidden = mode?.under !== undefined
    for (const element of transport.querySelectorAll<HTMLElement>(':scope > :not(.tab-bar)'))
      element.hidden = mode?.transport !== undefined
    if (mode?.left) left.after(mode.left)
    if (mode?.right) right.after(mode.right)
    if (mode?.under) under.at(-1)?.after(mode.under)
    if (mode?.over) stage.append(mode.over)
    if (mode?.transport) transport.prepend(mode.transport)
    const panels = [mode?.left, mode?.right]
    for (const panel of panels) if (panel) this.#followHandle(panel)
    this.#placed = [...panels, mode?.under, mode?.over, mode?.transport].filter(
      (element) => element !== undefined
    )
  }

  #followHandle(panel: HTMLElement): void {
    if (this.#swiped.has(panel)) return
    this.#swiped.add(panel)
    followHandles(panel, this.#closeSheet)
  }
}

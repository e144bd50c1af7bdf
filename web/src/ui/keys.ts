import { type ModeName, modeNames } from '../model/modes.ts'

export interface KeyActions {
  togglePlay(): void
  reset(): void
  /** One step when paused, 0.1 s when playing; ten times as far with Shift: 1 s. */
  move(direction: 1 | -1, far: boolean): void
  slower(): void
  faster(): void
  frame(): void
  help(): void
  search(): void
  accuracy(): void
  ghosts(): void
  traces(): void
  theme(): void
  screensaver(): void
  /** Of the digits 1 to 5. */
  mode(name: ModeName): void
  close(): void
}

/** Keys of the page; none acts while a text field, a select or a slider has the focus. */
export function listenToKeys(actions: KeyActions, lettersOn: () => boolean): void {
  const letters: Readonly<Record<string, () => void>> = {
    f: actions.frame,
    t: actions.accuracy,
    g: actions.ghosts,
    r: actions.traces,
    d: actions.theme,
    s: actions.screensaver,
    '?': actions.help,
    '/': actions.search,
    '-': actions.slower,
    '=': actions.faster,
    '+': actions.faster,
    ...Object.fromEntries(modeNames.map((name, i) => [`${i + 1}`, () => actions.mode(name)]))
  }
  freeSpace()
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return actions.close()
    if (belongsToField(event) || document.querySelector('dialog[open]')) return
    const act =
      always(event, actions) ?? (lettersOn() ? letters[event.key.toLowerCase()] : undefined)
    if (!act) return
    event.preventDefault()
    act()
  })
}

function always(event: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  switch (event.key) {
    case ' ':
      return isPressable(document.activeElement) ? undefined : actions.togglePlay
    case 'Backspace':
      return actions.reset
    case 'ArrowRight':
      return () => actions.move(1, event.shiftKey)
    case 'ArrowLeft':
      return () => actions.move(-1, event.shiftKey)
    default:
      return undefined
  }
}

/** Text fields, selects and sliders; a choice among radio buttons keeps its arrows. */
export function belongsToField({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) {
    if (target.type === 'checkbox') return false
    return target.type !== 'radio' || key.startsWith('Arrow')
  }
  return target.matches('select, textarea, [contenteditable]')
}

/** Whether Space activates the focused element by default. */
export function isPressable(focused: Element | null): boolean {
  return focused?.matches('button, a, summary, input') ?? false
}

/** Elements that the pointer clicked lose the focus at Space, which would click them again. */
function freeSpace(): void {
  let pointed: EventTarget | null = null
  const options = { capture: true }
  document.addEventListener('pointerdown', ({ target }) => (pointed = target), options)
  const free = ({ key }: KeyboardEvent) => {
    const focused = document.activeElement
    const isPointed = pointed instanceof Node && focused?.contains(pointed)
    if (key === ' ' && isPointed && focused?.matches('button, a, summary'))
      (focused as HTMLElement).blur()
    pointed = null
  }
  document.addEventListener('keydown', free, options)
}

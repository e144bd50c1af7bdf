import { Signal } from '@preact/signals-core'
import { h, setAttribute } from '../../ui/dom.ts'

/** Neither half is narrower than this part of the stage. */
const least = 0.2
const keyStep = 0.05

export interface Split {
  readonly handle: HTMLElement
  /** Part of the width of the stage for the first half. */
  readonly at: Signal<number>
}

/** The handle between two halves: dragged, moved by arrows, centered by a double click. */
export function split(): Split {
  const at = new Signal(0.5)
  const set = (value: number) => (at.value = Math.min(1 - least, Math.max(least, value)))
  const handle = h('div', {
    class: 'compare-handle',
    role: 'separator',
    tabindex: 0,
    'aria-orientation': 'vertical',
    'aria-label': 'Between A and B',
    'aria-valuemin': 100 * least,
    'aria-valuemax': 100 * (1 - least)
  })
  at.subscribe((value) => setAttribute(handle, 'aria-valuenow', String(Math.round(100 * value))))
  handle.addEventListener('pointerdown', (event) => handle.setPointerCapture(event.pointerId))
  handle.addEventListener('pointermove', (event) => {
    const box = handle.parentElement?.getBoundingClientRect()
    if (!box || !handle.hasPointerCapture(event.pointerId)) return
    set((event.clientX - box.left) / box.width)
  })
  handle.addEventListener('dblclick', () => set(0.5))
  handle.addEventListener('keydown', (event) => {
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => set(at.value - keyStep),
      ArrowRight: () => set(at.value + keyStep),
      Home: () => set(least),
      End: () => set(1 - least),
      Enter: () => set(0.5)
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  })
  return { handle, at }
}

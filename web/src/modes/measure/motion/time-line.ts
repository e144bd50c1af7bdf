import { writeFixed } from '../../../model/numbers.ts'
import { fill, h } from '../../../ui/dom.ts'
import type { KeyMotion } from './key-motion.ts'

/** Arrow keys move a pose by this much [s]. */
const nudge = 0.1

/** Key poses on a line of time: dragged or moved by arrows; Delete takes one away. */
export function timeLine(motion: KeyMotion, onShow: (time: number) => void) {
  const cursor = h('div', { class: 'motion-cursor', hidden: true })
  const line = h('div', { class: 'motion-keys' })
  const element = h(
    'div',
    { class: 'motion-line', role: 'group', 'aria-label': 'Key poses' },
    line,
    cursor
  )
  const length = () => Math.max(2, motion.duration)
  const place = (time: number) => `${(100 * time) / length()}%`
  let buttons: HTMLElement[] = []
  const write = () => {
    const focused = buttons.indexOf(document.activeElement as HTMLElement)
    buttons = motion.keys.value.map(({ time }, index) => {
      const button = keyButton(index, time)
      button.style.left = place(time)
      return button
    })
    fill(line, ...buttons)
    buttons[Math.min(focused, buttons.length - 1)]?.focus()
  }
  const keyButton = (index: number, time: number) => {
    const keydown = (event: KeyboardEvent) => {
      const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      const isGone = event.key === 'Delete' || event.key === 'Backspace'
      if (direction === undefined && !isGone) return
      event.preventDefault()
      if (isGone) motion.remove(index)
      else motion.move(index, time + nudge * (direction ?? 0))
    }
    return h(
      'button',
      {
        type: 'button',
        class: 'motion-key',
        'data-index': index,
        'aria-label': `Key pose ${index + 1} at ${writeFixed(time, 2)} s`,
        title: 'Drag or arrows move it, Delete takes it away',
        on: { keydown, click: () => onShow(motion.keys.value[index]?.time ?? 0) }
      },
      h('span', { class: 'motion-time' }, `${writeFixed(time, 2)} s`)
    )
  }
  let dragged = -1
  let scale = 1
  // The line stays while its keys are rewritten.
  line.addEventListener('pointerdown', (event) => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('.motion-key')
    dragged = Number(key?.dataset.index ?? -1)
    scale = length() / line.clientWidth
  })
  line.addEventListener('pointermove', (event) => {
    if (dragged < 0 || event.buttons === 0) return
    if (!line.hasPointerCapture(event.pointerId)) line.setPointerCapture(event.pointerId)
    motion.move(dragged, (event.clientX - line.getBoundingClientRect().left) * scale)
  })
  line.addEventListener('pointerup', () => (dragged = -1))
  motion.keys.subscribe(write)
  return {
    element,
    /** Shows the time of the motion [s]; null hides it. */
    show(time: number | null) {
      cursor.hidden = time === null
      if (time !== null) cursor.style.left = place(time)
    }
  }
}

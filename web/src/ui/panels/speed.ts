import type { Signal } from '@preact/signals-core'
import { neighbor } from '../../model/settings.ts'
import { h, setAttribute, setText } from '../dom.ts'
import { icon } from '../icons.ts'

/** Buttons for slower and faster, and the speed between them; 1 is the default. */
export function speedControl(speed: Signal<number>, ladder: readonly number[]): HTMLElement {
  const button = (name: 'minus' | 'plus', label: string, direction: 1 | -1) => {
    const click = () => (speed.value = neighbor(ladder, speed.value, direction))
    return h(
      'button',
      { type: 'button', class: 'transport-button', 'aria-label': label, on: { click } },
      icon(name)
    )
  }
  const [slower, faster] = [button('minus', 'Slower', -1), button('plus', 'Faster', 1)]
  const value = h('span', { class: 'speed-value' })
  speed.subscribe((present) => {
    setText(value, `${present}×`)
    setAttribute(slower, 'aria-disabled', String(present <= (ladder[0] ?? present)))
    setAttribute(faster, 'aria-disabled', String(present >= (ladder.at(-1) ?? present)))
  })
  return h('div', { class: 'speed', role: 'group', 'aria-label': 'Speed' }, slower, value, faster)
}

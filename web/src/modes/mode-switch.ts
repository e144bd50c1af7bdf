import { modeNames, modeWords } from '../model/modes.ts'
import type { Settings } from '../model/settings.ts'
import { h } from '../ui/dom.ts'

/** The five modes, in the header's middle; on a phone a sheet. `onChoose` is called after a choice. */
export function modeSwitch({ mode }: Settings, onChoose: () => void): HTMLElement {
  const buttons = modeNames.map((name, index) => {
    const click = () => {
      mode.value = name
      onChoose()
    }
    const button = h(
      'button',
      { type: 'button', 'aria-keyshortcuts': String(index + 1), on: { click } },
      modeWords[name]
    )
    mode.subscribe((chosen) => {
      if (chosen === name) button.setAttribute('aria-current', 'page')
      else button.removeAttribute('aria-current')
    })
    return button
  })
  const handle = h('div', { class: 'sheet-handle' })
  return h('nav', { class: 'mode-switch', id: 'modes', 'aria-label': 'Modes' }, handle, ...buttons)
}

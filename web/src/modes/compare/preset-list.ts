import { onAnyChange } from '../../model/signals.ts'
import { h } from '../../ui/dom.ts'
import { icon } from '../../ui/icons.ts'
import type { ModeHost } from '../mode.ts'
import { type Preset, presets, showPreset } from './presets.ts'

/** Presets, with one sentence each. The shown one is marked until a change. */
export function presetList(host: ModeHost): HTMLElement {
  let applying = false
  const buttons = presets.map((preset) => {
    const click = () => {
      applying = true
      showPreset(host, preset)
      applying = false
      mark(preset)
    }
    return h(
      'button',
      { type: 'button', class: 'compare-preset', on: { click } },
      icon('play'),
      h('span', {}, preset.claim)
    )
  })
  const mark = (shown: Preset | undefined) => {
    for (const [index, button] of buttons.entries())
      button.setAttribute('aria-pressed', String(presets[index] === shown))
  }
  const { entry, options, method, integrator, step, compared } = host.settings
  const shown = [entry, options, method, integrator, step, ...Object.values(compared)]
  onAnyChange(shown, () => applying || mark(undefined))
  mark(undefined)
  return h(
    'section',
    { class: 'setup-section', 'data-part': 'presets' },
    h('h2', {}, 'Try these'),
    ...buttons
  )
}

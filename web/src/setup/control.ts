import { horizon, interval } from '../../../examples/node/sampling-controller.js'
import type { Measurements } from '../state/measurements.ts'
import type { Settings } from '../state/settings.ts'
import { h, setText } from '../ui/dom.ts'

export interface ControlSection {
  readonly element: HTMLElement
  /** Writes the number; called five times a second. */
  write(): void
}

const means = `Copies try torques for ${(horizon * interval).toFixed(1)} s ahead, ${1 / interval} times a second`

/** What it costs to try ahead, of mechanisms whose motor does. */
export function controlSection(settings: Settings, measurements: Measurements): ControlSection {
  const cost = h('dd')
  const element = h(
    'section',
    { class: 'setup-section', 'data-part': 'control' },
    h('h2', {}, 'Control'),
    h('p', { class: 'section-note' }, means),
    h('dl', { class: 'section-numbers' }, h('dt', {}, 'Computing'), cost)
  )
  settings.entry.subscribe((entry) => (element.hidden = entry.control === undefined))
  return {
    element,
    write() {
      const { controlCost } = measurements
      setText(cost, Number.isFinite(controlCost) ? `${controlCost.toFixed(0)} ms a second` : '–')
    }
  }
}

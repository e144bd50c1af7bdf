import { horizon, interval } from '../../../../examples/node/sampling-controller.js'
import type { Measurements } from '../../client/measurements.ts'
import type { Regulation } from '../../model/messages.ts'
import { type ControlState, holdInterval } from '../../model/messages.ts'
import type { Settings } from '../../model/settings.ts'
import { h, setText } from '../dom.ts'

export interface ControlSection {
  readonly element: HTMLElement
  /** Writes what changes; called five times a second. */
  write(): void
}

const words: Readonly<Record<ControlState, string>> = {
  holds: 'holds it',
  'tries ahead': 'tries ahead',
  'out of reach': 'let go: Reset, or lift it up',
  'no feedback': 'none, as it is set'
}

const byTrying = `Copies try torques for ${(horizon * interval).toFixed(1)} s ahead, ${1 / interval} times a second`
const byFeedback = `LQR by the exact derivatives of the steps, found anew when anything changes; it acts ${1 / holdInterval} times a second`
const withoutRotors = '; its model takes the rotors for parts of what carries them'

function meansOf({ entry, options }: Settings): string {
  const control = entry.value.control?.(options.value)
  if (!control || 'goal' in control) return byTrying
  return byFeedback + (ignoresRotors(control) ? withoutRotors : '')
}

const ignoresRotors = ({ rotors }: Regulation) => rotors !== 'same'

/** How mechanisms that a controller balances are held, whether it does, and what it costs. */
export function controlSection(settings: Settings, measurements: Measurements): ControlSection {
  const means = h('p', { class: 'section-note' })
  const state = h('dd')
  const cost = h('dd')
  const element = h(
    'section',
    { class: 'setup-section', 'data-part': 'control' },
    h('h2', {}, 'Control'),
    means,
    h(
      'dl',
      { class: 'section-numbers' },
      h('dt', {}, 'Feedback'),
      state,
      h('dt', {}, 'Computing'),
      cost
    )
  )
  settings.entry.subscribe((entry) => (element.hidden = entry.control === undefined))
  return {
    element,
    write() {
      const { controlCost, controlState } = measurements
      setText(means, meansOf(settings))
      setText(state, controlState ? words[controlState] : 'off')
      setText(cost, Number.isFinite(controlCost) ? `${controlCost.toFixed(0)} ms a second` : '–')
    }
  }
}

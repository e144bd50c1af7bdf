import { horizon, interval } from '../../../../examples/node/sampling-controller.js'
import type { Measurements } from '../../client/measurements.ts'
import type { Regulation } from '../../model/messages.ts'
import { type ControlState, holdInterval } from '../../model/messages.ts'
import type { Settings } from '../../model/settings.ts'
import { h, setText } from '../dom.ts'

export interface ControlSection {
  readonly element: HTMLElement
  /** Writes the changing values. Called five times a second. */
  write(): void
}

const words: Readonly<Record<ControlState, string>> = {
  holds: 'holds the pose',
  'tries ahead': 'predicts',
  'out of reach': 'out of reach: reset, or lift the mechanism',
  'no feedback': 'none with these settings'
}

const byTrying = `Copies try torques over the next ${(horizon * interval).toFixed(1)} s, ${1 / interval} times a second`
const byFeedback = `LQR from the exact derivatives of the step map, recomputed after a change; updated ${1 / holdInterval} times a second`
const withoutRotors = '; its model fixes the rotors to their links'

function meansOf({ entry, options }: Settings): string {
  const control = entry.value.control?.(options.value)
  if (!control || 'goal' in control) return byTrying
  return byFeedback + (ignoresRotors(control) ? withoutRotors : '')
}

const ignoresRotors = ({ rotors }: Regulation) => rotors !== 'same'

/** The controller of a mechanism: its method, its state, and its computing time. */
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

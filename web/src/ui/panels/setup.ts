import { Signal } from '@preact/signals-core'
import type { Integrator, Method } from 'linkwork'
import { methods } from 'linkwork/tables'
import {
  hasMotors,
  initialOptions,
  type OptionValues,
  type SliderSpec
} from '../../model/mechanisms/entry.ts'
import {
  integratorsFor,
  type Motors,
  type Settings,
  type SolverSignals,
  stepSizes
} from '../../model/settings.ts'
import { onChange } from '../../model/signals.ts'
import { segmented, select, stepper } from '../choices.ts'
import { fill, h } from '../dom.ts'
import { type Slider, slider } from '../slider.ts'
import { type LiveStage, type PartPull, showSection } from './show-section.ts'

const methodLabels: Readonly<Record<Method, string>> = {
  'articulated-body': 'Articulated body, O(n)',
  variational: 'Variational, O(n)',
  'variational-maximal': 'Variational, maximal coordinates, O(n)',
  multipliers: 'Lagrange multipliers, O(n)'
}

export const integratorLabels: Readonly<Record<Integrator, string>> = {
  rk4: 'RK4',
  'semi-implicit-euler': 'Euler',
  rosenbrock: 'Rosenbrock',
  'second-order': 'Order 2',
  'fourth-order': 'Order 4',
  adaptive: 'Adaptive',
  rattle: 'RATTLE',
  baumgarte: 'Baumgarte',
  'first-order': 'First order'
}

const integratorNotes: Readonly<Partial<Record<Integrator, string>>> = {
  rosenbrock: 'Order 2, implicit in springs and dampers of joints',
  rattle: 'Order 2, bounded energy error',
  baumgarte: 'RK4 with Baumgarte stabilization',
  'first-order': 'No inertia: forces give velocities, and parts stop when you release them'
}

const motorChoices = [
  { value: 'on' as Motors, label: 'On' },
  { value: 'off' as Motors, label: 'Off' }
]

/** The right column: solver, options of the mechanism, and shown objects. */
export function setupColumn(
  settings: Settings,
  live: LiveStage,
  pullBy: PartPull,
  sections: readonly HTMLElement[]
): HTMLElement {
  return h(
    'aside',
    { class: 'setup', id: 'setup', 'aria-label': 'Setup' },
    h('div', { class: 'sheet-handle' }),
    h(
      'section',
      { class: 'setup-section', 'data-part': 'solver' },
      h('h2', {}, 'Solver'),
      methodChoice(settings),
      integratorChoice(settings),
      stepper('Step', stepSizes, writeStep, settings.step)
    ),
    mechanismSection(settings),
    ...sections,
    showSection(settings, live, pullBy)
  )
}

/** The solver and the mechanism that it is chosen for. */
export type SolverChoices = SolverSignals & Pick<Settings, 'entry'>

/** The methods. Those that cannot move the present mechanism are disabled, with the reason. */
export function methodChoice(settings: SolverChoices): HTMLElement {
  const place = h('div', { class: 'field-place' })
  const lists = new Map<string, HTMLElement>()
  settings.entry.subscribe((entry) => {
    const choices = methods.map(({ name: value }) => {
      const choice = { value, label: methodLabels[value] }
      const able = integratorsFor(entry, value).length > 0
      return able ? choice : { ...choice, refusal: 'It keeps no rolling' }
    })
    const key = String(entry.needs)
    const list = lists.get(key) ?? select('Method', choices, settings.method)
    lists.set(key, list)
    fill(place, list)
  })
  return place
}

/** The integrators of the present method, side by side. */
export function integratorChoice(settings: SolverChoices): HTMLElement {
  const place = h('div', { class: 'field-place' })
  const lists = new Map<string, HTMLElement>()
  const show = () => {
    const names = integratorsFor(settings.entry.value, settings.method.value)
    const choices = names.map((value) => ({
      value,
      label: integratorLabels[value],
      note: integratorNotes[value]
    }))
    const key = String(names)
    const list = lists.get(key) ?? segmented('Integrator', choices, settings.integrator)
    lists.set(key, list)
    fill(place, list)
  }
  onChange(settings.entry, show)
  settings.method.subscribe(show)
  return place
}

export function writeStep(seconds: number): string {
  return `${Number((seconds * 1000).toPrecision(3))} ms`
}

/** Motors and sliders of the present mechanism: live ones apply at once, the others on release. */
function mechanismSection(settings: Settings): HTMLElement {
  const section = h('section', { class: 'setup-section', 'data-part': 'mechanism' })
  let controls: { spec: SliderSpec; control: Slider }[] = []
  const motors = segmented('Motors', motorChoices, settings.motors)

  // Sliders of motors are hidden if the motors are off.
  const hideIdle = () => {
    for (const { spec, control } of controls)
      control.element.hidden = spec.drives === true && settings.motors.value === 'off'
  }
  settings.entry.subscribe((entry) => {
    const set = (option: string, value: number) => {
      if (settings.options.value[option] === value) return
      settings.options.value = { ...settings.options.value, [option]: value }
    }
    const initial: OptionValues = { ...initialOptions(entry), ...settings.options.value }
    controls = entry.sliders.map((spec) => {
      const value = initial[spec.option] ?? spec.initial
      const commit = (next: number) => set(spec.option, next)
      const control = spec.choices
        ? choice(spec.label, spec.choices, value, commit)
        : slider(spec, value, (next) => (spec.live || spec.drives) && commit(next), commit)
      return { spec, control }
    })
    motors.hidden = !hasMotors(entry)
    hideIdle()
    fill(
      section,
      h('h2', {}, 'Mechanism'),
      motors,
      ...controls.map(({ control }) => control.element)
    )
  })
  onChange(settings.motors, hideIdle)
  onChange(settings.options, (options) => {
    for (const { spec, control } of controls) {
      const value = options[spec.option]
      if (value !== undefined) control.set(value)
    }
  })
  return section
}

/** One of a few values 0, 1, … by their names, in the place of a slider. */
function choice(
  label: string,
  names: readonly string[],
  initial: number,
  onCommit: (value: number) => void
): Slider {
  const chosen = new Signal(String(initial))
  onChange(chosen, (value) => onCommit(Number(value)))
  const choices = names.map((name, value) => ({ value: String(value), label: name }))
  return {
    element: segmented(label, choices, chosen),
    set: (value) => (chosen.value = String(value))
  }
}

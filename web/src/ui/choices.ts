import type { Signal } from '@preact/signals-core'
import { neighbor } from '../model/settings.ts'
import { freshId, h, setAttribute } from './dom.ts'
import { icon } from './icons.ts'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Why it cannot be chosen; shown as its tooltip. */
  readonly refusal?: string
  /** Explanation of a short label. */
  readonly note?: string | undefined
}

/** A labelled drop-down of one or more choices. */
export function select<Value extends string>(
  label: string,
  choices: readonly Choice<Value>[],
  signal: Signal<Value>
): HTMLElement {
  const id = freshId('select')
  const control = h(
    'select',
    { id, on: { change: () => (signal.value = control.value as Value) } },
    ...choices.map(({ value, label, refusal }) =>
      h('option', { value, disabled: refusal !== undefined, title: refusal }, label)
    )
  )
  signal.subscribe((value) => (control.value = value))
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h('div', { class: 'select' }, control, icon('down'))
  )
}

/** A few choices side by side. */
export function segmented<Value extends string>(
  label: string,
  choices: readonly Choice<Value>[],
  signal: Signal<Value>
): HTMLElement {
  const name = freshId('segmented')
  const inputs = choices.map(({ value, refusal }) =>
    h('input', {
      type: 'radio',
      name,
      value,
      class: 'visually-hidden',
      disabled: refusal !== undefined,
      on: { change: () => (signal.value = value) }
    })
  )
  signal.subscribe((value) => {
    for (const input of inputs) input.checked = input.value === value
  })
  return h(
    'fieldset',
    { class: 'field' },
    h('legend', {}, label),
    h(
      'div',
      { class: 'segmented' },
      ...choices.map(({ label, refusal, note }, index) =>
        h('label', { title: refusal ?? note }, inputs[index], h('span', {}, label))
      )
    )
  )
}

/** Minus, value and plus on a ladder of values. */
export function stepper(
  label: string,
  ladder: readonly number[],
  write: (value: number) => string,
  signal: Signal<number>
): HTMLElement {
  const id = freshId('stepper')
  const move = (direction: 1 | -1) => () => {
    signal.value = neighbor(ladder, signal.value, direction)
  }
  const minus = h(
    'button',
    { type: 'button', 'aria-label': 'Shorter step', on: { click: move(-1) } },
    icon('minus')
  )
  const plus = h(
    'button',
    { type: 'button', 'aria-label': 'Longer step', on: { click: move(1) } },
    icon('plus')
  )
  const value = h('span', { class: 'stepper-value' })
  signal.subscribe((present) => {
    value.textContent = write(present)
    setAttribute(minus, 'aria-disabled', String(present <= (ladder[0] ?? present)))
    setAttribute(plus, 'aria-disabled', String(present >= (ladder.at(-1) ?? present)))
  })
  return h(
    'div',
    { class: 'field', role: 'group', 'aria-labelledby': id },
    h('span', { id, class: 'field-label' }, label),
    h('div', { class: 'stepper' }, minus, value, plus)
  )
}

/** A box to tick. */
export function checkbox(
  label: string,
  checked: boolean,
  onChange: (checked: boolean) => void,
  tooltip?: string
): { readonly element: HTMLElement; set(checked: boolean): void } {
  const input = h('input', {
    type: 'checkbox',
    class: 'visually-hidden',
    on: { change: () => onChange(input.checked) }
  })
  input.checked = checked
  const box = h('span', { class: 'box' }, icon('check'))
  return {
    element: h('label', { class: 'checkbox', title: tooltip }, input, box, h('span', {}, label)),
    set: (value) => (input.checked = value)
  }
}

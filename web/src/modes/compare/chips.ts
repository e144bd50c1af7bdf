import type { Signal } from '@preact/signals-core'
import type { MechanismEntry } from '../../model/mechanisms/entry.ts'
import { type VariantName, variantNames } from '../../model/messages.ts'
import { comparedSteps, stepSizes } from '../../model/settings.ts'
import { onAnyChange, onChange } from '../../model/signals.ts'
import { select, stepper } from '../../ui/choices.ts'
import { fill, h, setText } from '../../ui/dom.ts'
import { icon } from '../../ui/icons.ts'
import {
  integratorChoice,
  methodChoice,
  type SolverChoices,
  writeStep
} from '../../ui/panels/setup.ts'
import { variantRefusal } from '../../worker/variants.ts'
import type { ModeHost } from '../mode.ts'
import { describe, variantLabels, variantNotes } from './words.ts'

export interface Chip {
  readonly element: HTMLElement
  close(): void
}

/** Title of a half, which opens its choices. */
function chip(letter: 'A' | 'B', words: Signalled, ...choices: HTMLElement[]): Chip {
  const label = h('span')
  const panel = h(
    'div',
    { class: 'compare-choices', role: 'group', 'aria-label': `How ${letter} moves`, hidden: true },
    ...choices
  )
  const set = (open: boolean) => {
    panel.hidden = !open
    button.setAttribute('aria-expanded', String(open))
    if (!open) return
    const { left, bottom } = button.getBoundingClientRect()
    panel.style.setProperty('--left', `${left}px`)
    panel.style.setProperty('--top', `${bottom + 4}px`)
  }
  const button = h(
    'button',
    { type: 'button', class: 'compare-chip', on: { click: () => set(panel.hidden !== false) } },
    h('b', {}, letter),
    label,
    icon('down')
  )
  words((text) => setText(label, text))
  set(false)
  const element = h(
    'div',
    { class: 'compare-head', 'data-half': letter.toLowerCase() },
    button,
    panel
  )
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || panel.hidden) return
    event.preventDefault()
    event.stopPropagation()
    set(false)
    button.focus()
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !element.contains(target)) set(false)
  })
  return { element, close: () => set(false) }
}

/** Calls with the text now and at every change. */
type Signalled = (write: (text: string) => void) => void

function signalled(choices: SolverChoices, variant?: Signal<VariantName>): Signalled {
  return (write) => {
    const { method, integrator, step } = choices
    const update = () =>
      write(
        describe({
          variant: variant?.value ?? 'same',
          method: method.value,
          integrator: integrator.value,
          step: step.value
        })
      )
    onAnyChange([method, integrator, step, ...(variant ? [variant] : [])], update)
    update()
  }
}

export function firstChip({ settings }: ModeHost): Chip {
  const choices = [
    methodChoice(settings),
    integratorChoice(settings),
    stepper('Step', stepSizes, writeStep, settings.step)
  ]
  return chip('A', signalled(settings), ...choices)
}

export function secondChip({ settings, run }: ModeHost): Chip {
  const { compared, entry } = settings
  const solver: SolverChoices = { ...compared, entry }
  const choices = [
    variantChoice(compared.variant, run.built, entry),
    methodChoice(solver),
    integratorChoice(solver),
    stepper('Step', comparedSteps, writeStep, compared.step)
  ]
  return chip('B', signalled(solver, compared.variant), ...choices)
}

/** Choice of the variant of B; variants that are not possible have a reason. */
function variantChoice(
  variant: Signal<VariantName>,
  built: ModeHost['run']['built'],
  entry: Signal<MechanismEntry>
): HTMLElement {
  const place = h('div', { class: 'field-place' })
  const note = h('p', { class: 'section-note' })
  const lists = new Map<string, HTMLElement>()
  built.subscribe((built) => {
    const choices = variantNames.map((value) => {
      const refusal = built && variantRefusal(built.mechanism, value)
      const label = variantLabels[value] + (refusal ? `: ${lowered(refusal)}` : '')
      return { value, label, ...(refusal && { refusal }) }
    })
    const key = choices.map(({ label }) => label).join()
    const list = lists.get(key) ?? select('Mechanism', choices, variant)
    lists.set(key, list)
    fill(place, list, note)
  })
  const write = () => {
    const motor = entry.value.control ? 'Its motors give the torques decided for A.' : ''
    setText(note, `${variantNotes[variant.value]} ${motor}`.trim())
  }
  variant.subscribe(write)
  onChange(entry, write)
  return place
}

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

import type { Signal } from '@preact/signals-core'
import { hasMotors } from '../../model/mechanisms/entry.ts'
import type { StagePart } from '../../model/parts.ts'
import type { Settings } from '../../model/settings.ts'
import { onChange } from '../../model/signals.ts'
import type { Show } from '../../model/stage.ts'
import { checkbox } from '../choices.ts'
import { fill, freshId, h } from '../dom.ts'
import { icon } from '../icons.ts'

const boxes: readonly {
  name: keyof Show
  label: string
  tooltip?: string
  hidden?: (settings: Settings) => boolean
}[] = [
  { name: 'traces', label: 'Traces' },
  { name: 'ghosts', label: 'Ghosts' },
  {
    name: 'perturbedEnsemble',
    label: 'Ensemble',
    tooltip: 'Copies that start a few milliradians or millimeters apart. Pulls do not act on them.',
    hidden: ({ entry: { value: entry }, motors }) =>
      entry.ensemble !== undefined || (hasMotors(entry) && motors.value === 'on')
  },
  { name: 'jointAxes', label: 'Joint axes' },
  { name: 'forces', label: 'Weights' },
  {
    name: 'cutaway',
    label: 'Cutaway',
    hidden: ({ entry }) => entry.value.group !== 'Geared',
    tooltip: 'Opens the gear housings. Sun and ring turn truly; the planets are schematic.'
  },
  { name: 'grid', label: 'Grid' },
  { name: 'shadows', label: 'Shadows' }
]

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1]
}

/** The switches of the drawn objects, and a list of parts that arrow keys pull. */
export function showSection(settings: Settings, live: LiveStage, pullBy: PartPull): HTMLElement {
  const made = boxes.map(({ name, label, tooltip, hidden }) => {
    const set = (checked: boolean) => {
      settings.show.value = { ...settings.show.value, [name]: checked }
    }
    return { name, hidden, ...checkbox(label, settings.show.value[name], set, tooltip) }
  })
  onChange(settings.show, (show) => {
    for (const { name, set } of made) set(show[name])
  })
  const hide = () => {
    for (const { hidden, element } of made) element.hidden = hidden?.(settings) ?? false
  }
  settings.entry.subscribe(hide)
  onChange(settings.motors, hide)
  const note = h('p', { class: 'detail-note' }, 'Graphics reduced to keep up')
  live.reducedDetail.subscribe((reduced) => (note.hidden = !reduced))
  const sound = checkbox(
    'Sound',
    settings.sound.value,
    (on) => (settings.sound.value = on),
    'Ticks where parts hit each other or the floor.'
  )
  const screensaver = h(
    'button',
    {
      type: 'button',
      class: 'plain-button',
      on: { click: () => (settings.screensaver.value = true) }
    },
    'Screensaver'
  )
  return h(
    'section',
    { class: 'setup-section', 'data-part': 'show' },
    h('h2', {}, 'Show'),
    h('div', { class: 'checkboxes' }, ...made.map(({ element }) => element), sound.element),
    note,
    screensaver,
    partPull(live.parts, pullBy)
  )
}

/** Pulling without a pointer: choose a part, then hold an arrow key. Seen while it has the focus. */
function partPull(parts: Signal<readonly StagePart[]>, pullBy: PartPull): HTMLElement {
  const list = h('select', { 'aria-label': 'Part to pull' })
  parts.subscribe((all) => {
    const options = all.map(({ name }, value) => h('option', { value }, name))
    fill(list, ...options.filter((_, index) => !all[index]?.isStanding))
  })
  const hint = freshId('hint')
  const button = h(
    'button',
    { type: 'button', class: 'pull-button', 'aria-describedby': hint },
    'Pull with arrow keys'
  )
  const stop = () => pullBy(Number(list.value), null)
  button.addEventListener('keydown', (event) => {
    const direction = directions[event.key]
    if (!direction) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) pullBy(Number(list.value), direction)
  })
  button.addEventListener('keyup', stop)
  button.addEventListener('blur', stop)
  return h(
    'div',
    { class: 'part-pull' },
    h('div', { class: 'select' }, list, icon('down')),
    button,
    h('p', { id: hint, class: 'visually-hidden' }, 'Hold an arrow key to pull with 10 newtons.')
  )
}

/** State of the running stage. */
export interface LiveStage {
  readonly parts: Signal<readonly StagePart[]>
  readonly reducedDetail: Signal<boolean>
}

/** Applies a force to a part while an arrow key is down; null ends it. */
export type PartPull = (body: number, direction: readonly [number, number] | null) => void

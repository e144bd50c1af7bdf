import { inRange, type SliderSpec } from '../model/mechanisms/entry.ts'
import { fill, freshId, h } from './dom.ts'
import { editInPlace } from './edit-in-place.ts'
import { svg } from './trusted.ts'

export interface Slider {
  readonly element: HTMLElement
  set(value: number): void
}

const ticks = Array.from(
  { length: 11 },
  (_, index) => `<line x1="${index * 10}%" x2="${index * 10}%" y2="5"/>`
)

/**
 * A native range with its value above it, which becomes a text field on click. `onInput` is called
 * while the thumb moves, `onCommit` when it is released.
 */
export function slider(
  spec: SliderSpec,
  initial: number,
  onInput: (value: number) => void,
  onCommit: (value: number) => void
): Slider {
  const id = freshId('slider')
  let value = initial
  const range = h('input', { id, type: 'range', min: 0, max: 1, step: 'any' })
  const shown = h('button', { type: 'button', class: 'slider-value' })

  const show = (next: number) => {
    value = next
    const position = toPosition(spec, value)
    range.value = String(position)
    range.style.setProperty('--passed', `${100 * position}%`)
    const space = spec.unit === undefined || spec.unit.startsWith(':') ? '' : ' '
    const written = writeValue(spec, value) + space
    range.setAttribute('aria-valuetext', written + (spec.unit ?? ''))
    shown.setAttribute('aria-label', `${spec.label}: ${written}${spec.unit ?? ''}, edit`)
    fill(shown, written, spec.unit && h('span', { class: 'unit' }, spec.unit))
  }
  const commit = (next: number) => {
    show(next)
    onInput(value)
    onCommit(value)
  }

  range.addEventListener('input', () => {
    show(fromPosition(spec, range.valueAsNumber))
    onInput(value)
  })
  range.addEventListener('change', () => onCommit(value))
  range.addEventListener('dblclick', () => commit(spec.initial))
  range.addEventListener('keydown', (event) => {
    const next = afterKey(spec, value, event.key)
    if (next === undefined) return
    event.preventDefault()
    commit(next)
  })
  shown.addEventListener('click', () => edit(spec, value, shown, commit))
  show(initial)
  return {
    element: h(
      'div',
      { class: 'slider' },
      h('div', { class: 'slider-head' }, h('label', { for: id }, spec.label), shown),
      range,
      svg(`<svg class="slider-ticks" aria-hidden="true">${ticks.join('')}</svg>`)
    ),
    set: show
  }
}

/** Puts a text field over the shown value until Enter, Escape or a click elsewhere. */
function edit(
  spec: SliderSpec,
  value: number,
  shown: HTMLElement,
  commit: (value: number) => void
): void {
  const field = h('input', {
    class: 'slider-field',
    inputmode: 'decimal',
    'aria-label': spec.label,
    value: writeValue(spec, value)
  })
  editInPlace(shown, field, (text) => {
    const typed = Number(text.replace(',', '.').replace('\u2212', '-')) / (spec.factor ?? 1)
    if (Number.isFinite(typed)) commit(inRange(spec, typed))
  })
}

function afterKey(spec: SliderSpec, value: number, key: string): number | undefined {
  const by = (steps: number) => inRange(spec, value + steps * keyStep(spec, value))
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return by(1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return by(-1)
    case 'PageUp':
      return by(10)
    case 'PageDown':
      return by(-10)
    case 'Home':
      return spec.min
    case 'End':
      return spec.max
    case 'Delete':
      return spec.initial
    default:
      return undefined
  }
}

/** A hundredth of a linear range or of the present value, in whole steps. */
function keyStep(spec: SliderSpec, value: number): number {
  const hundredth = spec.scale === 'log' ? value / 20 : (spec.max - spec.min) / 100
  return Math.max(spec.step, Math.round(hundredth / spec.step) * spec.step)
}

function toPosition({ scale, min, max }: SliderSpec, value: number): number {
  if (scale === 'log') return Math.log(value / min) / Math.log(max / min)
  return (value - min) / (max - min)
}

function fromPosition(spec: SliderSpec, position: number): number {
  const { scale, min, max } = spec
  if (scale === 'log') return inRange(spec, min * (max / min) ** position)
  return inRange(spec, min + position * (max - min))
}

function writeValue({ factor = 1, step }: SliderSpec, value: number): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step * factor) - 1e-9))
  return String(Number((value * factor).toFixed(decimals))).replace('-', '\u2212')
}

import { energyMeasure, loopMeasure } from '../../model/measures.ts'
import { writeError, writeMicroseconds, writtenNode } from '../../model/numbers.ts'
import { fill, h, setAttribute, setText } from '../../ui/dom.ts'
import { icon } from '../../ui/icons.ts'
import { gauge } from '../../ui/panels/gauge.ts'

/** Measurements of one half. */
export interface HalfNumbers {
  readonly energyError: number
  readonly energyTolerance: number
  /** [m]; NaN without loops. */
  readonly loopError: number
  /** Tolerance [m]; infinite if there is none. */
  readonly loopTolerance: number
  /** [µs] */
  readonly stepTime: number
}

export interface HalfGauges {
  readonly element: HTMLElement
  move(numbers: HalfNumbers): void
  /** Called five times a second. */
  write(numbers: HalfNumbers): void
}

/** The gauges of one half, on the same scales as the other's. */
export function halfGauges(letter: 'A' | 'B'): HalfGauges {
  const energy = cell(`${letter}: energy error`, 'Energy', 'energy', '')
  const loop = cell(`${letter}: loop error`, 'Loop', 'loop', 'm')
  energy.dial.setRange({ ...energyMeasure.range(1), minor: false })
  loop.dial.setRange({ ...loopMeasure.range(1), minor: false })
  // The second simulation restarts too often to be compiled.
  const code = letter === 'B' ? ', interpreted' : ''
  const step = h('span', { class: 'compare-step' })
  return {
    element: h(
      'section',
      { class: 'compare-gauges', 'aria-label': `Measured of ${letter}` },
      h('div', { class: 'compare-letter' }, h('b', {}, letter), step),
      energy.element,
      loop.element
    ),
    move({ energyError, loopError }) {
      energy.dial.set(energyError, Number.NaN)
      loop.dial.set(loopError, Number.NaN)
    },
    write({ energyError, energyTolerance, loopError, loopTolerance, stepTime }) {
      energy.write(energyError, energyTolerance)
      loop.write(loopError, loopTolerance)
      const { text, unit } = writeMicroseconds(stepTime)
      setText(step, Number.isFinite(stepTime) ? `${text} ${unit} a step${code}` : '')
    }
  }
}

function cell(name: string, label: string, measure: string, unit: string) {
  const value = h('span', { class: 'compare-value', 'aria-hidden': 'true' })
  const mark = h('span', { class: 'compare-mark', 'aria-hidden': 'true' })
  const dial = gauge(name)
  const head = h('div', { class: 'compare-cell-head' }, h('h2', {}, label), mark, value)
  const element = h('div', { class: 'compare-cell', 'data-measure': measure }, head, dial.element)
  return {
    element,
    dial,
    write(present: number, tolerance: number) {
      element.hidden = Number.isNaN(present)
      const hasBound = Number.isFinite(tolerance)
      element.classList.toggle('unbounded', !hasBound)
      const isBad = present > tolerance
      element.classList.toggle('breach', isBad)
      dial.setBreach(isBad)
      if (hasBound) dial.setTolerance(tolerance)
      const written = writeError(present)
      fill(value, writtenNode(written), unit && h('span', { class: 'unit' }, unit))
      fill(mark, hasBound && icon(isBad ? 'cross' : 'check'))
      const words = hasBound ? (isBad ? ', above tolerance' : ', within tolerance') : ''
      setAttribute(dial.element, 'aria-valuenow', String(Math.log10(Math.max(present || 0, 1e-18))))
      setAttribute(dial.element, 'aria-valuetext', written.spoken + (unit && ' meters') + words)
    }
  }
}

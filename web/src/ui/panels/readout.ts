import type { Measurements } from '../../client/measurements.ts'
import type { Measure, MeasureName } from '../../model/measures.ts'
import { writeError, writeMicroseconds, writeTime, writtenNode } from '../../model/numbers.ts'
import type { Settings } from '../../model/settings.ts'
import { fill, h, setAttribute } from '../dom.ts'
import { icon } from '../icons.ts'
import { gauge } from './gauge.ts'

export interface Readout {
  readonly element: HTMLElement
  /** Moves the needle; called at frame rate. */
  move(): void
  /** Writes the numbers; called five times a second. */
  write(): void
}

/** Time that the mark of the largest value covers [s]. */
const memory = 10

/** One measurement: label, status, value and gauge. */
export function readout(measure: Measure, settings: Settings, measurements: Measurements): Readout {
  const { name } = measure
  const mark = h('span', { class: 'readout-mark' })
  // The gauge below has the value and the status as its accessible value.
  const value = h('div', { class: 'readout-value', 'aria-hidden': 'true' })
  const dial = gauge(measure.label, measure.unit === 'µs' ? ' µs' : '')
  const element = h(
    'section',
    { class: 'readout', 'data-measure': name },
    h('div', { class: 'readout-head' }, h('h2', {}, measure.label), mark),
    value,
    dial.element
  )
  let largest = Number.NaN
  const present = () => measurements.values[name]

  settings.step.subscribe((step) =>
    dial.setRange({ ...measure.range(step), minor: name === 'time' })
  )
  measurements.breaches[name].subscribe((since) => {
    dial.setBreach(since !== null)
    element.classList.toggle('breach', since !== null)
  })

  return {
    element,
    move: () => dial.set(present(), largest),
    write() {
      element.hidden = !measurements.exists(name)
      if (element.hidden) return
      dial.setTolerance(measure.tolerance(settings.step.value, measurements.energyTolerance))
      const from = Math.max(measurements.since, measurements.time - memory)
      largest = measurements.series.largest(name, from, measurements.time)
      fill(value, ...valueNodes(measure, present()))
      const words = statusWords(name, settings, measurements)
      const isBad = measurements.breaches[name].value !== null || words === slow
      fill(mark, icon(isBad ? 'cross' : 'check'), h('span', {}, words))
      setAttribute(
        dial.element,
        'aria-valuenow',
        String(Math.log10(Math.max(present() || 0, 1e-18)))
      )
      setAttribute(dial.element, 'aria-valuetext', `${spoken(measure, present())}, ${words}`)
    }
  }
}

/** A value with its unit, as it is written on the page. */
export function valueNodes(measure: Measure, value: number): Node[] {
  if (measure.name === 'time') {
    const { text, unit } = writeMicroseconds(value)
    return [document.createTextNode(text), h('span', { class: 'unit' }, unit)]
  }
  const written = writtenNode(writeError(value))
  return measure.unit ? [written, h('span', { class: 'unit' }, measure.unit)] : [written]
}

function spoken(measure: Measure, value: number): string {
  if (measure.name === 'time') {
    const { text, unit } = writeMicroseconds(value)
    return `${text} ${unit === 'µs' ? 'microseconds' : 'milliseconds'}`
  }
  return measure.unit === 'm' ? `${writeError(value).spoken} meters` : writeError(value).spoken
}

const slow = 'slower than set'

function statusWords(name: MeasureName, settings: Settings, measurements: Measurements): string {
  const since = measurements.breaches[name].value
  if (since !== null) return `over the limit since ${writeTime(since)} s`
  if (name !== 'time') return 'within tolerance'
  if (measurements.isSlow) return slow
  const factor = (settings.step.value * 1e6) / measurements.values.time
  if (!Number.isFinite(factor)) return 'not measured yet'
  if (factor < 1) return 'slower than real'
  return `${factor < 10 ? factor.toFixed(1) : factor.toFixed(0)}× faster than real`
}

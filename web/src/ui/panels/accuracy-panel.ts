import type { Measurements } from '../../client/measurements.ts'
import { type Measure, measures } from '../../model/measures.ts'
import { writeError, writeTime, writtenNode } from '../../model/numbers.ts'
import type { Settings } from '../../model/settings.ts'
import { fill, h } from '../dom.ts'
import { icon } from '../icons.ts'
import { type Hover, type Plot, plot } from './accuracy-plot.ts'
import { valueNodes } from './readout.ts'

export interface AccuracyPanel {
  readonly element: HTMLElement
  /** Draws the plots, at most thirty times a second. */
  draw(now: number): void
  /** Sentence and values; called five times a second. */
  write(): void
  repaint(): void
}

const shortestPause = 1000 / 30

/** The accuracy panel: a sentence, and three plots with a common time axis. */
export function accuracyPanel(
  settings: Settings,
  measurements: Measurements,
  onSeek: (time: number) => void
): AccuracyPanel {
  const hover: Hover = { time: null }
  const sentence = h('p', { class: 'accuracy-sentence' })
  const parts = measures.map((measure) => part(measure, settings, measurements, hover, onSeek))
  const close = h(
    'button',
    {
      type: 'button',
      class: 'icon-button accuracy-close',
      'aria-label': 'Close the accuracy panel',
      on: { click: () => (settings.accuracy.value = false) }
    },
    icon('down')
  )
  const element = h(
    'section',
    { class: 'accuracy', id: 'accuracy', 'aria-label': 'Accuracy' },
    h('div', { class: 'sheet-handle' }),
    h('div', { class: 'accuracy-head' }, h('h2', {}, 'Accuracy'), sentence, close),
    h('div', { class: 'accuracy-plots' }, ...parts.map(({ element }) => element))
  )
  let drawn = 0
  return {
    element,
    draw(now) {
      if (element.offsetParent === null && getComputedStyle(element).position !== 'fixed') return
      if (now - drawn < shortestPause) return
      drawn = now
      for (const { plot, write } of parts) {
        plot.draw()
        if (hover.time !== null) write()
      }
    },
    write() {
      fill(sentence, ...claim(measurements))
      for (const { write } of parts) write()
    },
    repaint: () => {
      for (const { plot } of parts) plot.repaint()
    }
  }
}

interface Part {
  readonly element: HTMLElement
  readonly plot: Plot
  write(): void
}

function part(
  measure: Measure,
  settings: Settings,
  measurements: Measurements,
  hover: Hover,
  onSeek: (time: number) => void
): Part {
  const kind = measure.kind && h('span', { class: 'plot-kind' }, `, ${measure.kind}`)
  const mark = h('span', { class: 'plot-mark' })
  const value = h('span', { class: 'plot-value' })
  const series = plot(measure, settings, measurements, hover, onSeek)
  const element = h(
    'div',
    { class: 'accuracy-part', 'data-measure': measure.name },
    h('div', { class: 'plot-head' }, h('h3', {}, measure.plotLabel, kind), mark, value),
    series.element
  )
  const write = () => {
    element.hidden = !measurements.exists(measure.name)
    const breach = measurements.breaches[measure.name].value !== null
    element.classList.toggle('breach', breach)
    fill(mark, icon(breach ? 'cross' : 'check'))
    fill(value, ...valueNodes(measure, shownValue(measure, measurements, hover)))
  }
  return { element, plot: series, write }
}

/** The value under the pointer, or else the present one. */
function shownValue({ name }: Measure, { series, values }: Measurements, hover: Hover): number {
  if (hover.time === null) return values[name]
  const index = Math.min(series.length - 1, series.indexFrom(hover.time))
  return index < 0 ? values[name] : series.valueAt(name, index)
}

/** A larger contact error is not rounding: no impulses satisfied the contact laws [m/s]. */
const jam = 1e-6

/** Describes the live values in sentences. */
function claim(measurements: Measurements): (Node | string)[] {
  const { values, time, hasLoops, hasImpacts, breaches, contactError, retries } = measurements
  const seconds = writeTime(time).replace(/0$/, '')
  const said: (Node | string)[] = measurements.exists('energy')
    ? ['Relative energy drift: ', writtenNode(writeError(values.energy)), ` after ${seconds} s.`]
    : ['This method does not conserve energy.']
  const broken = breaches.energy.value
  if (broken !== null) said.push(` It exceeded the tolerance at ${writeTime(broken)} s.`)
  if (hasLoops)
    said.push(' Constraint violation of the loops: ', writtenNode(writeError(values.loop)), ' m.')
  if (hasImpacts.value)
    said.push(
      contactError > jam ? ' Contact laws violated by ' : ' Contact laws satisfied to ',
      writtenNode(writeError(contactError)),
      ' m/s.'
    )
  if (retries > 0) said.push(` ${retries} ${retries === 1 ? 'step was' : 'steps were'} split.`)
  return said
}

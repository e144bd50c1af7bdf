import { writeError, writeFixed, writtenNode } from '../../model/numbers.ts'
import { neighbor } from '../../model/settings.ts'
import { onChange } from '../../model/signals.ts'
import type { Run } from '../../stage/run.ts'
import { fill, h, setText } from '../../ui/dom.ts'
import { icon } from '../../ui/icons.ts'
import { swatch } from './marks.ts'
import { Portrait } from './portrait.ts'
import type { Offer } from './quantities.ts'
import { dragType } from './quantity-panel.ts'
import { spans, TracePlot, writeSection } from './trace-plot.ts'
import type { Traces } from './traces.ts'

export interface PlotPanel {
  readonly element: HTMLElement
  draw(now: number): void
  write(): void
  repaint(): void
}

/** Chips of the recorded quantities, their plot over time, and a phase portrait if one is chosen. */
export function plotPanel(run: Run, traces: Traces): PlotPanel {
  const { measurements } = run
  const plot = new TracePlot(traces, measurements, run.seek)
  const portrait = new Portrait(traces, () => measurements.time)
  const legend = h('ul', { class: 'legend', 'aria-label': 'Traces' })
  const values = new Map<string, HTMLElement>()
  const hint = h('p', { class: 'plot-hint' }, 'Click a part, then choose a quantity to plot.')
  const zoom = zoomButtons(plot)
  const heading = h('h3')
  const section = h('select', { 'aria-label': 'Sample times' })
  const side = h(
    'div',
    { class: 'portrait', hidden: true },
    h(
      'div',
      { class: 'portrait-head' },
      heading,
      h('div', { class: 'select' }, section, icon('down')),
      iconButton('close', 'Close the portrait', () => show(null))
    ),
    portrait.canvas.element
  )
  section.addEventListener('change', () => {
    if (portrait.choice) show({ ...portrait.choice, section: section.value || null })
  })

  const nameOf = (key: string) => traces.chosen.value.find((offer) => offer.key === key)?.name ?? ''
  const show = (choice: Portrait['choice']) => {
    portrait.choice = choice
    side.hidden = choice === null
    if (!choice) return
    setText(heading, `${nameOf(choice.y)} against ${nameOf(choice.x).toLowerCase()}`)
    heading.title = heading.textContent ?? ''
    fill(
      section,
      h('option', { value: '' }, 'At all times'),
      ...traces.chosen.value.map(({ key, name }) =>
        h('option', { value: key }, `Each time ${name.toLowerCase()} crosses 0 upwards`)
      )
    )
    section.value = choice.section ?? ''
    const words = `${heading.textContent}, ${section.selectedOptions[0]?.text.toLowerCase() ?? ''}`
    portrait.canvas.element.setAttribute('aria-label', words)
    portrait.draw()
  }
  const put = (y: string, x: string) => {
    if (x !== y) show({ x, y, section: null })
  }

  const item = (offer: Offer, index: number) => {
    const value = h('span', { class: 'legend-value' })
    values.set(offer.key, value)
    const others = traces.chosen.value.filter(({ key }) => key !== offer.key)
    const against = h(
      'select',
      { 'aria-label': `Plot ${offer.name} against`, disabled: others.length === 0 },
      h('option', { value: '' }, 'against…'),
      ...others.map(({ key, name }) => h('option', { value: key }, name))
    )
    against.addEventListener('change', () => {
      put(offer.key, against.value)
      against.value = ''
    })
    const element = h(
      'li',
      { class: 'legend-item', draggable: 'true' },
      swatch(index),
      h('span', { class: 'legend-name' }, offer.name),
      value,
      h('span', { class: 'unit' }, offer.unit),
      against,
      iconButton('close', `Remove ${offer.name}`, () => traces.toggle(offer))
    )
    element.addEventListener('dragstart', ({ dataTransfer }) =>
      dataTransfer?.setData(dragType, offer.key)
    )
    element.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes(dragType)) event.preventDefault()
    })
    element.addEventListener('drop', (event) => {
      event.preventDefault()
      const dropped = event.dataTransfer?.getData(dragType) ?? ''
      if (traces.chosen.value.some(({ key }) => key === dropped)) put(dropped, offer.key)
    })
    return element
  }
  const list = (offers: readonly Offer[]) => {
    values.clear()
    fill(legend, ...offers.map(item))
    hint.hidden = offers.length > 0
    plot.element.hidden = zoom.element.hidden = offers.length === 0
    const has = (key: string | null) => key === null || offers.some((offer) => offer.key === key)
    const { choice } = portrait
    if (choice && ![choice.x, choice.y, choice.section].every(has)) show(null)
  }
  traces.chosen.subscribe(list)

  let shown = traces.shown
  let drawn = { version: -1, time: -1, at: 0 }
  return {
    element: h(
      'div',
      { class: 'plot-panel' },
      h('div', { class: 'plot-bar' }, legend, zoom.element),
      hint,
      h('div', { class: 'plot-row' }, plot.element, side)
    ),
    draw(now) {
      if (shown !== traces.shown) {
        shown = traces.shown
        plot.rebuild()
      }
      plot.draw(now)
      const { time } = measurements
      const isSame = drawn.version === traces.version && drawn.time === time
      if (side.hidden || isSame || now - drawn.at < 50) return
      drawn = { version: traces.version, time, at: now }
      portrait.draw()
    },
    write() {
      const index = traces.indexAt(plot.hover ?? measurements.time)
      for (const [i, { key }] of traces.shown.entries()) {
        const element = values.get(key)
        if (element) fill(element, ...valueNodes(traces.columns[i]?.[index]))
      }
    },
    repaint() {
      plot.rebuild()
      portrait.repaint()
    }
  }
}

/** Four digits, or as many before the point as it has; what is small as a power of ten. */
function valueNodes(value: number | null | undefined): (Node | string)[] {
  if (value === null || value === undefined) return ['–']
  const size = Math.abs(value)
  if (size < 1e-3) return [value < 0 ? '−' : '', writtenNode(writeError(size))]
  return [writeFixed(value, Math.max(0, Math.min(4, 3 - Math.floor(Math.log10(size)))))]
}

function zoomButtons(plot: TracePlot): { element: HTMLElement } {
  const words = h('span', { class: 'zoom-words' })
  const change = (direction: 1 | -1) => () => {
    const { value } = plot.section
    if (!value) plot.span.value = neighbor(spans, plot.span.value, direction)
    else {
      const [middle, half] = [(value.start + value.end) / 2, (value.end - value.start) / 2]
      const scale = direction === 1 ? 2 : 0.5
      plot.section.value = {
        start: Math.max(0, middle - scale * half),
        end: middle + scale * half
      }
    }
  }
  const all = h(
    'button',
    { type: 'button', class: 'text-button', on: { click: () => (plot.section.value = null) } },
    'Follow time'
  )
  const write = () => {
    const { value } = plot.section
    all.hidden = value === null
    setText(words, value ? writeSection(value) : `last ${plot.span.value} s`)
  }
  plot.section.subscribe(write)
  onChange(plot.span, write)
  return {
    element: h(
      'div',
      { class: 'zoom', role: 'group', 'aria-label': 'Time that is shown' },
      all,
      words,
      iconButton('plus', 'Zoom in', change(-1)),
      iconButton('minus', 'Zoom out', change(1))
    )
  }
}

export function iconButton(
  name: Parameters<typeof icon>[0],
  label: string,
  click: () => void
): HTMLElement {
  return h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, on: { click } },
    icon(name)
  )
}

import { writeError, writtenNode } from '../../model/numbers.ts'
import { Canvas, readPalette } from '../canvas.ts'
import { fill, h, setAttribute } from '../dom.ts'
import { drawDecades, drawSeries, drawTimes } from './axes.ts'
import { Columns } from './columns.ts'
import { makeScale, plotSpan } from './scale.ts'

/** Decades of the distance [m], from label to label. */
const low = -5
const high = 1

export interface EnsemblePlot {
  readonly element: HTMLElement
  /** Another point, at simulated time [s]; a time before the last restarts. */
  push(time: number, distance: number): void
  /** Takes the plot away until the next point. */
  clear(): void
  draw(): void
  /** Writes the number; called five times a second. */
  write(): void
  repaint(): void
}

/** Distance of an ensemble from its mechanism over the last eight seconds. */
export function ensemblePlot(): EnsemblePlot {
  let palette = readPalette()
  let series: { time: number; distance: number }[] = []
  const canvas = new Canvas(() => draw())
  canvas.element.className = 'ensemble-canvas'
  canvas.element.setAttribute('role', 'img')
  const value = h('span', { class: 'ensemble-value', 'aria-hidden': 'true' })
  const element = h(
    'section',
    { class: 'ensemble-plot', 'aria-label': 'Ensemble', hidden: true },
    h('div', { class: 'ensemble-head' }, h('h3', {}, 'Divergence of the copies'), value),
    canvas.element
  )
  const draw = () => {
    const context = canvas.begin()
    const last = series.at(-1)
    if (!context || !last) return
    const scale = makeScale(canvas, low, high, last.time)
    const columns = new Columns(Math.ceil(scale.right) + 1)
    for (const { time, distance } of series) columns.add(Math.floor(scale.x(time)), distance)
    drawDecades(context, scale, palette, 2)
    drawTimes(context, scale, palette)
    drawSeries(context, scale, columns, palette.text2, palette.plate)
  }
  return {
    element,
    push(time, distance) {
      const last = series.at(-1)
      if (last && time === last.time) return
      if (last && time < last.time) series = []
      while (series[0] && series[0].time < time - plotSpan) series.shift()
      series.push({ time, distance })
      element.hidden = false
    },
    clear() {
      series = []
      element.hidden = true
    },
    draw,
    write() {
      const last = series.at(-1)
      if (!last) return
      const written = writeError(last.distance)
      fill(value, writtenNode(written), h('span', { class: 'unit' }, 'm'))
      const words = `Mean distance of the copies: ${written.spoken} meters`
      setAttribute(canvas.element, 'aria-label', words)
    },
    repaint() {
      palette = readPalette()
      draw()
    }
  }
}

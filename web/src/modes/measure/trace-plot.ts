import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { Signal } from '@preact/signals-core'
import { writeFixed, writeScientific, writeTime } from '../../model/numbers.ts'
import { canvasFont, readPalette } from '../../ui/canvas.ts'
import { h } from '../../ui/dom.ts'
import { colorOf, dashOf } from './marks.ts'

/** Time that is seen while it passes [s]. */
export const spans: readonly number[] = [1, 2, 5, 10, 20, 60]
/** Least time between two drawings [ms]. */
const pause = 33
/** Largest movement of a click [px]. */
const still = 3

/** Time series with common times; null if there is no value. */
export interface Plotted {
  readonly times: number[]
  readonly columns: (number | null)[][]
  /** Description of the columns. Absolute values above `limit` are marked. */
  readonly shown: readonly {
    readonly name: string
    readonly unit: string
    readonly limit?: number | undefined
  }[]
  /** Counts the changes. */
  readonly version: number
}

/** The time that is seen, and those that can be gone to [s]. */
export interface Clock {
  readonly time: number
  readonly historyStart: number
  readonly historyEnd: number
}

/** A part of time that the user looks at. */
export interface Section {
  readonly start: number
  readonly end: number
}

/** The traces over time, with an axis per unit and a mark at the time of the stage. */
export class TracePlot {
  readonly element = h('div', { class: 'trace-plot', role: 'img' })
  /** The time under the pointer [s]. */
  hover: number | null = null
  readonly span = new Signal(10)
  /** The section that is zoomed in; null: the plot follows time. */
  readonly section = new Signal<Section | null>(null)
  readonly #traces: Plotted
  readonly #measurements: Clock
  readonly #seek: (time: number) => void
  #plot: uPlot | undefined
  #palette = readPalette()
  #drawn = { at: 0, version: -1, time: Number.NaN, start: Number.NaN, end: Number.NaN }

  constructor(traces: Plotted, measurements: Clock, seek: (time: number) => void) {
    this.#traces = traces
    this.#measurements = measurements
    this.#seek = seek
    new ResizeObserver(() => this.#fit()).observe(this.element)
  }

  /** Colors, fonts or traces are others. */
  rebuild(): void {
    this.#palette = readPalette()
    this.#plot?.destroy()
    this.#plot = undefined
    this.hover = null
    const { shown } = this.#traces
    const names = shown.map(({ name, unit }) => `${name} in ${unit}`).join(', ')
    this.element.setAttribute('aria-label', `Over time: ${names || 'nothing yet'}`)
    const { clientWidth: width, clientHeight: height } = this.element
    if (shown.length === 0 || width === 0) return
    this.#plot = new uPlot(this.#options(width, height), this.#data, this.element)
    this.#listen(this.#plot.over)
    this.#drawn.version = -1
  }

  draw(now: number): void {
    const { start, end } = this.#window
    const { version } = this.#traces
    const { time } = this.#measurements
    const seen = this.#drawn
    const isSame = [
      seen.version === version,
      seen.time === time,
      seen.start === start,
      seen.end === end
    ].every(Boolean)
    if (!this.#plot || isSame || now - seen.at < pause) return
    this.#drawn = { at: now, version, time, start, end }
    this.#plot.batch(() => {
      if (seen.version !== version) this.#plot?.setData(this.#data, false)
      this.#plot?.setScale('x', { min: start, max: end })
    })
    this.#plot.redraw()
  }

  get #data(): uPlot.AlignedData {
    return [this.#traces.times, ...this.#traces.columns]
  }

  /** The part of time that is seen. */
  get #window(): Section {
    if (this.section.value) return this.section.value
    const { time, historyEnd } = this.#measurements
    const span = this.span.value
    const end = Math.max(span, historyEnd)
    if (time >= end - span) return { start: end - span, end }
    const start = Math.max(0, time - span / 2)
    return { start, end: start + span }
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.element
    if (width === 0) return
    if (!this.#plot) this.rebuild()
    this.#plot?.setSize({ width, height })
  }

  #options(width: number, height: number): uPlot.Options {
    const { shown } = this.#traces
    const units = [...new Set(shown.map(({ unit }) => unit))]
    const axis = {
      stroke: () => this.#palette.text3,
      font: canvasFont(11),
      labelFont: canvasFont(11),
      ticks: { stroke: () => this.#palette.line2, size: 4, width: 1 },
      border: { show: true, stroke: () => this.#palette.line2, width: 1 }
    }
    const seconds = (_: uPlot, values: number[]) =>
      values.map((value, i) => (i === values.length - 1 ? `${value} s` : String(value)))
    return {
      width,
      height,
      padding: [8, units.length > 1 ? 0 : 14, 0, 0],
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => () => this.#follow() }
      },
      scales: {
        x: { time: false, auto: false },
        ...Object.fromEntries(units.map((unit) => [unit, { range: roomAround }]))
      },
      series: [
        {},
        ...shown.map(({ unit, name }, index) => ({
          label: name,
          scale: unit,
          stroke: () => colorOf(index, this.#palette),
          dash: dashOf(index),
          width: 1.5,
          pxAlign: 0,
          points: { show: false }
        }))
      ],
      axes: [
        { ...axis, size: 26, gap: 3, grid: { show: false }, values: seconds },
        ...units.map((unit, index) => ({
          ...axis,
          scale: unit,
          side: index % 2 === 0 ? (3 as const) : (1 as const),
          size: 46,
          gap: 4,
          label: unit,
          labelSize: 16,
          labelGap: 0,
          grid: { show: index === 0, stroke: () => this.#palette.line, width: 1 },
          values: writeTicks
        }))
      ],
      hooks: {
        drawClear: [(plot) => this.#drawLimits(plot)],
        draw: [(plot) => this.#drawTime(plot)],
        setCursor: [
          ({ cursor: { left = -1 }, posToVal }) =>
            (this.hover = left >= 0 ? posToVal(left, 'x') : null)
        ],
        setSelect: [(plot) => this.#zoom(plot)]
      }
    }
  }

  #listen(over: HTMLElement): void {
    let from = 0
    over.addEventListener('pointerdown', ({ clientX }) => (from = clientX))
    over.addEventListener('click', ({ clientX }) => {
      const plot = this.#plot
      if (!plot || Math.abs(clientX - from) > still) return
      const time = plot.posToVal(clientX - over.getBoundingClientRect().left, 'x')
      const { historyStart, historyEnd } = this.#measurements
      this.#seek(Math.min(historyEnd, Math.max(historyStart, time)))
    })
  }

  #zoom(plot: uPlot): void {
    const { left, width } = plot.select
    if (width <= still) return
    this.section.value = {
      start: plot.posToVal(left, 'x'),
      end: plot.posToVal(left + width, 'x')
    }
    plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
  }

  #follow(): null {
    this.section.value = null
    return null
  }

  /** Draws the areas beyond the limits, and the limits. */
  #drawLimits({ ctx, bbox, valToPos, scales }: uPlot): void {
    const bottom = bbox.top + bbox.height
    const inside = (y: number) => Math.min(bottom, Math.max(bbox.top, Math.round(y)))
    for (const { unit, limit } of this.#traces.shown) {
      if (limit === undefined || scales[unit]?.min == null) continue
      const upper = inside(valToPos(limit, unit, true))
      const lower = inside(valToPos(-limit, unit, true))
      ctx.fillStyle = this.#palette.badwash
      ctx.fillRect(bbox.left, bbox.top, bbox.width, upper - bbox.top)
      ctx.fillRect(bbox.left, lower, bbox.width, bottom - lower)
      ctx.fillStyle = this.#palette.bad
      for (const y of [upper, lower])
        if (y > bbox.top && y < bottom) ctx.fillRect(bbox.left, y, bbox.width, 1)
    }
  }

  #drawTime({ ctx, bbox, valToPos, scales }: uPlot): void {
    const { time } = this.#measurements
    const { min = 0, max = 0 } = scales['x'] ?? {}
    if (time < (min ?? 0) || time > (max ?? 0)) return
    const x = Math.round(valToPos(time, 'x', true))
    ctx.fillStyle = this.#palette.hand
    ctx.fillRect(x, bbox.top, Math.max(1, Math.round(devicePixelRatio)), bbox.height)
  }
}

/** Returns a range with a margin, at least as large as rounding errors. */
function roomAround(_: uPlot, min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null) return [0, 1]
  const largest = Math.max(Math.abs(min), Math.abs(max))
  if (max - min > Math.max(1e-6 * largest, 1e-9)) return uPlot.rangeNum(min, max, 0.08, false)
  const room = largest > 1e-8 ? 0.1 * largest : 1
  return [min - room, max + room]
}

/** Ticks with the decimals that distinguish them. */
export function writeTicks(_: unknown, values: readonly number[]): string[] {
  const step = Math.abs((values[1] ?? 1) - (values[0] ?? 0)) || 1
  const largest = Math.max(...values.map(Math.abs))
  if (largest >= 1e5 || step < 1e-4) return values.map(writeScientific)
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))
  return values.map((value) => writeFixed(value, decimals))
}

/** "2.31 to 4.07 s" */
export const writeSection = ({ start, end }: Section): string =>
  `${writeTime(start)} to ${writeTime(end)} s`

import { Canvas, canvasFont, type Palette, readPalette } from '../../ui/canvas.ts'
import { writeTicks } from './trace-plot.ts'
import type { Traces } from './traces.ts'

/** Which traces a phase portrait draws, by their keys: y over x, at the upward crossings if given. */
export interface PortraitChoice {
  readonly x: string
  readonly y: string
  readonly section: string | null
}

/** A point of a portrait; `leaps`: an angle has come back since the one before. */
export interface Point {
  readonly x: number
  readonly y: number
  readonly leaps: boolean
}

interface TimeSeries {
  readonly turns: boolean
  readonly values: readonly (number | null)[]
}

const turn = 2 * Math.PI

/** The points of a portrait in the order of time; null where there is none. */
export function portraitPoints(traces: Traces, choice: PortraitChoice): (Point | null)[] {
  const [x, y] = [seriesOf(traces, choice.x), seriesOf(traces, choice.y)]
  if (choice.section === null) return x.values.map((_, i) => pointAt(x, y, i))
  const { values, turns } = seriesOf(traces, choice.section)
  return crossings(values, turns).map(({ index, share }) => {
    const [before, after] = [pointAt(x, y, index), pointAt(x, y, index + 1)]
    if (!before || !after || after.leaps) return null
    const between = (a: number, b: number) => a + share * (b - a)
    return { x: between(before.x, after.x), y: between(before.y, after.y), leaps: true }
  })
}

/** The values of a trace; angles that go beyond a whole turn come back to where they were. */
function seriesOf({ shown, columns }: Traces, key: string): TimeSeries {
  const index = shown.findIndex((offer) => offer.key === key)
  const values = columns[index] ?? []
  const turns = shown[index]?.turns ?? false
  const [low, high] = extent(values)
  return { turns, values: turns && high - low > turn ? values.map(wrapped) : values }
}

const wrapped = (value: number | null): number | null =>
  value === null ? null : value - turn * Math.round(value / turn)

function pointAt(x: TimeSeries, y: TimeSeries, index: number): Point | null {
  const [a = null, b = null] = [x.values[index], y.values[index]]
  if (a === null || b === null) return null
  const leaps = (series: TimeSeries, value: number) =>
    series.turns && Math.abs(value - (series.values[index - 1] ?? value)) > Math.PI
  return { x: a, y: b, leaps: leaps(x, a) || leaps(y, b) }
}

/** Upward zero crossings: index before each, and fraction of the interval. Angles are taken modulo 2π. */
export function crossings(
  values: readonly (number | null)[],
  turns: boolean
): { readonly index: number; readonly share: number }[] {
  const series = turns ? values.map(wrapped) : values
  return series.flatMap((value, index) => {
    const next = series[index + 1] ?? null
    if (value === null || next === null) return []
    const passes = value < 0 && next >= 0 && (!turns || next - value < Math.PI)
    return passes ? [{ index, share: value / (value - next) }] : []
  })
}

/** One quantity over another: the trajectory of the last minute, or its Poincaré section. */
export class Portrait {
  readonly canvas: Canvas
  choice: PortraitChoice | null = null
  readonly #traces: Traces
  readonly #timeAt: () => number
  #palette = readPalette()

  constructor(traces: Traces, timeAt: () => number) {
    this.#traces = traces
    this.#timeAt = timeAt
    this.canvas = new Canvas(() => this.draw())
    this.canvas.element.className = 'portrait-canvas'
    this.canvas.element.setAttribute('role', 'img')
  }

  repaint(): void {
    this.#palette = readPalette()
    this.draw()
  }

  draw(): void {
    const context = this.canvas.begin()
    if (!context || !this.choice) return
    const points = portraitPoints(this.#traces, this.choice)
    const box = { left: 48, top: 8, right: this.canvas.width - 12, bottom: this.canvas.height - 22 }
    const x = scaleOf(
      points.map((point) => point?.x ?? null),
      box.left,
      box.right,
      60
    )
    const y = scaleOf(
      points.map((point) => point?.y ?? null),
      box.bottom,
      box.top,
      32
    )
    drawAxes(context, box, x, y, this.#palette)
    context.save()
    context.beginPath()
    context.rect(box.left, box.top, box.right - box.left, box.bottom - box.top)
    context.clip()
    context.strokeStyle = context.fillStyle = this.#palette.energy
    if (this.choice.section === null) drawLine(context, points, x, y)
    else for (const point of points) point && dot(context, x.at(point.x), y.at(point.y), 1.8)
    context.restore()
    const now = this.choice.section === null && points[this.#traces.indexAt(this.#timeAt())]
    if (!now) return
    context.fillStyle = this.#palette.hand
    dot(context, x.at(now.x), y.at(now.y), 3.5)
  }
}

interface Axis {
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}

function scaleOf(
  values: readonly (number | null)[],
  from: number,
  to: number,
  apart: number
): Axis {
  let [low, high] = extent(values)
  if (!(low <= high)) [low, high] = [-1, 1]
  const room = 0.06 * (high - low) || 0.1 * Math.abs(high) || 1
  low -= room
  high += room
  const at = (value: number) => from + ((value - low) / (high - low)) * (to - from)
  const step = niceStep(((high - low) * apart) / Math.abs(to - from))
  const first = Math.ceil(low / step)
  const count = Math.floor(high / step) - first + 1
  const ticks = Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step)
  return { at, ticks }
}

function extent(values: readonly (number | null)[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}

/** 1, 2 or 5 times a power of ten, at least as large. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10) * power
}

function drawAxes(
  context: CanvasRenderingContext2D,
  box: { left: number; top: number; right: number; bottom: number },
  x: Axis,
  y: Axis,
  palette: Palette
): void {
  const { left, top, right, bottom } = box
  context.font = canvasFont(11)
  context.fillStyle = palette.line
  for (const tick of y.ticks) context.fillRect(left, Math.round(y.at(tick)), right - left, 1)
  for (const tick of x.ticks) context.fillRect(Math.round(x.at(tick)), top, 1, bottom - top)
  context.fillStyle = palette.line2
  context.fillRect(left, top, 1, bottom - top)
  context.fillRect(left, bottom, right - left, 1)
  context.fillStyle = palette.text3
  context.textAlign = 'center'
  context.textBaseline = 'top'
  const across = writeTicks(null, x.ticks)
  for (const [i, tick] of x.ticks.entries())
    context.fillText(across[i] ?? '', x.at(tick), bottom + 6)
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  const upwards = writeTicks(null, y.ticks)
  for (const [i, tick] of y.ticks.entries())
    context.fillText(upwards[i] ?? '', left - 6, y.at(tick))
}

function drawLine(
  context: CanvasRenderingContext2D,
  points: readonly (Point | null)[],
  x: Axis,
  y: Axis
): void {
  context.lineWidth = 1.25
  context.lineJoin = 'round'
  context.beginPath()
  let isDown = false
  for (const point of points) {
    const goesOn = isDown && !point?.leaps
    if (point) context[goesOn ? 'lineTo' : 'moveTo'](x.at(point.x), y.at(point.y))
    isDown = point !== null
  }
  context.stroke()
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

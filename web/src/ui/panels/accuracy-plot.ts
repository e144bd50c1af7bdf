import type { Measurements } from '../../client/measurements.ts'
import type { Measure } from '../../model/measures.ts'
import type { Settings } from '../../model/settings.ts'
import { onChange } from '../../model/signals.ts'
import { Canvas, canvasFont, type Palette, readPalette } from '../canvas.ts'
import { drawSeries, drawTimes, write, writePlainPower } from '../plots/axes.ts'
import { type Columns, gather } from '../plots/columns.ts'
import { makeScale, plotSpan, type Scale } from '../plots/scale.ts'

/** State common to all plots of the panel: the time under the pointer, or null. */
export interface Hover {
  time: number | null
}

export interface Plot {
  readonly element: HTMLElement
  draw(): void
  repaint(): void
}

/** Decades from label to label, and by which a range grows when a value leaves it. */
const spacing = ({ name }: Measure): number => (name === 'time' ? 1 : 4)

/** One measurement over the last eight seconds, on a scale of decades. */
export function plot(
  measure: Measure,
  settings: Settings,
  measurements: Measurements,
  hover: Hover,
  onSeek: (time: number) => void
): Plot {
  let palette = readPalette()
  let widened = 0
  const canvas = new Canvas(() => draw())
  canvas.element.className = 'plot-canvas'
  canvas.element.setAttribute('role', 'img')
  canvas.element.setAttribute(
    'aria-label',
    `${[measure.plotLabel, measure.kind].filter(Boolean).join(', ')} over the last ${plotSpan} seconds`
  )
  onChange(settings.step, () => (widened = 0))

  const scale = (): Scale => {
    const { low, high } = measure.plotRange(settings.step.value)
    return makeScale(canvas, low, high + widened, measurements.time)
  }
  const draw = () => {
    const context = canvas.begin()
    if (!context) return
    const columns = gather(measurements.series, measure.name, scale())
    const tolerance = measure.tolerance(settings.step.value, measurements.energyTolerance)
    // There is space for the name above the line of a tolerance.
    const named = Number.isFinite(tolerance) ? 10 * tolerance : 0
    if (Math.log10(Math.max(columns.largest, named)) > scale().high + 1e-9) {
      widened += spacing(measure)
      return draw()
    }
    const painted = scale()
    drawGrid(context, painted, measure, tolerance, palette)
    drawSeries(context, painted, columns, palette[measure.name], palette.plate)
    nameTolerance(context, painted, measure, tolerance, palette)
    if (hover.time !== null) drawHover(context, painted, columns, hover.time, palette)
  }
  const timeAt = (event: PointerEvent) => {
    const { start, end, left, right } = scale()
    const x = event.clientX - canvas.element.getBoundingClientRect().left
    return start + ((Math.min(right, Math.max(left, x)) - left) / (right - left)) * (end - start)
  }
  canvas.element.addEventListener('pointermove', (event) => (hover.time = timeAt(event)))
  canvas.element.addEventListener('pointerleave', () => (hover.time = null))
  canvas.element.addEventListener('click', (event) => {
    onSeek(Math.max(measurements.historyStart, timeAt(event as PointerEvent)))
  })
  return {
    element: canvas.element,
    draw,
    repaint: () => {
      palette = readPalette()
      draw()
    }
  }
}

function drawGrid(
  context: CanvasRenderingContext2D,
  scale: Scale,
  measure: Measure,
  tolerance: number,
  palette: Palette
): void {
  const { left, right, top, bottom, low, high } = scale
  const every = spacing(measure)
  const limit = lineOf(scale, tolerance)
  context.fillStyle = palette.badwash
  context.fillRect(left, top, right - left, limit - top)
  context.font = canvasFont(11)
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  for (let decade = low; decade <= high; decade++) {
    const y = Math.round(scale.y(10 ** decade)) + 0.5
    const labelled = (decade - low) % every === 0
    context.fillStyle = labelled && decade > low ? palette.line : palette.line2
    if (labelled && decade > low) context.fillRect(left, y - 0.5, right - left, 1)
    context.fillStyle = palette.line2
    context.fillRect(left - 4, y - 0.5, 4, 1)
    if (labelled) writeDecade(context, decade, measure, left - 7, y, palette.text3)
    if (every > 1 || decade === high) continue
    context.fillStyle = palette.line2
    for (let digit = 2; digit <= 9; digit++) {
      context.fillRect(left - 3, Math.round(scale.y(digit * 10 ** decade)), 3, 1)
    }
  }
  context.fillStyle = palette.line2
  context.fillRect(left, top, 1, bottom - top)
  context.fillRect(left, bottom, right - left, 1)
  drawTimes(context, scale, palette)
  rule(context, left, right, limit, palette.bad, [5, 3], 1.25)
  if (measure.name === 'energy')
    rule(context, left, right, lineOf(scale, doublePrecision), palette.text3, [1, 2], 1)
}

/** Unit roundoff of double precision, drawn for comparison under errors relative to one. */
const doublePrecision = 2 ** -52

/** Names the lines of drawGrid, over what crosses them. */
function nameTolerance(
  context: CanvasRenderingContext2D,
  scale: Scale,
  measure: Measure,
  tolerance: number,
  palette: Palette
): void {
  const { left, right } = scale
  const y = lineOf(scale, tolerance) - 3
  context.font = canvasFont(11)
  context.textBaseline = 'bottom'
  context.textAlign = 'right'
  context.fillStyle = palette.bad
  if (measure.name === 'time') {
    write(context, `real time, ${Math.round(tolerance)} µs`, right, y, palette.plate)
  } else {
    const unit = measure.unit ? ` ${measure.unit}` : ''
    const exponent = Math.floor(Math.log10(tolerance) + 1e-9)
    const digits = (tolerance / 10 ** exponent).toFixed(1)
    const before = digits === '1.0' ? 'tolerance ' : `tolerance ${digits}×`
    writePlainPower(context, before, exponent, unit, right, y, palette.plate)
  }
  if (measure.name !== 'energy') return
  context.textAlign = 'left'
  context.fillStyle = palette.text3
  const text = 'double precision'
  write(context, text, left + 6, lineOf(scale, doublePrecision) - 2, palette.plate)
}

/** The y coordinate at which a line of one pixel is sharp. */
const lineOf = (scale: Scale, value: number) => Math.round(scale.y(value)) + 0.5

function rule(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  y: number,
  color: string,
  dash: number[],
  width: number
): void {
  context.save()
  context.strokeStyle = color
  context.lineWidth = width
  context.setLineDash(dash)
  context.beginPath()
  context.moveTo(from, y)
  context.lineTo(to, y)
  context.stroke()
  context.restore()
}

function drawHover(
  context: CanvasRenderingContext2D,
  scale: Scale,
  columns: Columns,
  time: number,
  palette: Palette
): void {
  const x = Math.round(scale.x(time))
  context.fillStyle = palette.text3
  context.fillRect(x, scale.top, 1, scale.bottom - scale.top)
  const value = columns.lastAt(x)
  if (value === undefined) return
  context.beginPath()
  context.arc(x + 0.5, scale.y(value), 2.5, 0, 2 * Math.PI)
  context.fillStyle = palette.text
  context.fill()
}

function writeDecade(
  context: CanvasRenderingContext2D,
  decade: number,
  measure: Measure,
  right: number,
  y: number,
  color: string
): void {
  context.fillStyle = color
  context.textBaseline = 'middle'
  const unit = measure.name === 'time' && decade === 0 ? ' µs' : ''
  writePlainPower(context, '', decade, unit, right, y)
}

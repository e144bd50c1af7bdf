/** Shared parts of plots over time: the time axis, a time series, and powers of ten. */

import { writePower } from '../../model/numbers.ts'
import { canvasFont, type Palette } from '../canvas.ts'
import type { Columns } from './columns.ts'
import type { Scale } from './scale.ts'

export function drawTimes(context: CanvasRenderingContext2D, scale: Scale, palette: Palette): void {
  context.font = canvasFont(11)
  context.textBaseline = 'top'
  const last = Math.floor(scale.end / 2 + 1e-9) * 2
  for (let time = Math.ceil(scale.start / 2) * 2; time <= last; time += 2) {
    const x = scale.x(time)
    const text = time === last ? `${time} s` : String(time)
    context.textAlign = x > scale.right - 12 ? 'right' : 'center'
    context.fillStyle = palette.line2
    context.fillRect(Math.round(x), scale.bottom, 1, 4)
    context.fillStyle = palette.text3
    context.fillText(text, x, scale.bottom + 7)
  }
}

/** Per pixel column a band from the least to the largest value and a line through the last. */
export function drawSeries(
  context: CanvasRenderingContext2D,
  scale: Scale,
  columns: Columns,
  color: string,
  ring: string
): void {
  context.fillStyle = color
  context.globalAlpha = 0.22
  columns.each((x, low, high) => {
    const top = scale.y(high)
    context.fillRect(x, top, 1, Math.max(1, scale.y(low) - top))
  })
  context.globalAlpha = 1
  context.strokeStyle = color
  context.lineWidth = 1.5
  context.lineJoin = 'round'
  context.beginPath()
  let end: readonly [number, number] | undefined
  columns.each((x, _low, _high, last) => {
    end = [x + 0.5, scale.y(last)]
    context.lineTo(...end)
  })
  context.stroke()
  if (!end) return
  context.beginPath()
  context.arc(...end, 3.5, 0, 2 * Math.PI)
  context.fillStyle = color
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = ring
  context.stroke()
}

/** Writes text, with an outline where it is to be read over curves. */
export function write(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  outline?: string
): void {
  if (outline !== undefined) {
    context.strokeStyle = outline
    context.lineWidth = 3
    context.lineJoin = 'round'
    context.strokeText(text, x, y)
  }
  context.fillText(text, x, y)
}

/** "tolerance 10⁻⁸ m", its end at `right`, in the context's color and baseline. */
export function writePlainPower(
  context: CanvasRenderingContext2D,
  before: string,
  exponent: number,
  after: string,
  right: number,
  y: number,
  outline?: string
): void {
  const { text, exponent: raised } = writePower(exponent)
  const [normal, small] = [canvasFont(11), canvasFont(9)]
  context.save()
  context.textAlign = 'right'
  context.font = normal
  write(context, after, right, y, outline)
  let at = right - context.measureText(after).width
  context.font = small
  write(context, raised, at, y - 4, outline)
  at -= context.measureText(raised).width
  context.font = normal
  write(context, before + text, at, y, outline)
  context.restore()
}

/** The axis of powers of ten, each `spacing`-th with its name and a line across. */
export function drawDecades(
  context: CanvasRenderingContext2D,
  scale: Scale,
  palette: Palette,
  spacing: number
): void {
  const { left, right, top, bottom, low, high } = scale
  context.textBaseline = 'middle'
  for (let decade = low; decade <= high; decade++) {
    const y = Math.round(scale.y(10 ** decade)) + 0.5
    const labelled = (decade - low) % spacing === 0
    context.fillStyle = palette.line
    if (labelled && decade > low) context.fillRect(left, y - 0.5, right - left, 1)
    context.fillStyle = palette.line2
    context.fillRect(left - 4, y - 0.5, 4, 1)
    context.fillStyle = palette.text3
    if (labelled) writePlainPower(context, '', decade, '', left - 7, y)
  }
  context.fillStyle = palette.line2
  context.fillRect(left, top, 1, bottom - top)
  context.fillRect(left, bottom, right - left, 1)
}

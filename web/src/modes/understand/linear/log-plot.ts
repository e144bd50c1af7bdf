import { writeFixed } from '../../../model/numbers.ts'
import { Canvas, canvasFont, type Palette, readPalette } from '../../../ui/canvas.ts'
import { writePlainPower } from '../../../ui/plots/axes.ts'
import { fittedFrom, type Power, type Solve, solves, type Timings } from './timings.ts'

const margin = { left: 48, right: 84, top: 14, bottom: 30 }
/** Decades of links and of microseconds, extended to the measured times. */
const across: readonly [number, number] = [0, 5]
const upwards: readonly [number, number] = [0, 5]

const words: Readonly<Record<Solve, string>> = { recursion: 'O(n) recursion', dense: 'dense solve' }

export interface LogPlot {
  readonly element: HTMLElement
  /** `links` is the value of the slider. */
  draw(links: number): void
  repaint(): void
}

/** Time of a step over the number of links, both on scales of decades. */
export function logPlot(timings: Timings): LogPlot {
  let palette = readPalette()
  let links = 2
  const canvas = new Canvas(() => draw())
  canvas.element.className = 'log-plot'
  canvas.element.setAttribute('role', 'img')
  canvas.element.setAttribute('aria-label', 'Time of a step over the number of links')

  const draw = () => {
    const context = canvas.begin()
    if (!context) return
    const scale = scaleOf(canvas, timings)
    drawAxes(context, scale, palette)
    drawPlace(context, scale, links, palette)
    for (const solve of solves) drawSolve(context, scale, timings, solve, palette)
  }
  return {
    element: canvas.element,
    draw(place) {
      links = place
      draw()
    },
    repaint() {
      palette = readPalette()
      draw()
    }
  }
}

interface LogScale {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly low: number
  readonly high: number
  x(links: number): number
  y(time: number): number
}

function scaleOf({ width, height }: Canvas, timings: Timings): LogScale {
  const times = solves.flatMap((solve) => timings.points(solve).map(({ time }) => Math.log10(time)))
  const low = Math.min(upwards[0], ...times.map(Math.floor))
  const high = Math.max(upwards[1], ...times.map(Math.ceil))
  const [left, right] = [margin.left, Math.max(margin.left + 20, width - margin.right)]
  const [top, bottom] = [margin.top, height - margin.bottom]
  const [first, last] = across
  return {
    ...{ left, right, top, bottom, low, high },
    x: (links) => left + ((Math.log10(links) - first) / (last - first)) * (right - left),
    y: (time) => bottom - ((Math.log10(time) - low) / (high - low)) * (bottom - top)
  }
}

function drawAxes(context: CanvasRenderingContext2D, scale: LogScale, palette: Palette): void {
  const { left, right, top, bottom, low, high } = scale
  context.font = canvasFont(11)
  for (let decade = low; decade <= high; decade++) {
    const y = Math.round(scale.y(10 ** decade))
    context.fillStyle = decade > low ? palette.line : palette.line2
    context.fillRect(left, y, right - left, 1)
    context.textBaseline = 'middle'
    context.fillStyle = palette.text3
    writePlainPower(context, '', decade, decade === high ? ' µs' : '', left - 8, y)
  }
  context.textBaseline = 'top'
  for (let decade = across[0]; decade <= across[1]; decade++) {
    const x = Math.round(scale.x(10 ** decade))
    context.fillStyle = palette.line2
    context.fillRect(x, bottom, 1, 5)
    context.fillStyle = palette.text3
    const width = context.measureText(decade > 3 ? '104' : String(10 ** decade)).width
    writePlainPower(context, '', decade, '', x + width / 2, bottom + 10)
  }
  context.textAlign = 'left'
  context.fillText('links', right + 16, bottom + 10)
  context.fillStyle = palette.line2
  context.fillRect(left, top, 1, bottom - top)
}

/** A hairline at the slider's number of links. */
function drawPlace(
  context: CanvasRenderingContext2D,
  scale: LogScale,
  links: number,
  palette: Palette
): void {
  context.fillStyle = palette.text3
  context.fillRect(Math.round(scale.x(links)), scale.top, 1, scale.bottom - scale.top)
}

/** Draws the measured times, the fitted power law, and its exponent at the end of the line. */
function drawSolve(
  context: CanvasRenderingContext2D,
  scale: LogScale,
  timings: Timings,
  solve: Solve,
  palette: Palette
): void {
  const color = solve === 'recursion' ? palette.time : palette.text2
  const points = timings.points(solve)
  const last = points.at(-1)
  if (!last) return
  const power = timings.power(solve)
  if (power) drawPower(context, scale, power, [fittedFrom[solve], last.links], color)
  for (const { links, time } of points) {
    context.beginPath()
    context.arc(scale.x(links), scale.y(time), 3, 0, 2 * Math.PI)
    context.fillStyle = solve === 'recursion' ? color : palette.plate
    context.strokeStyle = color
    context.lineWidth = 1.5
    context.fill()
    context.stroke()
  }
  const [x, y] = [scale.x(last.links) + 10, scale.y(last.time)]
  context.fillStyle = color
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.font = canvasFont(11, 500)
  context.fillText(words[solve], x, y - (power ? 8 : 0))
  if (!power) return
  context.font = canvasFont(13, 500)
  context.fillText('n', x, y + 8)
  context.font = canvasFont(10, 500)
  context.fillText(writeFixed(power.exponent, 2), x + 8.5, y + 2)
}

function drawPower(
  context: CanvasRenderingContext2D,
  scale: LogScale,
  { exponent, factor }: Power,
  range: readonly [from: number, to: number],
  color: string
): void {
  context.strokeStyle = color
  context.lineWidth = 1.5
  context.beginPath()
  for (const links of range) context.lineTo(scale.x(links), scale.y(factor * links ** exponent))
  context.stroke()
}

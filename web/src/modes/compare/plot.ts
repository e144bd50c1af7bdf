import { Canvas, type Palette, readPalette } from '../../ui/canvas.ts'
import { h } from '../../ui/dom.ts'
import { drawDecades, drawSeries, drawTimes } from '../../ui/plots/axes.ts'
import { Columns } from '../../ui/plots/columns.ts'
import { makeScale, plotSpan, type Scale } from '../../ui/plots/scale.ts'

/** Values over time by a letter; the second of two is dashed. */
export interface Line {
  readonly letter: 'A' | 'B' | ''
  between(start: number, end: number): Iterable<readonly [time: number, value: number]>
}

export interface PlotChoice {
  readonly label: string
  readonly low: number
  readonly high: number
  readonly hue: 'energy' | 'text2'
  readonly lines: readonly Line[]
}

export interface ComparePlot {
  readonly element: HTMLElement
  readonly canvas: HTMLCanvasElement
  /** Draws eight seconds around the present time; `end` is the latest time [s]. */
  draw(time: number, end: number): void
  repaint(): void
}

/** Values over time on a scale of decades, with the transport's time as a cursor. */
export function comparePlot(choice: PlotChoice, onSeek: (time: number) => void): ComparePlot {
  let palette = readPalette()
  let shown = { time: 0, end: 0 }
  const canvas = new Canvas(() => draw())
  canvas.element.className = 'compare-canvas'
  canvas.element.setAttribute('role', 'img')
  const scale = (): Scale => {
    const { time, end } = shown
    const last = time > end - plotSpan ? end : time + plotSpan / 2
    return makeScale(canvas, choice.low, choice.high, last)
  }
  const draw = () => {
    const context = canvas.begin()
    if (!context) return
    const painted = scale()
    drawDecades(context, painted, palette, 4)
    drawTimes(context, painted, palette)
    for (const line of choice.lines) drawLine(context, painted, line, palette, choice.hue)
    drawCursor(context, painted, shown.time, palette)
  }
  canvas.element.addEventListener('click', (event) => {
    const { start, end, left, right } = scale()
    const x = event.clientX - canvas.element.getBoundingClientRect().left
    const part = (Math.min(right, Math.max(left, x)) - left) / (right - left)
    onSeek(start + part * (end - start))
  })
  return {
    element: h(
      'div',
      { class: 'compare-plot' },
      h('div', { class: 'compare-plot-head' }, h('h2', {}, choice.label), key(choice.lines)),
      canvas.element
    ),
    canvas: canvas.element,
    draw(time, end) {
      shown = { time, end }
      draw()
    },
    repaint() {
      palette = readPalette()
      draw()
    }
  }
}

/** Legend of two lines. */
export function key(lines: readonly Pick<Line, 'letter'>[]): HTMLElement {
  const samples = lines.flatMap(({ letter }) =>
    letter ? [h('span', { class: `compare-key-${letter}` }, letter)] : []
  )
  return h('div', { class: 'compare-key', 'aria-hidden': 'true' }, ...samples)
}

function drawLine(
  context: CanvasRenderingContext2D,
  scale: Scale,
  { letter, between }: Line,
  palette: Palette,
  hue: PlotChoice['hue']
): void {
  const columns = new Columns(Math.ceil(scale.right) + 1)
  for (const [time, value] of between(scale.start, scale.end))
    columns.add(Math.floor(scale.x(time)), value)
  context.save()
  if (letter === 'B') context.setLineDash([5, 3])
  drawSeries(context, scale, columns, palette[hue], palette.plate)
  context.restore()
}

function drawCursor(
  context: CanvasRenderingContext2D,
  scale: Scale,
  time: number,
  palette: Palette
): void {
  context.fillStyle = palette.hand
  context.fillRect(Math.round(scale.x(time)), scale.top, 1, scale.bottom - scale.top)
}

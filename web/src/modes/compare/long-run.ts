import { motionOf } from '../../model/mechanisms/entry.ts'
import { writeError, writtenNode } from '../../model/numbers.ts'
import { onAnyChange } from '../../model/signals.ts'
import { Canvas, canvasFont, type Palette, readPalette } from '../../ui/canvas.ts'
import { fill, h, setAttribute, setText } from '../../ui/dom.ts'
import { drawDecades, drawSeries } from '../../ui/plots/axes.ts'
import { Columns } from '../../ui/plots/columns.ts'
import type { Scale } from '../../ui/plots/scale.ts'
import type { ModeHost } from '../mode.ts'
import { key } from './plot.ts'
import type { LongRunPoint } from './requests.ts'
import type { Assistant } from './worker-client.ts'

/** Simulated time [s]. */
const length = 600
const low = -12
const high = 0

export interface LongRunSection {
  readonly element: HTMLElement
  stop(): void
  /** Shows the progress; called five times a second. */
  write(): void
  repaint(): void
}

/** Simulates ten minutes of both from the start, as fast as possible, in a worker. */
export function longRunSection({ settings, run }: ModeHost, assistant: Assistant): LongRunSection {
  const { entry, options, method, integrator, step, compared } = settings
  let palette = readPalette()
  let points: LongRunPoint[] = []
  let isRunning = false
  let written = 0
  /** Further remarks. */
  let remark = ''
  const words = h('p', { class: 'section-note', role: 'status' })
  const bar = h('progress', { max: length, value: 0, 'aria-label': 'Ten minutes', hidden: true })
  const canvas = new Canvas(() => draw())
  canvas.element.className = 'compare-canvas'
  canvas.element.setAttribute('role', 'img')
  const place = h(
    'div',
    { class: 'compare-long', hidden: true },
    key([{ letter: 'A' }, { letter: 'B' }]),
    canvas.element
  )
  const button = h('button', { type: 'button', class: 'plain-button' }, 'Run ten minutes')
  const draw = () => {
    const context = canvas.begin()
    if (context) drawRun(context, canvas, points, palette)
  }
  const end = () => {
    isRunning = false
    bar.hidden = true
    setText(button, 'Run ten minutes')
  }
  const stop = () => {
    if (!isRunning) return
    assistant.request({ type: 'stop' })
    end()
  }
  const begin = () => {
    const built = run.built.value
    if (!built) return
    points = []
    written = 0
    isRunning = true
    bar.value = 0
    bar.hidden = false
    place.hidden = false
    setText(button, 'Stop')
    setText(words, '')
    const motion = settings.motors.value === 'on' ? motionOf(entry.value, options.value) : null
    const motors = motion && 'joints' in motion ? motion : null
    remark = motion && !motors ? ' What balances is off.' : ''
    assistant.request({
      type: 'run',
      mechanism: built.mechanism,
      first: { method: method.value, integrator: integrator.value, step: step.value },
      second: {
        variant: compared.variant.value,
        method: compared.method.value,
        integrator: compared.integrator.value,
        step: compared.step.value
      },
      motors,
      time: length
    })
  }
  button.addEventListener('click', () => (isRunning ? stop() : begin()))
  assistant.on('point', (point) => {
    if (!isRunning) return
    points.push(point)
  })
  assistant.on('ran', end)
  assistant.on('failed', ({ what, message }) => {
    if (what !== 'run') return
    end()
    setText(words, message)
  })
  const choices = [entry, options, settings.motors, method, integrator, step]
  const { view, ...others } = compared
  onAnyChange([...choices, ...Object.values(others)], () => {
    stop()
    points = []
    place.hidden = true
    setText(words, '')
  })
  return {
    element: h(
      'section',
      { class: 'setup-section', 'data-part': 'long-run' },
      h('h2', {}, 'Energy over ten minutes'),
      h('div', { class: 'compare-row' }, button, bar),
      words,
      place
    ),
    stop,
    write() {
      const last = points.at(-1)
      if (!last || points.length === written) return
      written = points.length
      bar.value = last.time
      fill(words, ...said(last), remark)
      setAttribute(canvas.element, 'aria-label', `Energy errors over ${Math.round(last.time)} s`)
      draw()
    },
    repaint() {
      palette = readPalette()
      draw()
    }
  }
}

function said({ time, first, second }: LongRunPoint): (Node | string)[] {
  return [
    `After ${Math.round(time)} s A is off by `,
    writtenNode(writeError(first)),
    ' of its scale, B by ',
    writtenNode(writeError(second)),
    '.'
  ]
}

function drawRun(
  context: CanvasRenderingContext2D,
  { width, height }: Canvas,
  points: readonly LongRunPoint[],
  palette: Palette
): void {
  const [left, right, top, bottom] = [38, width - 6, 9, height - 20]
  const scale: Scale = {
    ...{ low, high, start: 0, end: length, left, right, top, bottom },
    x: (time) => left + (time / length) * (right - left),
    y: (value) => {
      const decades = Math.min(high, Math.max(low, value > 0 ? Math.log10(value) : low))
      return bottom - ((decades - low) / (high - low)) * (bottom - top)
    }
  }
  drawDecades(context, scale, palette, 4)
  context.font = canvasFont(11)
  context.textBaseline = 'top'
  context.fillStyle = palette.text3
  for (const minutes of [0, 2, 4, 6, 10]) {
    context.textAlign = minutes === 10 ? 'right' : 'center'
    context.fillText(minutes === 10 ? '10 min' : String(minutes), scale.x(60 * minutes), bottom + 7)
  }
  for (const which of ['first', 'second'] as const) {
    const columns = new Columns(Math.ceil(right) + 1)
    for (const point of points) columns.add(Math.floor(scale.x(point.time)), point[which])
    context.save()
    if (which === 'second') context.setLineDash([5, 3])
    drawSeries(context, scale, columns, palette.energy, palette.plate)
    context.restore()
  }
}

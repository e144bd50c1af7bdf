import type { Measurements } from '../../client/measurements.ts'
import { writeTime } from '../../model/numbers.ts'
import { Canvas, canvasFont, type Palette, readPalette } from '../canvas.ts'
import { h, setAttribute } from '../dom.ts'

/** Windows that the ruler grows through [s]; after the last one it slides. */
const windows = [10, 20, 60] as const

/** Distance of ticks and of labels for the width of the ruler [s]. */
const spacings = [0.1, 0.5, 1, 5, 10] as const
const narrowest = { tick: 5, label: 26 }

const baseline = 22
/** Space for half the cursor beyond both ends. */
const overhang = 5

interface Window {
  readonly start: number
  readonly end: number
}

export interface Ruler {
  readonly element: HTMLElement
  draw(): void
  repaint(): void
}

/** A time ruler: the recorded range, the cursor, and marks at exceeded tolerances. */
export function ruler(measurements: Measurements, onSeek: (time: number) => void): Ruler {
  let palette = readPalette()
  const canvas = new Canvas(() => draw())
  canvas.element.setAttribute('aria-hidden', 'true')
  const element = h(
    'div',
    { class: 'ruler', role: 'slider', tabindex: 0, 'aria-label': 'Time', 'aria-valuemin': 0 },
    canvas.element
  )
  const draw = () => {
    const context = canvas.begin()
    if (!context) return
    const window = windowAround(measurements)
    const x = (time: number) =>
      overhang +
      ((time - window.start) / (window.end - window.start)) * (canvas.width - 2 * overhang)
    drawScale(context, canvas.width, window, x, palette, measurements)
    drawBreaches(context, x, palette, measurements)
    drawCursor(context, x(measurements.time), palette.hand)
    setAttribute(element, 'aria-valuemax', measurements.historyEnd.toFixed(2))
    setAttribute(element, 'aria-valuenow', measurements.time.toFixed(2))
    setAttribute(element, 'aria-valuetext', `${writeTime(measurements.time)} seconds`)
  }
  const seek = (event: PointerEvent) => {
    const box = element.getBoundingClientRect()
    const { start, end } = windowAround(measurements)
    const time = start + ((event.clientX - box.left) / box.width) * (end - start)
    onSeek(Math.min(measurements.historyEnd, Math.max(measurements.historyStart, time)))
  }
  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId)
    seek(event)
  })
  element.addEventListener('pointermove', (event) => {
    if (element.hasPointerCapture(event.pointerId)) seek(event)
  })
  element.addEventListener('keydown', (event) => {
    const time = afterKey(event.key, measurements)
    if (time === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onSeek(time)
  })
  return {
    element,
    draw,
    repaint: () => {
      palette = readPalette()
      draw()
    }
  }
}

function windowAround({ historyEnd, time }: Measurements): Window {
  const last = Math.max(historyEnd, time)
  const length = windows.find((window) => last <= window)
  return length ? { start: 0, end: length } : { start: last - 60, end: last }
}

function afterKey(key: string, measurements: Measurements): number | undefined {
  switch (key) {
    case 'Home':
      return measurements.historyStart
    case 'End':
      return measurements.historyEnd
    case 'PageUp':
      return Math.min(measurements.historyEnd, measurements.time + 1)
    case 'PageDown':
      return Math.max(measurements.historyStart, measurements.time - 1)
    default:
      return undefined
  }
}

type Place = (time: number) => number

function drawScale(
  context: CanvasRenderingContext2D,
  width: number,
  window: Window,
  x: Place,
  palette: Palette,
  { historyStart, historyEnd }: Measurements
): void {
  const perSecond = (width - 2 * overhang) / (window.end - window.start)
  const recorded = (time: number) => time >= historyStart - 1e-6 && time <= historyEnd + 1e-6
  context.fillStyle = palette.line2
  context.fillRect(overhang, baseline, width - 2 * overhang, 1)
  const [from, to] = [Math.max(window.start, historyStart), Math.min(window.end, historyEnd)]
  context.fillStyle = palette.text2
  if (to > from) context.fillRect(x(from), baseline - 1, x(to) - x(from), 2)

  const tick = spacings.find((spacing) => spacing * perSecond >= narrowest.tick) ?? 10
  const first = Math.ceil(window.start / tick - 1e-6)
  for (let index = first; index * tick <= window.end + 1e-6; index++) {
    const time = index * tick
    const height =
      isMultiple(time, 10 * tick) || isMultiple(time, 1) ? 8 : isMultiple(time, 5 * tick) ? 6 : 4
    const end = Math.abs(time - window.start) < 1e-6 || Math.abs(time - window.end) < 1e-6
    context.fillStyle = recorded(time) ? palette.text2 : palette.line2
    context.fillRect(Math.round(x(time)), baseline - 1 - (end ? 9 : height), 1, end ? 9 : height)
  }
  drawLabels(context, width, window, perSecond, x, palette)
}

function drawLabels(
  context: CanvasRenderingContext2D,
  width: number,
  window: Window,
  perSecond: number,
  x: Place,
  palette: Palette
): void {
  const spacing = spacings.find((each) => each >= 1 && each * perSecond >= narrowest.label) ?? 10
  context.font = canvasFont(11)
  context.fillStyle = palette.text3
  context.textBaseline = 'top'
  context.textAlign = 'right'
  context.fillText(`${Math.round(window.end)} s`, width - overhang, baseline + 6)
  const first = Math.ceil(window.start / spacing - 1e-6)
  for (let index = first; index * spacing < window.end - 1e-6; index++) {
    const at = x(index * spacing)
    if (at > width - overhang - 34) break
    context.textAlign = at < overhang + 4 ? 'left' : 'center'
    context.fillText(String(index * spacing), at, baseline + 6)
  }
}

function drawBreaches(
  context: CanvasRenderingContext2D,
  x: Place,
  palette: Palette,
  measurements: Measurements
): void {
  context.fillStyle = palette.bad
  for (const { value } of Object.values(measurements.breaches)) {
    if (value !== null) context.fillRect(x(value) - 1, baseline - 17, 2, 18)
  }
}

/** A flag of 10×13 on a stem. */
function drawCursor(context: CanvasRenderingContext2D, at: number, color: string): void {
  const center = Math.round(at)
  context.fillStyle = color
  context.beginPath()
  for (const [dx, y] of [
    [-5, 3],
    [5, 3],
    [5, 11],
    [1, 15],
    [1, 24],
    [-1, 24],
    [-1, 15],
    [-5, 11]
  ] as const) {
    context.lineTo(center + dx, y)
  }
  context.fill()
}

function isMultiple(time: number, spacing: number): boolean {
  return Math.abs(time / spacing - Math.round(time / spacing)) < 1e-6
}

import type { Mechanism } from 'linkwork'
import { type Segment, segments, toLocal, toWorld } from '../model/kinematics.ts'
import { standingBodies } from '../model/parts.ts'
import type { CreateStage, StageMechanism, Vector3 } from '../model/stage.ts'
import { Canvas, type Palette, readPalette } from '../ui/canvas.ts'
import { type Place, type Projection, projection } from './projection.ts'

/** How near the pointer must be to a part [px]. */
const reach = 24

/**
 * The mechanism as a kinematic diagram in the x–z plane: what is shown where there is no WebGL. It
 * implements the interface of a stage as far as a drawing can.
 */
export const createDiagramStage: CreateStage = (container, events) => {
  let shown: StageMechanism | undefined
  let poses = new Float64Array(0)
  let palette: Palette = readPalette()
  let inset = 0
  let visible = true
  let copies: Float64Array | null = null
  let other: Float64Array | null = null
  let pull: { target: Vector3; body: number; localPoint: Vector3 } | null = null
  const canvas = new Canvas(() => draw())
  canvas.element.className = 'diagram'
  container.append(canvas.element)

  const place = (): Projection | undefined =>
    shown && projection(shown.framing, canvas.width, canvas.height - inset)

  const draw = () => {
    const context = canvas.begin()
    const to = place()
    if (!context || !shown || !to || poses.length === 0) return
    drawFloor(context, canvas.width, to.y(shown.framing.floor), palette)
    if (!visible) return
    if (copies) drawEnsemble(context, shown.mechanism, copies, to, palette)
    const at: Place = ([x, , z]) => [to.x(x), to.y(z)]
    drawParts(context, segments(shown.mechanism, poses), at, palette)
    if (other) drawParts(context, segments(shown.mechanism, other), at, otherPalette(palette))
    if (pull) drawPull(context, to, poses, pull, palette.hand)
  }

  const pick = (event: PointerEvent) => {
    const to = place()
    if (!shown || !to || !visible) return undefined
    const pointer: Vector3 = [to.worldX(event.offsetX), 0, to.worldZ(event.offsetY)]
    const nearest = nearestBody(shown, poses, pointer)
    return nearest && nearest.distance * to.scale <= reach ? { ...nearest, pointer } : undefined
  }
  canvas.element.addEventListener('pointerdown', (event) => {
    const found = pick(event)
    if (!found) return
    canvas.element.setPointerCapture(event.pointerId)
    events.onHover(null)
    events.onPull(found.body, found.localPoint, found.pointer)
  })
  canvas.element.addEventListener('pointermove', (event) => {
    const to = place()
    const isHeld = canvas.element.hasPointerCapture(event.pointerId)
    if (to && isHeld) events.onPullMove([to.worldX(event.offsetX), 0, to.worldZ(event.offsetY)])
    else if (event.pointerType !== 'touch') events.onHover(pick(event)?.body ?? null)
  })
  canvas.element.addEventListener('pointerleave', () => events.onHover(null))
  canvas.element.addEventListener('lostpointercapture', () => events.onRelease())

  return {
    element: canvas.element,
    reducedDetail: true,
    setMechanism(mechanism) {
      copies = null
      other = null
      shown = mechanism
      events.onCamera?.()
    },
    setState(next) {
      if (poses.length !== next.length) poses = new Float64Array(next.length)
      poses.set(next)
    },
    setEnsemble: (next) => (copies = next),
    setSecond: (next) => (other = next && Float64Array.from(next.poses)),
    setTheme: () => (palette = readPalette()),
    setShow: () => undefined,
    setPull: (next) => (pull = next),
    setInset(bottom) {
      inset = bottom
      events.onCamera?.()
    },
    resetHistory: () => undefined,
    cut: () => undefined,
    frame: () => undefined,
    look: () => undefined,
    setFlat: () => undefined, // a drawing is
    getCamera: () => [],
    setCamera: () => undefined,
    setVisible: (next) => (visible = next),
    layer: undefined,
    screenOf: ([x, , z]) => [place()?.x(x) ?? 0, place()?.y(z) ?? 0],
    pixelsPerMeter: () => place()?.scale ?? 0,
    render: draw,
    dispose: () => canvas.element.remove()
  }
}

function drawFloor(context: CanvasRenderingContext2D, width: number, y: number, palette: Palette) {
  context.fillStyle = palette.line2
  context.fillRect(0, Math.round(y), width, 1)
}

export function drawParts(
  context: CanvasRenderingContext2D,
  parts: readonly Segment[],
  at: Place,
  palette: Palette
): void {
  context.strokeStyle = palette.text2
  context.lineWidth = 1.5
  for (const { points } of parts) {
    context.beginPath()
    for (const point of points) context.lineTo(...at(point))
    context.stroke()
  }
  context.fillStyle = palette.stage
  context.strokeStyle = palette.text
  const radius = parts.length > 60 ? 1 : 2.4
  for (const { points } of parts) {
    for (const point of points) {
      context.beginPath()
      context.arc(...at(point), radius, 0, 2 * Math.PI)
      context.fill()
      context.stroke()
    }
  }
}

/** The one that is compared, in the color of the 3-D stage's. */
const otherPalette = (palette: Palette): Palette => ({
  ...palette,
  text: palette.energy,
  text2: palette.energy
})

/** Center lines of all copies, each almost nothing. */
function drawEnsemble(
  context: CanvasRenderingContext2D,
  mechanism: Mechanism,
  copies: Float64Array,
  to: Projection,
  palette: Palette
): void {
  const row = 7 * mechanism.bodies.length
  context.save()
  context.strokeStyle = palette.text3
  context.globalAlpha = 0.15
  for (let at = 0; at < copies.length; at += row) {
    context.beginPath()
    for (const { points } of segments(mechanism, copies.subarray(at, at + row)))
      for (const [i, [x, , z]] of points.entries())
        context[i === 0 ? 'moveTo' : 'lineTo'](to.x(x), to.y(z))
    context.stroke()
  }
  context.restore()
}

function drawPull(
  context: CanvasRenderingContext2D,
  to: Projection,
  poses: Float64Array,
  pull: { target: Vector3; body: number; localPoint: Vector3 },
  color: string
): void {
  const [x, , z] = toWorld(poses, pull.body, pull.localPoint)
  context.strokeStyle = color
  context.lineWidth = 2.2
  context.beginPath()
  context.moveTo(to.x(x), to.y(z))
  context.lineTo(to.x(pull.target[0]), to.y(pull.target[2]))
  context.stroke()
  context.beginPath()
  context.arc(to.x(pull.target[0]), to.y(pull.target[2]), 9, 0, 2 * Math.PI)
  context.stroke()
}

function nearestBody(shown: StageMechanism, poses: Float64Array, pointer: Vector3) {
  let best: { body: number; localPoint: Vector3; distance: number } | undefined
  const standing = standingBodies(shown.mechanism)
  for (const { body, points } of segments(shown.mechanism, poses)) {
    if (standing.has(body)) continue
    for (const [from, to] of points.map(
      (point, index) => [point, points[index + 1] ?? point] as const
    )) {
      const point = nearestOnSegment(from, to, pointer)
      const distance = Math.hypot(point[0] - pointer[0], point[2] - pointer[2])
      if (best && distance >= best.distance) continue
      best = { body, localPoint: toLocal(poses, body, point), distance }
    }
  }
  return best
}

function nearestOnSegment(a: Vector3, b: Vector3, p: Vector3): Vector3 {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const length = dx * dx + dz * dz
  const along = length > 0 ? ((p[0] - a[0]) * dx + (p[2] - a[2]) * dz) / length : 0
  const t = Math.min(1, Math.max(0, along))
  return [a[0] + t * dx, a[1] + t * dy, a[2] + t * dz]
}

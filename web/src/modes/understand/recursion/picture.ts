import type { RecursionPasses } from 'linkwork'
import { segments } from '../../../model/kinematics.ts'
import type { Stage, Vector3 } from '../../../model/stage.ts'
import { canvasFont, type Palette } from '../../../ui/canvas.ts'
import { ground, linear, massAxes, motionAt, originOf, plus, times, turnedOut } from './spatial.ts'
import type { Scene } from './strip.ts'

/** The longest arrow and the widest ellipsoid on the stage [px]. */
const longest = 110
const widest = 48

type Place = readonly [x: number, y: number]

/**
 * Over the stage: the body in turn is lit, and what it takes or passes on is on its way, from 0 where
 * it comes from to 1 where it goes.
 */
export function drawScene(
  context: CanvasRenderingContext2D,
  stage: Stage,
  scene: Scene,
  progress: number,
  palette: Palette
): void {
  const { mechanism, poses, step, passes } = scene
  const lines = segments(mechanism, poses)
  for (const body of step.bodies)
    drawBody(context, stage, lines[body]?.points ?? [], palette.text, 5)
  const sizes = sizesOf(scene)
  const meter = stage.pixelsPerMeter()
  if (meter === 0) return
  const [body = 0] = step.bodies
  const from = originOf(poses, step.parent === ground ? body : step.parent)
  const to = originOf(poses, body)
  if (step.pass === 'inertias') {
    drawBackward(context, stage, scene, progress, palette)
  } else {
    const isVelocity = step.pass === 'velocities'
    const own = passes.bodies[body]
    const motion = isVelocity ? own?.velocity : own?.acceleration
    const center = mechanism.bodies[body]?.centerOfMass ?? [0, 0, 0]
    if (!motion) return
    const at = plus(to, turnedOut(poses, body, center))
    const scale = longest / meter / (isVelocity ? sizes.velocity : sizes.acceleration)
    const arrow = times(scale, motionAt(poses, body, motion, center))
    const place =
      progress < 0.6 ? between(from, to, progress / 0.6) : between(to, at, (progress - 0.6) / 0.4)
    drawArrow(context, stage, place, arrow, palette.energy)
  }
  drawName(context, stage, to, mechanism.bodies[body]?.name ?? '', palette)
}

/** Inertia and force, from the cluster's first body to the one that supports it. */
function drawBackward(
  context: CanvasRenderingContext2D,
  stage: Stage,
  { passes, poses, step, mechanism }: Scene,
  progress: number,
  palette: Palette
): void {
  const { cluster, bodies, parent } = step
  const sizes = sizesOf({ mechanism, passes, poses, step })
  const meter = stage.pixelsPerMeter()
  const wide = widest / meter / sizes.mass
  for (const body of bodies) {
    const inertia = passes.bodies[body]?.articulatedInertia ?? []
    const axes = massAxes(poses, body, inertia).map((axis) => times(wide, axis))
    drawEllipsoid(context, stage, originOf(poses, body), axes, palette.loop)
  }
  const handed = passes.clusters[cluster]
  if (parent === ground || !handed) return
  const from = originOf(poses, bodies[0] ?? ground)
  const place = between(from, originOf(poses, parent), progress)
  const axes = massAxes(poses, parent, handed.handedInertia).map((axis) => times(wide, axis))
  drawEllipsoid(context, stage, place, axes, palette.loop)
  const force = turnedOut(poses, parent, linear(handed.handedForce))
  drawArrow(context, stage, place, times(longest / meter / sizes.force, force), palette.bad)
}

interface Sizes {
  readonly velocity: number
  readonly acceleration: number
  readonly force: number
  readonly mass: number
}

const known = new WeakMap<RecursionPasses, Sizes>()

/** The largest of each kind, to which all others are drawn. */
function sizesOf({ passes, poses, mechanism }: Scene): Sizes {
  const before = known.get(passes)
  if (before) return before
  const most = (values: readonly number[]) => Math.max(...values) || 1
  const length = (vector: Vector3) => Math.hypot(...vector)
  const motions = (name: 'velocity' | 'acceleration') =>
    passes.bodies.map((body, i) =>
      length(motionAt(poses, i, body[name], mechanism.bodies[i]?.centerOfMass ?? [0, 0, 0]))
    )
  const sizes = {
    velocity: most(motions('velocity')),
    acceleration: most(motions('acceleration')),
    force: most(passes.clusters.map(({ handedForce }) => length(linear(handedForce)))),
    mass: most(
      passes.bodies.flatMap(({ articulatedInertia }, i) =>
        massAxes(poses, i, articulatedInertia).map(length)
      )
    )
  }
  known.set(passes, sizes)
  return sizes
}

const between = (from: Vector3, to: Vector3, share: number): Vector3 =>
  plus(times(1 - share, from), times(share, to))

/** The line of a body through its joints. */
export function drawBody(
  context: CanvasRenderingContext2D,
  stage: Stage,
  points: readonly Vector3[],
  color: string,
  width: number
): void {
  context.strokeStyle = color
  context.lineWidth = width
  context.lineCap = context.lineJoin = 'round'
  context.beginPath()
  for (const point of points) context.lineTo(...stage.screenOf(point))
  context.stroke()
  context.lineCap = 'butt'
}

function drawArrow(
  context: CanvasRenderingContext2D,
  stage: Stage,
  from: Vector3,
  arrow: Vector3,
  color: string
): void {
  const [x, y]: Place = stage.screenOf(from)
  const [toX, toY]: Place = stage.screenOf(plus(from, arrow))
  const length = Math.hypot(toX - x, toY - y)
  context.fillStyle = context.strokeStyle = color
  context.beginPath()
  context.arc(x, y, 4, 0, 2 * Math.PI)
  context.fill()
  if (length < 3) return
  const [ux, uy] = [(toX - x) / length, (toY - y) / length]
  const head = Math.min(11, length)
  const [neckX, neckY] = [toX - head * ux, toY - head * uy]
  context.lineWidth = 3
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(neckX, neckY)
  context.stroke()
  context.beginPath()
  context.moveTo(toX, toY)
  context.lineTo(neckX - 0.5 * head * uy, neckY + 0.5 * head * ux)
  context.lineTo(neckX + 0.5 * head * uy, neckY - 0.5 * head * ux)
  context.fill()
}

/** The outline of an ellipsoid: its half axes seen as p_k span the ellipse of Σ p_k p_kᵀ. */
function drawEllipsoid(
  context: CanvasRenderingContext2D,
  stage: Stage,
  center: Vector3,
  axes: readonly Vector3[],
  color: string
): void {
  const [x, y] = stage.screenOf(center)
  let [xx, xy, yy] = [0, 0, 0]
  for (const axis of axes) {
    const [ax, ay] = stage.screenOf(plus(center, axis))
    xx += (ax - x) ** 2
    xy += (ax - x) * (ay - y)
    yy += (ay - y) ** 2
  }
  const [mean, half] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)]
  const turn = Math.atan2(2 * xy, xx - yy) / 2
  const radii = [mean + half, mean - half].map((square) => Math.sqrt(Math.max(0, square)))
  context.beginPath()
  context.ellipse(x, y, radii[0] ?? 0, radii[1] ?? 0, turn, 0, 2 * Math.PI)
  context.fillStyle = context.strokeStyle = color
  context.globalAlpha = 0.22
  context.fill()
  context.globalAlpha = 1
  context.lineWidth = 1.5
  context.stroke()
}

function drawName(
  context: CanvasRenderingContext2D,
  stage: Stage,
  at: Vector3,
  name: string,
  palette: Palette
): void {
  const [x, y] = stage.screenOf(at)
  context.font = canvasFont(12, 500)
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.lineWidth = 3
  context.strokeStyle = palette.stage
  context.strokeText(name, x + 14, y - 14)
  context.fillStyle = palette.text
  context.fillText(name, x + 14, y - 14)
}

/**
 * Where end points have been in the last two seconds (a closed curve: one full turn): a line that
 * fades into the stage with age, and shines faintly through what covers it.
 */
import { Group, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three'
import { LineMaterial } from 'three/addons/lines/LineMaterial.js'
import { FatLine, layOver } from './fat-line.ts'
import { poseMatrix } from './figure.ts'
import { Gradient } from './gradient.ts'
import type { TracePoint } from './styles/style.ts'
import type { Theme } from './theme.ts'

/** How long an open trace is, and how long a closed one may be [s]. */
const lifetime = 2
const longest = 6
/** Samples kept of one trace, and the least time between two [s]. */
const samples = 512
const spacing = 1 / 120
/** Gaps between samples are bent into pieces of about this time [s]; pieces of a gap and a trace. */
const smooth = 1 / 240
const finest = 16
const capacity = 1600
const width = 2.2

const matrix = new Matrix4()
const point = new Vector3()
const next = new Vector3()

/** Past places of one point: a ring of (time, phase, x, y, z). */
class Trail {
  readonly ring = new Float64Array(5 * samples)
  first = 0
  length = 0

  push(time: number, phase: number, at: Vector3): void {
    const slot = 5 * ((this.first + this.length) % samples)
    this.ring[slot] = time
    this.ring[slot + 1] = phase
    at.toArray(this.ring, slot + 2)
    if (this.length < samples) this.length++
    else this.first = (this.first + 1) % samples
  }

  /** Offset in the ring of the i-th sample, oldest first. */
  slot(i: number): number {
    return 5 * ((this.first + i) % samples)
  }

  time(i: number): number {
    return this.ring[this.slot(i)] as number
  }

  /** Point at t in 0..1 between samples i and i + 1, on the Catmull–Rom curve through them all. */
  bend(i: number, t: number, into: Vector3): Vector3 {
    const t2 = t * t
    const t3 = t2 * t
    into.set(0, 0, 0)
    this.add(Math.max(0, i - 1), (-t + 2 * t2 - t3) / 2, into)
    this.add(i, (2 - 5 * t2 + 3 * t3) / 2, into)
    this.add(i + 1, (t + 4 * t2 - 3 * t3) / 2, into)
    this.add(Math.min(this.length - 1, i + 2), (t3 - t2) / 2, into)
    return into
  }

  drop(): void {
    this.first = (this.first + 1) % samples
    this.length--
  }

  private add(i: number, weight: number, into: Vector3): void {
    const at = this.slot(i) + 2
    into.x += weight * (this.ring[at] as number)
    into.y += weight * (this.ring[at + 1] as number)
    into.z += weight * (this.ring[at + 2] as number)
  }
}

export class Traces {
  readonly group = new Group()
  private readonly line: FatLine
  private readonly through = new LineMaterial({ linewidth: width, vertexColors: true })
  private readonly balls: InstancedMesh
  private readonly gradient = new Gradient()
  private readonly trails: readonly Trail[]
  private lastTime = Number.NEGATIVE_INFINITY
  private segment = 0

  constructor(
    private readonly points: readonly TracePoint[],
    ballRadius: number
  ) {
    this.trails = points.map(() => new Trail())
    this.line = new FatLine(capacity * points.length, { width, colored: true })
    Object.assign(this.through, {
      toneMapped: false,
      transparent: true,
      opacity: 0.3,
      depthTest: false,
      depthWrite: false
    })
    layOver(this.line)
    this.line.object.renderOrder = 3
    const faint = this.line.again(this.through)
    faint.renderOrder = 5
    const paint = new MeshBasicMaterial({ toneMapped: false, fog: false })
    this.balls = new InstancedMesh(new SphereGeometry(ballRadius, 20, 14), paint, points.length)
    this.balls.frustumCulled = false
    this.balls.visible = false // until it is known where the points are
    this.group.add(this.line.object, faint, this.balls)
  }

  setTheme(theme: Theme): void {
    this.gradient.set(theme.trace, theme.stage)
    ;(this.balls.material as MeshBasicMaterial).color.set(theme.trace)
  }

  clear(): void {
    for (const trail of this.trails) trail.length = 0
    this.lastTime = Number.NEGATIVE_INFINITY
  }

  /** Takes the points' places at a time; `q` are the spanning joint positions. */
  record(poses: Float64Array, q: Float64Array, time: number): void {
    if (time < this.lastTime) this.clear()
    const due = time - this.lastTime >= spacing
    if (due) this.lastTime = time
    for (const [i, trace] of this.points.entries()) {
      point.copy(trace.point).applyMatrix4(poseMatrix(poses, trace.body, matrix))
      this.balls.setMatrixAt(i, matrix.makeTranslation(point))
      if (!due) continue
      const trail = this.trails[i] as Trail
      const phase = trace.phase === undefined ? 0 : (q[trace.phase] ?? 0)
      trail.push(time, phase, point)
      while (trail.length > 2 && this.stale(trail, time, phase, trace.phase !== undefined)) {
        trail.drop()
      }
    }
    this.balls.instanceMatrix.needsUpdate = true
    this.balls.visible = true
  }

  private stale(trail: Trail, time: number, phase: number, closed: boolean): boolean {
    const oldest = trail.slot(1)
    const age = time - (trail.ring[oldest] as number)
    if (!closed) return age > lifetime
    return age > longest || Math.abs(phase - (trail.ring[oldest + 1] as number)) > 2 * Math.PI
  }

  /** Writes the lines again; colors follow age as t^1.3. */
  update(): void {
    this.segment = 0
    for (const trail of this.trails) {
      const newest = trail.time(trail.length - 1)
      const span = Math.max(lifetime, newest - trail.time(0))
      const room = this.segment + capacity
      for (let i = 0; i + 1 < trail.length; i++) {
        const gap = trail.time(i + 1) - trail.time(i)
        const pieces = Math.min(finest, Math.max(1, Math.ceil(gap / smooth)))
        trail.bend(i, 0, point)
        for (let piece = 1; piece <= pieces && this.segment < room; piece++) {
          trail.bend(i, piece / pieces, next)
          const age = newest - trail.time(i) - (gap * (piece - 1)) / pieces
          this.write(point, next, age / span, (age - gap / pieces) / span)
          point.copy(next)
        }
      }
    }
    this.line.count = this.segment
    this.line.commit()
  }

  private write(from: Vector3, to: Vector3, fromAge: number, toAge: number): void {
    this.line.set(this.segment, from.x, from.y, from.z, to.x, to.y, to.z)
    const color = (age: number) => this.gradient.at(Math.max(0, age) ** 1.3)
    this.line.tint(this.segment, color(fromAge), color(toAge))
    this.segment++
  }

  dispose(): void {
    this.line.dispose()
    this.through.dispose()
    this.balls.geometry.dispose()
    ;(this.balls.material as MeshBasicMaterial).dispose()
    this.balls.dispose()
    this.group.removeFromParent()
  }
}

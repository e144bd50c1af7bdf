/**
 * Where end points have been in the last two seconds (a closed curve: one full turn): a line that
 * fades into the stage with age, and shines faintly through what covers it.
 */
import { Group, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three'
import { LineMaterial } from 'three/addons/lines/LineMaterial.js'
import type { TracePoint } from './dressings/dressing.ts'
import { FatLine, layOver } from './fat-line.ts'
import { poseMatrix } from './figure.ts'
import { Gradient } from './gradient.ts'
import type { Theme } from './theme.ts'

/** How long an open trace is, and how long a closed one may be [s]. */
const lifetime = 2
const longest = 6
/** Samples kept of one trace, and the least time between two [s]. */
const samples = 512
const spacing = 1 / 120
const width = 2.2

const matrix = new Matrix4()
const point = new Vector3()

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

  drop(): void {
    this.first = (this.first + 1) % samples
    this.length--
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

  constructor(
    private readonly points: readonly TracePoint[],
    ballRadius: number
  ) {
    this.trails = points.map(() => new Trail())
    this.line = new FatLine(samples * points.length, { width, coloured: true })
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
  }

  private stale(trail: Trail, time: number, phase: number, closed: boolean): boolean {
    const oldest = trail.slot(1)
    const age = time - (trail.ring[oldest] as number)
    if (!closed) return age > lifetime
    return age > longest || Math.abs(phase - (trail.ring[oldest + 1] as number)) > 2 * Math.PI
  }

  /** Writes the lines anew; colours follow age as t^1.3. */
  update(): void {
    let segment = 0
    for (const trail of this.trails) {
      const { ring } = trail
      const newest = ring[trail.slot(trail.length - 1)] as number
      const span = Math.max(lifetime, newest - (ring[trail.slot(0)] as number))
      const colour = (slot: number) =>
        this.gradient.at(((newest - (ring[slot] as number)) / span) ** 1.3)
      for (let i = 0; i + 1 < trail.length; i++) {
        const a = trail.slot(i)
        const b = trail.slot(i + 1)
        this.line.set(
          segment,
          ring[a + 2] as number,
          ring[a + 3] as number,
          ring[a + 4] as number,
          ring[b + 2] as number,
          ring[b + 3] as number,
          ring[b + 4] as number
        )
        this.line.tint(segment, colour(a), colour(b))
        segment++
      }
    }
    this.line.count = segment
    this.line.commit()
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

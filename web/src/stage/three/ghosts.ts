/**
 * Earlier poses of the mechanism at equal time intervals: center lines only, after Marey's
 * chronophotographs. The newest has the highest contrast; each is blended from the color of the stage.
 */
import { Group, Matrix4, Vector3 } from 'three'
import { FatLine, layOver } from './fat-line.ts'
import { poseMatrix } from './figure.ts'
import { Gradient } from './gradient.ts'
import type { BodyPoint, GhostPlan } from './styles/style.ts'
import type { Theme } from './theme.ts'

const lineWidth = 1.25
const dotWidth = 4
/** Blend of the oldest and of the newest ghost. */
const faintest = 0.2
const strongest = 0.75
/** A segment this short is drawn as the two round caps at its ends: a dot. */
const speck = 2e-4

const matrix = new Matrix4()
const point = new Vector3()

export class Ghosts {
  readonly group = new Group()
  private readonly lines: FatLine
  private readonly dots: FatLine
  private readonly points: readonly BodyPoint[]
  /** Places of all points, one row for each kept ghost, in a ring. */
  private readonly rows: Float32Array[]
  private readonly gradient = new Gradient()
  private taken = 0
  private lastTick = Number.NaN
  private stale = true

  constructor(private readonly plan: GhostPlan) {
    this.points = plan.lines.flat()
    this.rows = Array.from({ length: plan.count }, () => new Float32Array(3 * this.points.length))
    const segments = plan.lines.reduce((sum, line) => sum + Math.max(0, line.length - 1), 0)
    this.lines = new FatLine(plan.count * segments, { width: lineWidth, colored: true })
    this.dots = new FatLine(plan.count * this.points.length, { width: dotWidth, colored: true })
    for (const line of [this.lines, this.dots]) {
      layOver(line)
      line.object.renderOrder = 2
    }
    this.group.add(this.lines.object, this.dots.object)
    this.group.position.z = -plan.behind
  }

  setTheme(theme: Theme): void {
    this.gradient.set(theme.stage, theme.ghost)
    this.stale = true
  }

  clear(): void {
    this.taken = 0
    this.lastTick = Number.NaN
    this.stale = true
  }

  /** Takes a ghost whenever another interval of simulated time has begun. */
  record(poses: Float64Array, time: number): void {
    const tick = Math.floor(time / this.plan.interval)
    if (tick < this.lastTick) this.clear()
    if (tick === this.lastTick) return
    this.lastTick = tick
    const row = this.rows[this.taken % this.plan.count] as Float32Array
    for (const [i, place] of this.points.entries()) {
      poseMatrix(poses, place.body, matrix)
      point
        .copy(place.point)
        .applyMatrix4(matrix)
        .toArray(row, 3 * i)
    }
    this.taken++
    this.stale = true
  }

  update(): void {
    if (!this.stale) return
    this.stale = false
    const { count, lines, dotEach } = this.plan
    const kept = Math.min(this.taken, count)
    let segment = 0
    let dot = 0
    for (let age = kept - 1; age >= 0; age--) {
      const row = this.rows[(this.taken - 1 - age) % count] as Float32Array
      const blend = strongest + ((faintest - strongest) * age) / Math.max(1, count - 1)
      const color = this.gradient.at(blend)
      let first = 0
      for (const line of lines) {
        for (let i = 0; i < line.length; i++) {
          const at = 3 * (first + i)
          const [x, y, z] = [row[at] as number, row[at + 1] as number, row[at + 2] as number]
          if (dotEach > 0 && (i > 0 || line.length === 2) && i % dotEach === 0) {
            this.dots.set(dot, x, y, z, x + speck, y, z)
            this.dots.tint(dot++, color, color)
          }
          if (i + 1 === line.length) continue
          this.lines.set(
            segment,
            x,
            y,
            z,
            row[at + 3] as number,
            row[at + 4] as number,
            row[at + 5] as number
          )
          this.lines.tint(segment++, color, color)
        }
        first += line.length
      }
    }
    this.lines.count = segment
    this.dots.count = dot
    this.lines.commit()
    this.dots.commit()
  }

  dispose(): void {
    this.lines.dispose()
    this.dots.dispose()
    this.group.removeFromParent()
  }
}

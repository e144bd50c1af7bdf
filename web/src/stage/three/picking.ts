/** Which part is under the pointer: the surface that a ray meets first, or the nearest center line. */
import { type InstancedMesh, Matrix4, Raycaster, Vector3 } from 'three'
import { type Anatomy, meetingPoints } from './anatomy.ts'
import type { Eye } from './camera.ts'
import { type Figure, poseMatrix } from './figure.ts'

export interface Pick {
  readonly body: number
  /** In the world and in the body's own frame (stage's axes). */
  readonly point: Vector3
  readonly local: Vector3
}

/** A moving body's center lines in its own frame. */
export interface CenterLine {
  readonly body: number
  readonly points: readonly Vector3[]
}

export function centerLinesOf(anatomy: Anatomy): CenterLine[] {
  return anatomy.bodies
    .filter(({ index }) => !anatomy.isRotor(index) && !anatomy.isStanding(index))
    .map((body) => ({ body: body.index, points: meetingPoints(anatomy, body) }))
}

const matrix = new Matrix4()
const a = new Vector3()
const b = new Vector3()
const screenA = new Vector3()
const screenB = new Vector3()

/** Parameter in 0..1 of the point of segment ab nearest to (x, y), on the screen. */
function nearestOnSegment(x: number, y: number, from: Vector3, to: Vector3): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  if (square === 0) return 0
  return Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / square))
}

/** A part that a pointer can grab. */
export interface Pickable {
  readonly anatomy: Anatomy
  readonly figure: Figure
  readonly lines: readonly CenterLine[]
  readonly poses: Float64Array
}

export class Picker {
  private readonly caster = new Raycaster()

  /** The part at (x, y) in CSS pixels, or the nearest within `reach` pixels; null for none. */
  pick(
    { figure, anatomy, lines, poses }: Pickable,
    eye: Eye,
    [x, y]: readonly [number, number],
    reach: number
  ): Pick | null {
    eye.cast(x, y, this.caster)
    for (const hit of this.caster.intersectObjects(figure.group.children)) {
      const bodies = figure.parts.get(hit.object)
      if (!bodies || !hit.object.visible) continue
      const body = bodies[(hit.object as InstancedMesh).isInstancedMesh ? (hit.instanceId ?? 0) : 0]
      if (body === undefined || anatomy.isStanding(body)) break
      return this.made(body, hit.point, poses)
    }
    return this.nearest(lines, poses, eye, x, y, reach)
  }

  private made(body: number, point: Vector3, poses: Float64Array): Pick {
    const local = point.clone().applyMatrix4(poseMatrix(poses, body, matrix).invert())
    return { body, point: point.clone(), local }
  }

  private nearest(
    lines: readonly CenterLine[],
    poses: Float64Array,
    eye: Eye,
    x: number,
    y: number,
    reach: number
  ): Pick | null {
    let best = reach
    let found: Pick | null = null
    for (const { body, points } of lines) {
      poseMatrix(poses, body, matrix)
      const from = points[0] as Vector3
      eye.project(a.copy(from).applyMatrix4(matrix), screenA)
      for (const to of points.slice(1)) {
        eye.project(b.copy(to).applyMatrix4(matrix), screenB)
        const t = nearestOnSegment(x, y, screenA, screenB)
        const gapX = screenA.x + t * (screenB.x - screenA.x) - x
        const gapY = screenA.y + t * (screenB.y - screenA.y) - y
        const distance = Math.hypot(gapX, gapY)
        if (distance >= best) continue
        best = distance
        const local = from.clone().lerp(to, t)
        found = { body, local, point: local.clone().applyMatrix4(matrix) }
      }
    }
    return found
  }
}

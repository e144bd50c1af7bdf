import type { Linkwork, Model, PoseTarget } from 'linkwork'
import type { TracedPoint } from '../stage.ts'
import type { Place } from './bars.ts'
import { bodiesOf, ground, treeOf } from './joining.ts'
import type { Sketch, SketchPoint } from './sketch.ts'
import { angleOf, linkOf, pointOf } from './sketch.ts'
import { toMechanism } from './to-mechanism.ts'

/** The path of a point over a full turn, or over the range of the linkage. */
export interface Curve {
  readonly point: string
  readonly places: readonly Place[]
  readonly isClosed: boolean
}

/** Points of a turn. */
const turns = 120
const step = (2 * Math.PI) / turns
/** Returns the paths of points while the motor, or a link on the ground, turns. */
export function curvesOf(linkwork: Linkwork, sketch: Sketch): Curve[] {
  const traced = sketch.points.filter((point) => isTraced(sketch, point))
  const driver = driverOf(sketch)
  if (traced.length === 0 || driver === undefined) return []
  const bare = { ...sketch, springs: [] }
  using model = linkwork.model(toMechanism(bare).mechanism)
  const forward = sweep(model, bare, driver, 1)
  const isClosed = forward.length === turns
  const backward = isClosed ? [] : sweep(model, bare, driver, -1)
  const drawings = [...backward.toReversed(), sketch, ...forward]
  return traced.map(({ id }) => ({
    point: id,
    isClosed,
    places: drawings.map((each): Place => {
      const { x, z } = pointOf(each, id)
      return [x, z]
    })
  }))
}

/** The drawing at each step of a rotating link, over its range. */
function sweep(model: Model, sketch: Sketch, link: string, side: 1 | -1): Sketch[] {
  const seen: Sketch[] = []
  const start = angleOf(sketch, linkOf(sketch, link))
  let q = model.start.q
  for (let i = 1; i <= turns; i++) {
    const half = (start + side * i * step) / 2
    const target: PoseTarget = {
      frame: link,
      position: [0, 0, 0],
      positionWeight: 0,
      rotation: [0, -Math.sin(half), 0, Math.cos(half)]
    }
    const found = model.inverseKinematics([target], { q }, { iterations: 20 })
    if (!found.isReached) break
    q = found.q.slice()
    seen.push(drawnAt(sketch, model.poses({ q })))
  }
  return seen
}

/** Free ends of frames, and marked points. */
const isTraced = (sketch: Sketch, point: SketchPoint): boolean =>
  point.traced || (freeOn(sketch, point)?.points.length ?? 0) > 2

/** The link that a point belongs to where nothing is pinned to it. */
function freeOn({ links, sliders }: Sketch, { id, ground: isGround }: SketchPoint) {
  const through = links.filter(({ points }) => points.includes(id))
  const isPin = through.length > 1 || isGround || sliders.some(({ point }) => point === id)
  return isPin ? undefined : through[0]
}

/** Returns the points that leave traces: marked ones, and free ends. */
export function tracedIn(sketch: Sketch): TracedPoint[] {
  return sketch.points.flatMap((point) => {
    const isEnd = point.traced || (freeOn(sketch, point)?.points.length ?? 0) > 1
    const link = sketch.links.find(({ points, fixed }) => points.includes(point.id) && !fixed)
    if (!isEnd || !link) return []
    const [x, z] = localOf(sketch, link.id, point.id)
    return [{ body: link.id, point: [x, 0, z] as const }]
  })
}

/** The link that leads round: the motor's, or one that is pinned to the ground. */
function driverOf(sketch: Sketch): string | undefined {
  const { joins } = treeOf(sketch)
  const [motor] = sketch.motors
  return motor?.link ?? joins.find(({ kind, parent }) => kind === 'pin' && parent === ground)?.child
}

/** The drawing where its bodies are: seven numbers each, in the order of the mechanism's. */
export function drawnAt(sketch: Sketch, poses: ArrayLike<number>): Sketch {
  const names = bodiesOf(sketch)
  const poseOf = (body: string) => {
    const at = 7 * names.indexOf(body)
    const [x = 0, z = 0, sine = 0, cosine = 1] = [at, at + 2, at + 4, at + 6].map((i) => poses[i])
    return { x, z, angle: -2 * Math.atan2(sine, cosine) }
  }
  const moved = new Map<string, Place>()
  for (const link of sketch.links) {
    const [first] = link.points
    if (link.fixed || first === undefined) continue
    const origin = pointOf(sketch, first)
    const { x, z, angle } = poseOf(link.id)
    const turn = angle - angleOf(sketch, link)
    const [c, s] = [Math.cos(turn), Math.sin(turn)]
    for (const id of link.points) {
      const point = pointOf(sketch, id)
      const [dx, dz] = [point.x - origin.x, point.z - origin.z]
      moved.set(id, [x + c * dx - s * dz, z + s * dx + c * dz])
    }
  }
  return {
    ...sketch,
    points: sketch.points.map((point) => {
      const [x, z] = moved.get(point.id) ?? [point.x, point.z]
      return point.ground ? point : { ...point, x, z }
    }),
    links: sketch.links.map((link) =>
      link.points.length === 1 && !link.fixed ? { ...link, angle: poseOf(link.id).angle } : link
    )
  }
}

/** A point in the frame of a link that it belongs to. */
export function localOf(sketch: Sketch, id: string, point: string): Place {
  const link = linkOf(sketch, id)
  const { x, z } = pointOf(sketch, point)
  const origin = pointOf(sketch, link.points[0] ?? point)
  const angle = angleOf(sketch, link)
  const [dx, dz] = [x - origin.x, z - origin.z]
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return [c * dx + s * dz, -s * dx + c * dz]
}

/** Moves a linkage by one of its points; lengths are unchanged. */
export class Puller {
  readonly #sketch: Sketch
  readonly #model: Model
  #q: Float64Array

  constructor(linkwork: Linkwork, sketch: Sketch) {
    this.#sketch = { ...sketch, springs: [] }
    const { mechanism } = toMechanism(this.#sketch)
    this.#model = linkwork.model(mechanism)
    this.#q = this.#model.start.q
  }

  /** The drawing with a point as near to a place as it can get. */
  pull(point: string, [x, z]: Place): Sketch | undefined {
    const link = this.#sketch.links.find(({ points, fixed }) => points.includes(point) && !fixed)
    if (!link) return undefined
    const [px, pz] = localOf(this.#sketch, link.id, point)
    const frame = { position: [px, 0, pz] as const }
    const target = { frame: { body: link.id, frame }, position: [x, 0, z] as const }
    try {
      const found = this.#model.inverseKinematics([target], { q: this.#q }, { iterations: 30 })
      this.#q = found.q.slice()
      return drawnAt(this.#sketch, this.#model.poses({ q: this.#q }))
    } catch {
      return undefined
    }
  }

  dispose(): void {
    this.#model.dispose()
  }
}

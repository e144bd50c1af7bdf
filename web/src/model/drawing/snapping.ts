import type { Place } from './bars.ts'
import { barsOf } from './bars.ts'
import { beltArcs, beltRuns } from './belts.ts'
import type { End } from './editing.ts'
import { pointOf, radiiOf, type Sketch } from './sketch.ts'

/** Targets of snapping, and the largest distances to them [m]. */
export interface Snapping {
  readonly reach: number
  readonly grid: number
  /** The start of the drawn link. */
  readonly from?: Place | undefined
  /** Its length, where that is typed. */
  readonly length?: number | undefined
}

/** Directions that a link takes by itself, and how near it must be to them [rad]. */
const [sector, near] = [Math.PI / 12, 0.05]

const apart = ([ax, az]: Place, [bx, bz]: Place) => Math.hypot(ax - bx, az - bz)

/** A point or a link at a place. */
export function endAt(sketch: Sketch, at: Place, reach: number): End {
  const point = nearest(sketch.points, ({ x, z }) => apart([x, z], at), reach)
  if (point) return { place: [point.x, point.z], point: point.id }
  const link = nearest(sketch.links, (each) => apart(onLink(sketch, each.points, at), at), reach)
  if (link) return { place: onLink(sketch, link.points, at), link: link.id }
  return { place: at }
}

/** The gear or belt whose rim, or straight run, is at a place. */
export function gearAt(sketch: Sketch, at: Place, reach: number): string | undefined {
  const off = (gear: Sketch['gears'][number]) => {
    const [ra, rb] = radiiOf(sketch, gear)
    const [a, b] = [gear.a, gear.b].map(({ point }): Place => {
      const { x, z } = pointOf(sketch, point)
      return [x, z]
    })
    if (!a || !b) return Number.POSITIVE_INFINITY
    const rims = Math.min(Math.abs(apart(a, at) - ra), Math.abs(apart(b, at) - rb))
    if (gear.belt === undefined) return rims
    const runs = beltRuns(beltArcs(a, b, [ra, rb]))
    return Math.min(rims, ...runs.map(([from, to]) => apart(onBar(from, to, at), at)))
  }
  return nearest(sketch.gears, off, reach)?.id
}

/** The spring that runs by a place. */
export function springAt(sketch: Sketch, at: Place, reach: number): string | undefined {
  const off = ({ from, to }: Sketch['springs'][number]) => apart(onLink(sketch, [from, to], at), at)
  return nearest(sketch.springs, off, reach)?.id
}

function nearest<Item>(
  items: readonly Item[],
  distance: (item: Item) => number,
  reach: number
): Item | undefined {
  let best: { item: Item; off: number } | undefined
  for (const item of items) {
    const off = distance(item)
    if (off <= reach && off < (best?.off ?? Number.POSITIVE_INFINITY)) best = { item, off }
  }
  return best?.item
}

/** The place of a link that is nearest to another one. */
function onLink(sketch: Sketch, ids: readonly string[], at: Place): Place {
  const places = ids.map((id): Place => {
    const { x, z } = pointOf(sketch, id)
    return [x, z]
  })
  const found = barsOf(places).map(({ from, to }) => onBar(from, to, at))
  const far: Place = [Number.POSITIVE_INFINITY, 0]
  return found.reduce((best, each) => (apart(each, at) < apart(best, at) ? each : best), far)
}

function onBar(from: Place, to: Place, at: Place): Place {
  const [dx, dz] = [to[0] - from[0], to[1] - from[1]]
  const along = ((at[0] - from[0]) * dx + (at[1] - from[1]) * dz) / (dx * dx + dz * dz)
  const t = Math.min(1, Math.max(0, along))
  return [from[0] + t * dx, from[1] + t * dz]
}

const rounded = (value: number, grid: number) =>
  Number((Math.round(value / grid) * grid).toFixed(9))

/** The target of the pointer: an existing point or link, a direction of 15°, or the grid. */
export function snap(sketch: Sketch, at: Place, { reach, grid, from, length }: Snapping): End {
  if (from && length !== undefined) {
    const angle = direction(from, at)
    return { place: [from[0] + length * Math.cos(angle), from[1] + length * Math.sin(angle)] }
  }
  const end = endAt(sketch, at, reach)
  if (end.point !== undefined || end.link !== undefined) return end
  if (from) {
    const angle = direction(from, at)
    const way = apart(from, at)
    const isTurned = angle !== Math.atan2(at[1] - from[1], at[0] - from[0])
    const long = rounded(way, grid)
    if (isTurned && long > 0)
      return { place: [from[0] + long * Math.cos(angle), from[1] + long * Math.sin(angle)] }
  }
  return { place: [rounded(at[0], grid), rounded(at[1], grid)] }
}

/** The direction from one place to another, or the one of 15° that it is nearly. */
export function direction(from: Place, to: Place): number {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
  const even = Math.round(angle / sector) * sector
  return Math.abs(angle - even) < near ? even : angle
}

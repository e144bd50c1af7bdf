import type { Place } from './bars.ts'
import {
  distanceOf,
  type GearWheel,
  linkOf,
  mostOfWay,
  plainBar,
  pointOf,
  radiiAt,
  radiiOf,
  type Sketch,
  type SketchLink,
  type SketchPoint
} from './sketch.ts'

/** Changes of a sketch, each of which gives another one. */

/** An end of a new part: an existing point, a place on a link, or a free place. */
export interface End {
  readonly place: Place
  readonly point?: string
  readonly link?: string
}

interface Placed {
  readonly sketch: Sketch
  readonly point: string
}

/** "A" to "Z", then "A1" and so on: the first that is not taken. */
export function freshPoint({ points }: Sketch): string {
  const taken = new Set(points.map(({ id }) => id))
  for (let i = 0; ; i++) {
    const name = String.fromCharCode(65 + (i % 26)) + (i < 26 ? '' : Math.floor(i / 26))
    if (!taken.has(name)) return name
  }
}

function fresh(list: readonly { readonly id: string }[], word: string): string {
  const taken = new Set(list.map(({ id }) => id))
  for (let i = 1; ; i++) if (!taken.has(`${word} ${i}`)) return `${word} ${i}`
}

/** The point at an end, which is made where there is none. */
export function place(sketch: Sketch, { place: [x, z], point, link }: End): Placed {
  if (point !== undefined) return { sketch, point }
  const id = freshPoint(sketch)
  return {
    point: id,
    sketch: {
      ...sketch,
      points: [...sketch.points, { id, x, z }],
      links: sketch.links.map((each) =>
        each.id === link ? { ...each, points: [...each.points, id] } : each
      )
    }
  }
}

/** A link from one end to another; none where these are one point. */
export function addLink(sketch: Sketch, from: End, to: End): Sketch {
  const start = place(sketch, from)
  const end = place(start.sketch, to)
  if (start.point === end.point) return sketch
  const id = fresh(sketch.links, 'link')
  const link: SketchLink = { id, points: [start.point, end.point], ...plainBar }
  return { ...end.sketch, links: [...end.sketch.links, link] }
}

const change = <Item extends { readonly id: string }>(
  list: readonly Item[],
  id: string,
  by: Partial<Item>
): Item[] => list.map((each) => (each.id === id ? { ...each, ...by } : each))

export const changePoint = (sketch: Sketch, id: string, by: Partial<SketchPoint>): Sketch => ({
  ...sketch,
  points: change(sketch.points, id, by)
})

export const changeLink = (sketch: Sketch, id: string, by: Partial<SketchLink>): Sketch => ({
  ...sketch,
  links: change(sketch.links, id, by)
})

/** Pins a point to the ground, or frees it; a link is made part of the ground, or freed. */
export function toggleGround(sketch: Sketch, end: End): Sketch {
  if (end.point !== undefined)
    return changePoint(sketch, end.point, { ground: !pointOf(sketch, end.point).ground })
  if (end.link === undefined) {
    const placed = place(sketch, end)
    return changePoint(placed.sketch, placed.point, { ground: true })
  }
  return changeLink(sketch, end.link, { fixed: !linkOf(sketch, end.link).fixed })
}

/** A block at a point on a line of the ground, or on a link's own. */
export function addSlider(sketch: Sketch, at: End, angle: number, on?: string): Sketch {
  const { sketch: next, point } = place(sketch, at)
  const others = next.sliders.filter((each) => each.point !== point)
  const id = fresh(others, 'slider')
  const slider = { id, point, angle: on === undefined ? angle : 0, ...(on ? { on } : {}) }
  return { ...next, sliders: [...others, slider] }
}

/**
 * A pair of gears about two points, or of wheels with a belt, which are made where there are none. An
 * end in the open is pinned to the ground. A belt goes round the wheels that are there; the sum of the
 * radii of new ones is half of the way between them. None where both ends are one place.
 */
export function addGear(
  sketch: Sketch,
  from: End,
  to: End,
  { ratio, isBelt = false }: { readonly ratio?: number | undefined; readonly isBelt?: boolean } = {}
): Sketch {
  const start = place(sketch, from)
  const end = place(start.sketch, to)
  if (distanceOf(end.sketch, start.point, end.point) === 0) return sketch
  let next = grounded(end.sketch, [from, to], [start.point, end.point])
  const wheelAt = (point: string, other: string) => {
    const found = next.links.find(
      ({ points, fixed }) => points.includes(point) && !points.includes(other) && !fixed
    )
    if (found) return { link: found.id, point }
    const id = fresh(next.links, 'wheel')
    next = { ...next, links: [...next.links, { id, points: [point], angle: 0, ...plainBar }] }
    return { link: id, point }
  }
  const a = wheelAt(start.point, end.point)
  const b = wheelAt(end.point, start.point)
  const gear = isBelt
    ? { id: fresh(next.gears, 'belt'), a, b, ...beltBetween(next, a, b, ratio) }
    : { id: fresh(next.gears, 'gear'), a, b, ratio: ratio ?? 1 }
  return { ...next, gears: [...next.gears, gear] }
}

/** The ratio of a new belt and the radius of its first wheel. */
function beltBetween(sketch: Sketch, a: GearWheel, b: GearWheel, typed: number | undefined) {
  const distance = distanceOf(sketch, a.point, b.point)
  const [first, second] = [a, b].map((wheel) => wheelAbout(sketch, wheel))
  const ratio = typed ?? (first && second ? first / second : 1)
  const made = radiiAt(distance / 2, ratio)[0]
  const belt = first ?? (second && ratio * second) ?? made
  const isFit = belt + belt / ratio <= mostOfWay * distance
  return { ratio, belt: isFit ? belt : made }
}

/** The radius of the wheel that a link has about a point. */
function wheelAbout(sketch: Sketch, { link, point }: GearWheel): number | undefined {
  const radii = sketch.gears.flatMap((gear) =>
    radiiOf(sketch, gear).filter((_, i) => {
      const wheel = i === 0 ? gear.a : gear.b
      return wheel.link === link && wheel.point === point
    })
  )
  return radii.length > 0 ? Math.max(...radii) : undefined
}

/** Ends in the open are pinned to the ground. */
function grounded(sketch: Sketch, ends: readonly End[], points: readonly string[]): Sketch {
  const isOpen = (id: string) =>
    ends.some(({ point, link }, i) => points[i] === id && point === undefined && link === undefined)
  return {
    ...sketch,
    points: sketch.points.map((each) => (isOpen(each.id) ? { ...each, ground: true } : each))
  }
}

/** A spring that is slack as it is drawn; an end in the open is pinned to the ground. */
export function addSpring(sketch: Sketch, from: End, to: End): Sketch {
  const start = place(sketch, from)
  const end = place(start.sketch, to)
  if (start.point === end.point) return sketch
  const spring = {
    id: fresh(sketch.springs, 'spring'),
    from: start.point,
    to: end.point,
    stiffness: 100,
    damping: 0,
    rest: distanceOf(end.sketch, start.point, end.point)
  }
  const next = grounded(end.sketch, [from, to], [start.point, end.point])
  return { ...next, springs: [...next.springs, spring] }
}

/** A motor at a pin, or none where there is one. */
export function toggleMotor(sketch: Sketch, point: string): Sketch {
  const others = sketch.motors.filter((each) => each.point !== point)
  if (others.length < sketch.motors.length) return { ...sketch, motors: others }
  const link = sketch.links.find(({ points, fixed }) => points.includes(point) && !fixed)
  if (!link) return sketch
  const motor = { id: fresh(others, 'motor'), point, link: link.id, speed: 3 }
  return { ...sketch, motors: [...others, motor] }
}

/** Removes a point or a link, with the parts that are attached only to them. */
export function erase(sketch: Sketch, { point, link }: End): Sketch {
  if (point !== undefined) {
    const links = sketch.links
      .filter(({ points }) => !points.includes(point) || points.length > 2)
      .map((each) => ({ ...each, points: each.points.filter((id) => id !== point) }))
    return pruned({ ...sketch, points: sketch.points.filter(({ id }) => id !== point), links })
  }
  if (link === undefined) return sketch
  return pruned({ ...sketch, links: sketch.links.filter(({ id }) => id !== link) })
}

/** Removes a part other than a point or a link. */
export function remove(
  sketch: Sketch,
  kind: 'sliders' | 'gears' | 'springs' | 'motors',
  id: string
): Sketch {
  const list = sketch[kind] as readonly { readonly id: string }[]
  return pruned({ ...sketch, [kind]: list.filter((each) => each.id !== id) })
}

/** Removes references to deleted parts, and unused points. */
export function pruned(sketch: Sketch): Sketch {
  const links = new Set(sketch.links.map(({ id }) => id))
  const has = (id: string) => sketch.points.some((point) => point.id === id)
  const sliders = sketch.sliders.filter(
    ({ point, on }) => has(point) && (on === undefined || links.has(on))
  )
  const gears = sketch.gears.filter(({ a, b }) =>
    [a, b].every(({ link, point }) => links.has(link) && has(point))
  )
  const springs = sketch.springs.filter(({ from, to }) => has(from) && has(to))
  const motors = sketch.motors.filter(({ point, link }) => has(point) && links.has(link))
  const used = new Set([
    ...sketch.links.flatMap(({ points }) => points),
    ...springs.flatMap(({ from, to }) => [from, to])
  ])
  const points = sketch.points.filter(({ id, ground }) => used.has(id) || ground)
  return { ...sketch, points, sliders, gears, springs, motors }
}

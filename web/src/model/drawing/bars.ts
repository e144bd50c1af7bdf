import type { Body, Shape, Vector3 } from 'linkwork'
import type { SketchLink } from './sketch.ts'
import { materials } from './sketch.ts'

/** A place in a body's x–z plane [m]. */
export type Place = readonly [x: number, z: number]

/** One straight piece of a link. */
interface Bar {
  readonly from: Place
  readonly to: Place
}

/** A wheel about a place of a link, the first if none is said. */
export interface Wheel {
  readonly radius: number
  readonly at?: number
  /** Whether its teeth point inwards. */
  readonly isRing?: boolean
  /** Whether a belt runs round it. */
  readonly isPulley?: boolean
}

/** Mass, its center and inertia of a link of bars, and of its wheel. */
export function massOf(
  link: SketchLink,
  places: readonly Place[],
  { radius, isRing, at = 0 }: Wheel
): Pick<Body, 'mass' | 'centerOfMass' | 'inertia'> {
  const density = materials[link.material]
  const pieces = barsOf(places).map(({ from, to }) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    const mass = density * link.thickness * link.width * (length + link.width)
    // Pivots that are brought together leave a square.
    const along: Place =
      length > 0 ? [(to[0] - from[0]) / length, (to[1] - from[1]) / length] : [1, 0]
    const middle: Place = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    return { mass, middle, along, length: length + link.width, width: link.width }
  })
  const center = places[at] ?? [0, 0]
  if (radius > 0) {
    const area = isRing ? 2 * Math.PI * radius * link.width : Math.PI * radius ** 2
    const mass = density * link.thickness * area
    // A square of this edge has the inertia of the disc, or of the ring.
    const edge = Math.sqrt(isRing ? 6 : 3) * radius
    pieces.push({ mass, middle: center, along: [1, 0], length: edge, width: edge })
  }
  const mass = pieces.reduce((sum, piece) => sum + piece.mass, 0)
  const mean = (axis: 0 | 1) =>
    pieces.reduce((sum, piece) => sum + piece.mass * piece.middle[axis], 0) / mass
  const [x, z] = [mean(0), mean(1)]
  let [xx, yy, zz, xz] = [0, 0, 0, 0]
  for (const { mass: m, middle, along, length, width } of pieces) {
    const [dx, dz] = [middle[0] - x, middle[1] - z]
    const [u, w] = along
    const about = (m * (width ** 2 + link.thickness ** 2)) / 12
    const across = (m * (length ** 2 + link.thickness ** 2)) / 12
    xx += about * u * u + across * w * w + m * dz * dz
    zz += about * w * w + across * u * u + m * dx * dx
    xz += (about - across) * u * w - m * dx * dz
    yy += (m * (length ** 2 + width ** 2)) / 12 + m * (dx * dx + dz * dz)
  }
  return { mass, centerOfMass: [x, 0, z], inertia: [xx, yy, zz, 0, xz, 0] }
}

/** Returns the shapes of a link in its layer: plates, pins and wheel. */
export function shapesOf(
  link: SketchLink,
  places: readonly Place[],
  wheel: Wheel,
  layer: number
): Shape[] {
  const y = depthOf(link, layer)
  const at = ([x, z]: Place): Vector3 => [x, y, z]
  const plates = barsOf(places).flatMap(({ from, to }): Shape | never[] => {
    const turn = -Math.atan2(to[1] - from[1], to[0] - from[0]) / 2
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    if (length === 0) return []
    return {
      type: 'box',
      size: [length, link.thickness, link.width],
      frame: {
        position: at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]),
        rotation: [0, Math.sin(turn), 0, Math.cos(turn)]
      }
    }
  })
  const disc = (place: Place, radius: number, length: number) => discAt(at(place), radius, length)
  const ends = places.map((place) => disc(place, link.width / 2, link.thickness))
  const pins = places.map((place) => disc(place, 0.22 * link.width, 3 * link.thickness))
  const { radius, isRing } = wheel
  const middle = places[wheel.at ?? 0]
  if (radius === 0 || !middle) return [...plates, ...ends, ...pins]
  const { frame } = disc(middle, radius, link.thickness)
  if (!isRing) return [...plates, ...wheelAt(at(middle), radius, link.thickness), ...ends, ...pins]
  const minorRadius = link.width / 3
  const ring: Shape = {
    type: 'torus',
    majorRadius: radius + minorRadius,
    minorRadius,
    ...(frame ? { frame } : {})
  }
  return [...plates, ring, ...(places.length > 1 ? [...ends, ...pins] : [])]
}

/** Returns the position of a layer along y, toward the camera [m]. */
export const depthOf = ({ thickness }: Pick<SketchLink, 'thickness'>, layer: number) =>
  -1.15 * layer * thickness

/** A disc in the plane. */
export const discAt = (position: Vector3, radius: number, length: number): Shape => ({
  type: 'cylinder',
  radius,
  length,
  frame: { position, rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] }
})

/** A disc with a mark that shows its rotation. */
export function wheelAt([x, y, z]: Vector3, radius: number, length: number): Shape[] {
  const mark: Shape = {
    type: 'box',
    size: [0.7 * radius, 1.1 * length, 0.08 * radius],
    color: innerColor,
    frame: { position: [x + 0.55 * radius, y, z] }
  }
  return [discAt([x, y, z], radius, length), mark]
}

/** Of the stage's inner parts, which stand out from links in either theme. */
export const innerColor = '#6d7579'

/** The pieces of a link: round the hull of its places; what lies inside is held by a piece of its own. */
export function barsOf(places: readonly Place[]): Bar[] {
  if (places.length < 2) return []
  const hull = hullOf(places)
  const [first] = hull
  if (!first) return []
  const rim = hull.length === 2 ? hull.slice(0, 1) : hull
  const bars = rim.map((from, i) => ({ from, to: hull[(i + 1) % hull.length] ?? first }))
  const inside = places.filter((place) => !isOnRim(bars, place))
  return [...bars, ...inside.map((to) => ({ from: nearest(hull, to), to }))]
}

const nearest = (hull: readonly Place[], [x, z]: Place): Place =>
  hull.reduce((best, each) =>
    Math.hypot(each[0] - x, each[1] - z) < Math.hypot(best[0] - x, best[1] - z) ? each : best
  )

function isOnRim(bars: readonly Bar[], [x, z]: Place): boolean {
  return bars.some(({ from, to }) => {
    const way = Math.hypot(to[0] - from[0], to[1] - from[1])
    const there = Math.hypot(x - from[0], z - from[1]) + Math.hypot(x - to[0], z - to[1])
    return there - way < 1e-9 * (1 + way)
  })
}

/** Corners of the convex hull, counterclockwise; the two ends of places in a line. */
function hullOf(places: readonly Place[]): Place[] {
  const sorted = [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (order: readonly Place[]) => {
    const chain: Place[] = []
    for (const place of order) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), place) <= 1e-12) chain.pop()
      chain.push(place)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

const turn = ([ax, az]: Place = [0, 0], [bx, bz]: Place = [0, 0], [cx, cz]: Place) =>
  (bx - ax) * (cz - az) - (bz - az) * (cx - ax)

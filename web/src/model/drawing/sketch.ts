/**
 * A planar linkage as it is drawn, in the world's x–z plane; meters, radians, kilograms. Angles are
 * counterclockwise as one looks along +y.
 */
export interface Sketch {
  readonly name: string
  readonly points: readonly SketchPoint[]
  readonly links: readonly SketchLink[]
  readonly sliders: readonly SketchSlider[]
  readonly gears: readonly SketchGear[]
  readonly springs: readonly SketchSpring[]
  readonly motors: readonly SketchMotor[]
}

/** Links that have a point in common are pinned to each other there. */
export interface SketchPoint {
  /** "A", "B", … */
  readonly id: string
  readonly x: number
  readonly z: number
  /** Whether the links at this point are also pinned to the ground. */
  readonly ground?: boolean
  /** Whether it leaves a curve, where it is no pin. */
  readonly traced?: boolean
}

/** A rigid bar through two points, a frame through more, or a wheel about one. */
export interface SketchLink {
  readonly id: string
  readonly points: readonly string[]
  readonly material: Material
  /** Across the plane, and of a bar within it [m]. */
  readonly thickness: number
  readonly width: number
  /** Whether it is part of the ground. */
  readonly fixed?: boolean
  /** Of a wheel: how far it is turned. */
  readonly angle?: number
}

/** A block at a point, which slides along a line on the ground or on a link. */
export interface SketchSlider {
  readonly id: string
  readonly point: string
  /** The link of the line; none: the ground. */
  readonly on?: string
  /** Of the line: from the x axis, or from the link's first two points. */
  readonly angle: number
}

/** One end of a gear: a wheel that is one with a link, about a point of it. */
export interface GearWheel {
  readonly link: string
  readonly point: string
}

/**
 * Two wheels that roll on each other, or that a belt runs round; b turns `ratio` times as fast as a, seen
 * from what holds both.
 */
export interface SketchGear {
  readonly id: string
  readonly a: GearWheel
  readonly b: GearWheel
  /** > 0; of an inner one, where a is the ring round b, > 1. */
  readonly ratio: number
  readonly inner?: boolean
  /** Of a belt: the radius of a's wheel [m]. */
  readonly belt?: number
}

/** A spring between two points, slack at a length. */
export interface SketchSpring {
  readonly id: string
  readonly from: string
  readonly to: string
  /** [N/m] */
  readonly stiffness: number
  /** [N s/m] */
  readonly damping: number
  /** [m] */
  readonly rest: number
}

/** Turns a link about a point at a speed, relative to the link that it is pinned to. */
export interface SketchMotor {
  readonly id: string
  readonly point: string
  readonly link: string
  /** [rad/s] */
  readonly speed: number
}

/** Densities [kg/m³]. */
export const materials = {
  steel: 7850,
  aluminium: 2700,
  brass: 8500,
  acrylic: 1180,
  birch: 680
} as const

export type Material = keyof typeof materials

export const emptySketch: Sketch = {
  name: 'Drawing',
  points: [],
  links: [],
  sliders: [],
  gears: [],
  springs: [],
  motors: []
}

/** Whether nothing is drawn in it. */
export const isEmpty = ({ points, links }: Sketch): boolean => points.length + links.length === 0

export const plainBar = { material: 'aluminium', thickness: 0.008, width: 0.024 } as const

export function pointOf(sketch: Sketch, id: string): SketchPoint {
  const found = sketch.points.find((point) => point.id === id)
  if (!found) throw new Error(`no point is named "${id}"`)
  return found
}

export function linkOf(sketch: Sketch, id: string): SketchLink {
  const found = sketch.links.find((link) => link.id === id)
  if (!found) throw new Error(`no link is named "${id}"`)
  return found
}

/** Angle of a link: direction from its first point to its second. */
export function angleOf(
  sketch: Sketch,
  { points: [first, second], angle = 0 }: SketchLink
): number {
  if (first === undefined || second === undefined) return angle
  const [a, b] = [pointOf(sketch, first), pointOf(sketch, second)]
  return Math.atan2(b.z - a.z, b.x - a.x)
}

/** The most of the way between them that a belt's wheels may take. */
export const mostOfWay = 0.9

/** Radii of the wheels of a gear, which touch, or of a belt, which do not. */
export function radiiOf(
  sketch: Sketch,
  { a, b, ratio, inner, belt }: SketchGear
): [number, number] {
  const distance = distanceOf(sketch, a.point, b.point)
  if (belt === undefined) return radiiAt(distance, ratio, inner)
  const fit = Math.min(1, (mostOfWay * distance) / (belt + belt / ratio))
  return [fit * belt, (fit * belt) / ratio]
}

/** How far apart two points are. */
export function distanceOf(sketch: Sketch, one: string, other: string): number {
  const [from, to] = [pointOf(sketch, one), pointOf(sketch, other)]
  return Math.hypot(to.x - from.x, to.z - from.z)
}

/** r_a = ratio · r_b, and r_a + r_b, or r_a − r_b of an inner gear, is the distance. */
export function radiiAt(distance: number, ratio: number, inner = false): [number, number] {
  const small = distance / (inner ? ratio - 1 : ratio + 1)
  return [ratio * small, small]
}

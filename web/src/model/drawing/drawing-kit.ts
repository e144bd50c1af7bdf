import { plainBar, type Sketch, type SketchLink, type SketchPoint } from './sketch.ts'

/** Short ways to write sketches down. */

export type Spot = readonly [x: number, z: number]

/** Points by name; those that are listed are on the ground. */
export function pointsOf(
  spots: Readonly<Record<string, Spot>>,
  grounded: string,
  traced = ''
): SketchPoint[] {
  return Object.entries(spots).map(([id, [x, z]]) => ({
    id,
    x,
    z,
    ...(grounded.includes(id) ? { ground: true } : {}),
    ...(traced.includes(id) ? { traced: true } : {})
  }))
}

/** Links by name, each through the points whose names are letters of a word. */
export function linksOf(words: Readonly<Record<string, string>>): SketchLink[] {
  return Object.entries(words).map(([id, word]) => ({ id, points: [...word], ...plainBar }))
}

export const drawn = (parts: Pick<Sketch, 'name'> & Partial<Sketch>): Sketch => ({
  points: [],
  links: [],
  sliders: [],
  gears: [],
  springs: [],
  motors: [],
  ...parts
})

export const polar = ([x, z]: Spot, radius: number, angle: number): Spot => [
  x + radius * Math.cos(angle),
  z + radius * Math.sin(angle)
]

/**
 * Returns the intersection of circles around two points, left (1) or right (−1) of the line between
 * them.
 */
export function meet(a: Spot, ra: number, b: Spot, rb: number, side: 1 | -1): Spot {
  const [dx, dz] = [b[0] - a[0], b[1] - a[1]]
  const distance = Math.hypot(dx, dz)
  const along = (distance ** 2 + ra ** 2 - rb ** 2) / (2 * distance)
  const off = side * Math.sqrt(ra ** 2 - along ** 2)
  const [u, w] = [dx / distance, dz / distance]
  return [a[0] + along * u - off * w, a[1] + along * w + off * u]
}

/** Spots in a unit of their own [m]. */
export function scaled<Name extends string>(
  unit: number,
  spots: Readonly<Record<Name, Spot>>
): Record<Name, Spot> {
  return Object.fromEntries(
    Object.entries<Spot>(spots).map(([name, [x, z]]) => [name, [unit * x, unit * z]])
  ) as unknown as Record<Name, Spot>
}

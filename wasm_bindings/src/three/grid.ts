/** Distances from place to place, in x and in y [m]. */
export type Pitch = readonly [x: number, y: number]

/** Rings about the middle of a grid that hold so many places; the middle itself stays free. */
export const gridRings = (count: number): number => Math.ceil((Math.sqrt(count + 1) - 1) / 2)

/** So many places (x, y) about the middle of a grid, ring by ring. */
export function gridPlaces(count: number, [dx, dy]: Pitch): Float64Array {
  const rings = gridRings(count)
  const side = Array.from({ length: 2 * rings + 1 }, (_, i) => i - rings)
  const cells = side.flatMap((row) => side.map((column) => [column, row] as const))
  const ring = ([column, row]: readonly [number, number]) =>
    Math.max(Math.abs(column), Math.abs(row))
  const chosen = cells.sort((a, b) => ring(a) - ring(b)).slice(1, count + 1)
  return Float64Array.from(chosen.flatMap(([column, row]) => [column * dx, row * dy]))
}

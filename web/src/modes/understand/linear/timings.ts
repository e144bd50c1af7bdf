/** How a step is taken: by the recursion, or by a mass matrix and its factors. */
export type Solve = 'recursion' | 'dense'

export const solves: readonly Solve[] = ['recursion', 'dense']

/** Links of the chains that "measure all" measures: 1-2-5, and both ends. */
export const ladder: readonly number[] = [
  2,
  5,
  ...[10, 100, 1000, 10_000].flatMap((decade) => [decade, 2 * decade, 5 * decade]),
  100_000
]

/** The longest chain whose mass matrix is factored. */
export const mostDense = 500

/** Number of links from which the power law is fitted: above it, constant costs are small. */
export const fittedFrom: Readonly<Record<Solve, number>> = { recursion: 100, dense: 50 }

export interface Point {
  readonly links: number
  /** Of one step [µs]. */
  readonly time: number
}

/** time = factor · links^exponent */
export interface Power {
  readonly exponent: number
  readonly factor: number
}

/** The times that have been measured. */
export class Timings {
  readonly #of: Readonly<Record<Solve, Map<number, number>>> = {
    recursion: new Map(),
    dense: new Map()
  }

  set(solve: Solve, links: number, time: number): void {
    this.#of[solve].set(links, time)
  }

  get(solve: Solve, links: number): number | undefined {
    return this.#of[solve].get(links)
  }

  clear(): void {
    for (const solve of solves) this.#of[solve].clear()
  }

  /** By links. */
  points(solve: Solve): Point[] {
    return [...this.#of[solve]]
      .map(([links, time]) => ({ links, time }))
      .sort((one, other) => one.links - other.links)
  }

  /** Undefined with fewer than three points. */
  power(solve: Solve): Power | undefined {
    return fitPower(this.points(solve).filter(({ links }) => links >= fittedFrom[solve]))
  }
}

/** Least squares on logarithms. */
export function fitPower(points: readonly Point[]): Power | undefined {
  if (points.length < 3) return undefined
  const x = points.map(({ links }) => Math.log(links))
  const y = points.map(({ time }) => Math.log(time))
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const [middle, height] = [mean(x), mean(y)]
  const spread = x.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  const rise = x.reduce((sum, value, i) => sum + (value - middle) * ((y[i] ?? 0) - height), 0)
  const exponent = rise / spread
  return { exponent, factor: Math.exp(height - exponent * middle) }
}

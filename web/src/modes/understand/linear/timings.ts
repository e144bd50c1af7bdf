/** How a step is taken: by the recursion, or by a mass matrix and its factors. */
export type Way = 'recursion' | 'dense'

export const ways: readonly Way[] = ['recursion', 'dense']

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
export const fittedFrom: Readonly<Record<Way, number>> = { recursion: 100, dense: 50 }

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
  readonly #of: Readonly<Record<Way, Map<number, number>>> = {
    recursion: new Map(),
    dense: new Map()
  }

  set(way: Way, links: number, time: number): void {
    this.#of[way].set(links, time)
  }

  get(way: Way, links: number): number | undefined {
    return this.#of[way].get(links)
  }

  clear(): void {
    for (const way of ways) this.#of[way].clear()
  }

  /** By links. */
  points(way: Way): Point[] {
    return [...this.#of[way]]
      .map(([links, time]) => ({ links, time }))
      .sort((one, other) => one.links - other.links)
  }

  /** Undefined with fewer than three points. */
  power(way: Way): Power | undefined {
    return fitPower(this.points(way).filter(({ links }) => links >= fittedFrom[way]))
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

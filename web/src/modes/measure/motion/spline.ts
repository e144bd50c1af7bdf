/** A value with its first and second derivative. */
export type Moving = readonly [value: number, rate: number, acceleration: number]

/**
 * The cubic spline through values at rising times, with continuous second derivative, that begins and
 * ends at rest: on an interval of length h, with rates m at its ends and s from 0 to 1,
 *
 *   p = (1 + 2s)(1 − s)² p₀ + s(1 − s)² h m₀ + s²(3 − 2s) p₁ + s²(s − 1) h m₁.
 */
export class Spline {
  readonly #times: readonly number[]
  readonly #values: readonly number[]
  readonly #rates: readonly number[]

  constructor(times: readonly number[], values: readonly number[]) {
    this.#times = times
    this.#values = values
    this.#rates = ratesAt(times, values)
  }

  at(time: number): Moving {
    const last = this.#times.length - 2
    const next = this.#times.findIndex((each) => each > time)
    const i = Math.max(0, next < 0 ? last : Math.min(next - 1, last))
    const [t0, t1] = [this.#times[i] ?? 0, this.#times[i + 1] ?? 1]
    const [p0, p1] = [this.#values[i] ?? 0, this.#values[i + 1] ?? 0]
    const [m0, m1] = [this.#rates[i] ?? 0, this.#rates[i + 1] ?? 0]
    const h = t1 - t0
    const s = (time - t0) / h
    // In powers of s: a s³ + b s² + h m₀ s + p₀.
    const a = 2 * (p0 - p1) + h * (m0 + m1)
    const b = 3 * (p1 - p0) - h * (2 * m0 + m1)
    return [
      ((a * s + b) * s + h * m0) * s + p0,
      ((3 * a * s + 2 * b) * s) / h + m0,
      (6 * a * s + 2 * b) / (h * h)
    ]
  }
}

/**
 * Rates that make second derivatives meet, by elimination:
 * m₋/h₋ + 2 m (1/h₋ + 1/h) + m₊/h = 3 ((p − p₋)/h₋² + (p₊ − p)/h²), and none at both ends.
 */
function ratesAt(times: readonly number[], values: readonly number[]): number[] {
  const last = times.length - 1
  const [t, p] = [(i: number) => times[i] ?? 0, (i: number) => values[i] ?? 0]
  const upper = [0]
  const right = [0]
  for (let i = 1; i < last; i++) {
    const [before, after] = [t(i) - t(i - 1), t(i + 1) - t(i)]
    const pivot = 2 * (1 / before + 1 / after) - (upper[i - 1] ?? 0) / before
    const wanted = 3 * ((p(i) - p(i - 1)) / before ** 2 + (p(i + 1) - p(i)) / after ** 2)
    upper[i] = 1 / after / pivot
    right[i] = (wanted - (right[i - 1] ?? 0) / before) / pivot
  }
  const rates = Array.from(times, () => 0)
  for (let i = last - 1; i > 0; i--)
    rates[i] = (right[i] ?? 0) - (upper[i] ?? 0) * (rates[i + 1] ?? 0)
  return rates
}

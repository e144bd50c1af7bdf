import { describe, expect, it } from 'vitest'
import { product, regulator, solved, sum } from '../../../examples/node/riccati.js'

type Matrix = readonly (readonly number[])[]

const transposed = (M: Matrix) => (M[0] ?? []).map((_, j) => M.map((row) => row[j] ?? 0))
const diagonal = (entries: readonly number[]) =>
  entries.map((entry, i) => entries.map((_, j) => (i === j ? entry : 0)))
const scaled = (M: Matrix, factor: number) => M.map((row) => row.map((entry) => factor * entry))
const largest = (M: Matrix) => Math.max(...M.flat().map(Math.abs))

/** The spectral radius, by the size of Mⁿ to the power 1/n, n = 2¹². */
function spectralRadius(M: Matrix): number {
  let [power, logarithm] = [M, 0]
  for (let k = 0; k < 12; k++) {
    const size = largest(power)
    logarithm += Math.log(size) / 2 ** k
    const unit = scaled(power, 1 / size)
    power = product(unit, unit)
  }
  return Math.exp(logarithm + Math.log(largest(power)) / 2 ** 12)
}

/** Numbers between −1 and 1 that look thrown, the same each time. */
function thrown(rows: number, columns: number, seed: number): number[][] {
  const number = (i: number, j: number) => Math.sin(4e3 * Math.sin(91.7 * i + 31.3 * j + seed))
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => number(i, j))
  )
}

describe.each([
  [2, 1],
  [4, 1],
  [6, 2],
  [12, 3]
])('of %i states and %i inputs', (states, inputs) => {
  for (const seed of [1, 2, 3]) {
    const A = scaled(thrown(states, states, seed), 1.2)
    const B = thrown(states, inputs, seed + 10)
    const Q = thrown(states, 1, seed + 20).map(([entry = 0]) => 1 + entry / 2)
    const R = thrown(inputs, 1, seed + 30).map(([entry = 0]) => 1 + entry / 2)

    it(`solves Riccati's equation and brings it to rest, system ${seed}`, () => {
      const { gains: K, costToGo: P } = regulator(A, B, Q, R)
      const F = sum(A, scaled(product(B, K), -1))
      // P = Q + Kᵀ R K + Fᵀ P F, with rounding errors of sums of products as large as P A².
      const kept = product(transposed(K), product(diagonal(R), K))
      const right = sum(sum(diagonal(Q), kept), product(transposed(F), product(P, F)))
      const rounding = 1e-10 * largest(P) * (1 + largest(A) ** 2)
      expect(largest(sum(P, scaled(right, -1)))).toBeLessThan(rounding)
      expect(largest(sum(P, scaled(transposed(P), -1)))).toBeLessThan(rounding)
      expect(spectralRadius(F)).toBeLessThan(1)
    })

    it(`has no better feedback nearby, system ${seed}`, () => {
      const { gains: K, costToGo: P } = regulator(A, B, Q, R)
      const start = thrown(states, 1, seed + 40)
      const best = cost(K, start)
      const predicted = product(transposed(start), product(P, start))[0]?.[0] ?? 0
      expect(best / predicted).toBeCloseTo(1, 8)
      for (const other of [5, 6]) {
        const near = sum(K, scaled(thrown(inputs, states, other), 1e-3 * largest(K)))
        expect(cost(near, start)).toBeGreaterThan(best * (1 - 1e-9))
      }
    })

    /** ∑ (xᵀ Q x + uᵀ R u) from a state on. */
    function cost(K: Matrix, start: Matrix): number {
      const square = (weights: readonly number[], x: Matrix) =>
        weights.reduce((total, weight, i) => total + weight * (x[i]?.[0] ?? 0) ** 2, 0)
      let [x, total] = [start, 0]
      for (let step = 0; step < 5000; step++) {
        const u = scaled(product(K, x), -1)
        total += square(Q, x) + square(R, u)
        x = sum(product(A, x), product(B, u))
      }
      return total
    }
  }
})

it('agrees with the closed form of a single state', () => {
  const [a, b, q, r] = [1.3, 0.7, 2, 0.5]
  const { costToGo } = regulator([[a]], [[b]], [q], [r])
  // b² P² + (r − a² r − b² q) P − q r = 0
  const middle = r - a * a * r - b * b * q
  const P = (-middle + Math.sqrt(middle ** 2 + 4 * b * b * q * r)) / (2 * b * b)
  expect(costToGo[0]?.[0]).toBeCloseTo(P, 12)
})

it('tends to the closed form of a double integrator, K = (1, √3), with the first power of the step', () => {
  const off = [1e-2, 1e-3].map((h) => {
    const A = [
      [1, h],
      [0, 1]
    ]
    const { gains } = regulator(A, [[(h * h) / 2], [h]], [h, h], [h])
    const [near = 0, far = 0] = gains[0] ?? []
    return Math.hypot(near - 1, far - Math.sqrt(3))
  }) as [number, number]
  expect(off[0]).toBeLessThan(2e-2)
  expect(off[0] / off[1]).toBeCloseTo(10, 0)
})

it('says so where no feedback serves, or weights are none', () => {
  const A = [
    [1.1, 0],
    [0, 0.5]
  ]
  expect(() => regulator(A, [[0], [1]], [1, 1], [1])).toThrow('no feedback of these inputs')
  expect(() => regulator([[1]], [[0]], [1], [1])).toThrow('no feedback of these inputs')
  expect(() => regulator(A, [[1], [1]], [1, 0], [1])).toThrow('greater than zero')
  expect(() => regulator(A, [[1], [1]], [1, 1], [Number.NaN])).toThrow('greater than zero')
})

it('solves linear equations whose first pivot is zero', () => {
  const M = [
    [0, 2],
    [3, 1]
  ]
  expect(product(M, solved(M, [[4], [5]]))).toEqual([[4], [5]])
})

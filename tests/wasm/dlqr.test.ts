import { dlqr, type Matrix, product, solve } from 'linkwork/control'
import { describe, expect, it } from 'vitest'

const sum = (M: Matrix, N: Matrix) =>
  M.map((row, i) => row.map((entry, j) => entry + (N[i]?.[j] ?? 0)))
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
      const { gains: K, costToGo: P } = dlqr(A, B, Q, R)
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
      const { gains: K, costToGo: P } = dlqr(A, B, Q, R)
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
  const { costToGo } = dlqr([[a]], [[b]], [q], [r])
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
    const { gains } = dlqr(A, [[(h * h) / 2], [h]], [h, h], [h])
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
  expect(() => dlqr(A, [[0], [1]], [1, 1], [1])).toThrow('no feedback of these inputs')
  expect(() => dlqr([[1]], [[0]], [1], [1])).toThrow('no feedback of these inputs')
  expect(() => dlqr(A, [[1], [1]], [1, 0], [1])).toThrow(
    'Q[1]: expected a number greater than 0, found 0'
  )
  expect(() => dlqr(A, [[1], [1]], [1, 1], [Number.NaN])).toThrow('R[0]: expected a finite')
  expect(() => dlqr([[1, 0]], [[1], [1]], [1, 1], [1])).toThrow('A: expected 2 rows, found 1')
  expect(() => dlqr(A, [[1], [1, 2]], [1, 1], [1])).toThrow('B[1]: expected 1 number')
})

it('refuses unstable modes that no input reaches, in any coordinates', () => {
  for (let seed = 0; seed < 20; seed++) {
    const T = sum(diagonal([1, 1, 1, 1]), scaled(thrown(4, 4, seed), 0.9))
    const A = product(
      product(T, diagonal([seed % 2 ? 1.1 : 1, 0.5, 0.7, 0.9])),
      solve(T, diagonal([1, 1, 1, 1]))
    )
    const B = product(T, [[0], [1], [1], [1]])
    expect(() => dlqr(A, B, [1, 1, 1, 1], [1])).toThrow(/^dlqr: /)
  }
  const twins = [
    [1, 0.5],
    [0.5, 1]
  ]
  expect(() => dlqr(twins, [[1], [-1]], [1, 1], [1])).toThrow('no feedback of these inputs')
})

it('takes slow modes, weak inputs, and weights of any units', () => {
  const slow = [
    [0.999999, 0],
    [0, 1.5]
  ]
  const { costToGo } = dlqr(slow, [[0], [1]], [1, 1], [1])
  expect(costToGo[0]?.[0]).toBeCloseTo(1 / (1 - 0.999999 ** 2), 3)
  // P² b² = P b² q + q r at a = 1: P ≈ √(q r) / b.
  expect((dlqr([[1]], [[1e-6]], [1], [1]).costToGo[0]?.[0] ?? NaN) / 1e6).toBeCloseTo(1, 5)
  const fast = [
    [0.999, 0],
    [0, 2]
  ]
  const small = dlqr(fast, [[0], [1]], [1e-17, 1e6], [1]).costToGo[0]?.[0] ?? NaN
  expect(small / (1e-17 / (1 - 0.999 ** 2))).toBeCloseTo(1, 9)
})

it('refuses weights too far apart to compute with', () => {
  const h = 1e-2
  const A = [
    [1, h],
    [0, 1]
  ]
  const B = [[(h * h) / 2], [h]]
  for (const weight of [1e-12, 1e-15, 1e-17, 1e-20]) {
    let found: ReturnType<typeof dlqr> | undefined
    try {
      found = dlqr(A, B, [1, 1], [weight])
    } catch (error) {
      expect(String(error)).toMatch(/dlqr: /)
    }
    if (!found) continue
    // Every result is the optimum: no smaller weight costs more, and the closed loop is stable.
    expect(spectralRadius(sum(A, scaled(product(B, found.gains), -1)))).toBeLessThan(1)
  }
})

it('takes typed arrays, and names what is not one', () => {
  const typed = dlqr([Float64Array.of(1.1)] as never, [[1]], Float64Array.of(1), [1])
  expect(typed).toEqual(dlqr([[1.1]], [[1]], [1], [1]))
  const of =
    (...given: readonly unknown[]) =>
    () =>
      (dlqr as (...all: readonly unknown[]) => object)(...given)
  expect(of()).toThrow('A: expected an array, found undefined')
  expect(of([[1]], [[1]], [1], 1)).toThrow('R: expected an array, found 1')
  expect(of([[1]], [[1]], 1, [1])).toThrow('Q: expected an array, found 1')
  expect(of([[1]], 'B', [1], [1])).toThrow('B')
})

it('solves linear equations whose first pivot is zero', () => {
  const M = [
    [0, 2],
    [3, 1]
  ]
  expect(product(M, solve(M, [[4], [5]]))).toEqual([[4], [5]])
})

import { cartPendulum, load } from 'linkwork'
import { describe, expect, it } from 'vitest'

const built = async <Module>(name: string) =>
  (await import(
    new URL(`../../wasm_bindings/dist/sweep/${name}.js`, import.meta.url).href
  )) as Module
const { philox } = await built<typeof import('../../wasm_bindings/src/sweep/philox.js')>('philox')
const { normalQuantile } =
  await built<typeof import('../../wasm_bindings/src/sweep/normal.js')>('normal')
const { sobolBits, sobolDimensions } =
  await built<typeof import('../../wasm_bindings/src/sweep/sobol.js')>('sobol')
const { valuesOf } =
  await built<typeof import('../../wasm_bindings/src/sweep/samples.js')>('samples')
const { openSweep } = await built<typeof import('../../wasm_bindings/src/sweep/sweep.js')>('sweep')

type Spec = import('../../wasm_bindings/src/sweep/spec.js').Spec

const linkwork = await load()

/** Rows of values of a sweep of the pendulum on a cart. */
function rows(vary: Spec['vary'], more: Partial<Spec> = {}): number[][] {
  const spec: Spec = {
    mechanism: cartPendulum(),
    step: 0.01,
    duration: 0.01,
    seed: 1,
    sampling: 'random',
    vary,
    ...more
  }
  const sweep = openSweep(linkwork, spec)
  return Array.from({ length: sweep.runs }, (_, run) => valuesOf(sweep, run))
}

const column = (table: readonly number[][], i: number) => table.map((row) => row[i] as number)
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

describe('random bits', () => {
  // Known answers of Random123, kat_vectors: philox4x32 with 10 rounds.
  it.each([
    [
      [0, 0, 0, 0],
      [0, 0],
      [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]
    ],
    [
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]
    ],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]
    ]
  ] as const)('of %j', (counter, key, words) => {
    expect(philox([...counter], key)).toEqual(words)
  })
})

describe('normal quantiles', () => {
  // Of statistics.NormalDist of Python 3.11.
  it.each([
    [2 ** -53, -8.209536151601386],
    [1e-9, -5.9978070150076865],
    [0.001, -3.090232306167813],
    [0.05, -1.6448536269514726],
    [0.0751, -1.4388253927525398],
    [0.3, -0.5244005127080407],
    [0.5, 0],
    [0.77, 0.7388468491852137],
    [0.999, 3.090232306167813]
  ])('of %d', (probability, quantile) => {
    expect(Math.abs(normalQuantile(probability) - quantile)).toBeLessThanOrEqual(
      4 * Number.EPSILON * Math.abs(quantile)
    )
  })
})

describe('Sobol points', () => {
  it('begin as those of Joe and Kuo', () => {
    const eighths = [
      [0, 0, 0],
      [4, 4, 4],
      [6, 2, 2],
      [2, 6, 6],
      [3, 3, 5],
      [7, 7, 1],
      [5, 1, 7],
      [1, 5, 3]
    ]
    for (const [index, point] of eighths.entries())
      expect([0, 1, 2].map((dimension) => sobolBits(index, dimension) / 2 ** 29)).toEqual(point)
  })

  it('fill every interval of length 2⁻ᵏ once, in each of 2ᵏ points in a row', () => {
    const count = 1024
    for (let dimension = 0; dimension < sobolDimensions; dimension++)
      for (const start of [0, 5 * count]) {
        const cells = Array.from(
          { length: count },
          (_, i) => sobolBits(start + i, dimension) >>> 22
        )
        expect(new Set(cells).size).toBe(count)
      }
  })

  it('fill every box of 2⁻ʲ × 2⁻⁽ᵏ⁻ʲ⁾ in the first two dimensions once, shifted too', () => {
    const k = 8
    const law = { uniform: [0, 1] }
    const vary = { q: { rail: law, pivot: law } }
    const points = rows(vary, { samples: 2 ** k, sampling: 'sobol' })
    for (let j = 0; j <= k; j++) {
      const boxes = points.map(
        ([x = 0, y = 0]) => `${Math.floor(x * 2 ** j)} ${Math.floor(y * 2 ** (k - j))}`
      )
      expect(new Set(boxes).size).toBe(2 ** k)
    }
    expect(rows(vary, { samples: 4, sampling: 'sobol', seed: 2 })).not.toEqual(points.slice(0, 4))
  })

  it('have far less error than random ones in the mean of a product', () => {
    const laws = [1, 2, 3].map(() => ({ uniform: [0, 1] }))
    const [rail, pivot, speed] = laws
    const vary = { q: { rail, pivot }, v: { rail: speed } }
    const error = (sampling: 'random' | 'sobol') => {
      const products = rows(vary, { samples: 4096, sampling }).map(
        ([x = 0, y = 0, z = 0]) => x * y * z
      )
      return Math.abs(mean(products) - 1 / 8)
    }
    // Random: deviation √(1/27 − 1/64) / √4096 = 0.0023; Sobol: about (log N)³ / N with a small factor.
    expect(error('sobol')).toBeLessThan(2e-4)
    expect(error('random')).toBeLessThan(0.01)
  })
})

describe('random samples', () => {
  const samples = 20_000
  const table = rows(
    {
      q: { rail: { uniform: [-1, 3] }, pivot: { normal: [2, 0.5] } },
      v: { rail: { normal: [0, 1] } }
    },
    { samples }
  )

  it('have the moments of their laws', () => {
    // Bounds: five standard errors.
    for (const [i, expected, deviation, fourth] of [
      [0, 1, 4 / Math.sqrt(12), 9 / 5],
      [1, 2, 0.5, 3],
      [2, 0, 1, 3]
    ] as const) {
      const values = column(table, i)
      const found = mean(values)
      const variance = mean(values.map((value) => (value - found) ** 2))
      expect(Math.abs(found - expected)).toBeLessThan((5 * deviation) / Math.sqrt(samples))
      const relative = Math.abs(variance / deviation ** 2 - 1)
      expect(relative).toBeLessThan(5 * Math.sqrt((fourth - 1) / samples))
    }
    expect(Math.min(...column(table, 0))).toBeGreaterThan(-1)
    expect(Math.max(...column(table, 0))).toBeLessThan(3)
  })

  it('do not hang together', () => {
    const standard = [0, 1, 2].map((i) => {
      const [expected, deviation] = (
        [
          [1, 4 / Math.sqrt(12)],
          [2, 0.5],
          [0, 1]
        ] as const
      )[i] as [number, number]
      return column(table, i).map((value) => (value - expected) / deviation)
    })
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [1, 2]
    ] as const) {
      const products = standard[i]?.map((x, run) => x * (standard[j]?.[run] as number)) as number[]
      expect(Math.abs(mean(products))).toBeLessThan(5 / Math.sqrt(samples))
    }
    const first = standard[2] as number[]
    const next = first.slice(1).map((x, run) => x * (first[run] as number))
    expect(Math.abs(mean(next))).toBeLessThan(5 / Math.sqrt(samples))
  })

  it('hang on the seed, all 53 bits of it', () => {
    const vary = { q: { rail: { uniform: [0, 1] } } }
    const of = (seed: number) => rows(vary, { samples: 1, seed })[0]?.[0]
    expect(new Set([0, 1, 2 ** 32, 2 ** 53 - 1].map(of)).size).toBe(4)
  })
})

describe('grids', () => {
  it('multiply, and the last one changes first', () => {
    const vary = {
      parameters: { 'pole.mass': { grid: [1, 2] } },
      q: { pivot: { grid: { from: 0, to: 1, count: 3 } } },
      torque: { rail: 7 }
    }
    expect(rows(vary)).toEqual([
      [1, 0, 7],
      [1, 0.5, 7],
      [1, 1, 7],
      [2, 0, 7],
      [2, 0.5, 7],
      [2, 1, 7]
    ])
  })

  it('take every sample at every point', () => {
    const sampled = { rail: { uniform: [0, 1] } }
    const alone = rows({ v: sampled }, { samples: 2 })
    const [[first], [second]] = alone as [[number], [number]]
    expect(rows({ q: { pivot: { grid: [3, 4] } }, v: sampled }, { samples: 2 })).toEqual([
      [3, first],
      [4, first],
      [3, second],
      [4, second]
    ])
  })
})

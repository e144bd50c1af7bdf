/** Numbers that differ by Sobol points: dimensions that have direction numbers. */
export const sobolDimensions = 32

const bits = 32

/**
 * Point `index` of Sobol's sequence in one dimension (from 0), as a fraction of 2³². Of every 2ᵏ
 * points in a row that begin at a multiple of 2ᵏ each interval of length 2⁻ᵏ holds one.
 *
 * The order is that of Antonov and Saleev, by Gray's code. Direction numbers are those of Joe and Kuo,
 * "Constructing Sobol Sequences with Better Two-Dimensional Projections", SIAM J. Sci. Comput. 30
 * (2008): new-joe-kuo-6.21201, of https://web.maths.unsw.edu.au/~fkuo/sobol.
 */
export function sobolBits(index: number, dimension: number): number {
  const directions = directionsOf(dimension)
  let point = 0
  let gray = (index ^ (index >>> 1)) >>> 0
  for (let bit = 0; gray !== 0; bit++, gray >>>= 1) {
    if (gray & 1) point ^= directions[bit] as number
  }
  return point >>> 0
}

const known = new Map<number, Uint32Array>()

function directionsOf(dimension: number): Uint32Array {
  const before = known.get(dimension)
  if (before) return before
  const directions = dimension === 0 ? halves() : recurrence(joeKuo[dimension - 1] as number[])
  known.set(dimension, directions)
  return directions
}

/** 2⁻¹, 2⁻², …: van der Corput's sequence. */
function halves(): Uint32Array {
  return Uint32Array.from({ length: bits }, (_, i) => 2 ** (bits - 1 - i))
}

/** V[i] = a₁ V[i−1] ⊕ … ⊕ a₋₁ V[i−s+1] ⊕ V[i−s] ⊕ V[i−s] / 2ˢ, the inner aⱼ being the bits of a. */
function recurrence([a = 0, ...m]: readonly number[]): Uint32Array {
  const s = m.length
  const directions = new Uint32Array(bits)
  for (const [i, odd] of m.entries()) directions[i] = odd * 2 ** (bits - 1 - i)
  const at = (i: number) => directions[i] as number
  for (let i = s; i < bits; i++) {
    let sum = at(i - s) ^ (at(i - s) >>> s)
    for (let j = 1; j < s; j++) if ((a >>> (s - 1 - j)) & 1) sum ^= at(i - j)
    directions[i] = sum
  }
  return directions
}

/** From the second dimension on: a, m₁, …, mₛ. */
const joeKuo: readonly (readonly number[])[] = [
  [0, 1],
  [1, 1, 3],
  [1, 1, 3, 1],
  [2, 1, 1, 1],
  [1, 1, 1, 3, 3],
  [4, 1, 3, 5, 13],
  [2, 1, 1, 5, 5, 17],
  [4, 1, 1, 5, 5, 5],
  [7, 1, 1, 7, 11, 19],
  [11, 1, 1, 5, 1, 1],
  [13, 1, 1, 1, 3, 11],
  [14, 1, 3, 5, 5, 31],
  [1, 1, 3, 3, 9, 7, 49],
  [13, 1, 1, 1, 15, 21, 21],
  [16, 1, 3, 1, 13, 27, 49],
  [19, 1, 1, 1, 15, 7, 5],
  [22, 1, 3, 1, 15, 13, 25],
  [25, 1, 1, 5, 5, 19, 61],
  [1, 1, 3, 7, 11, 23, 15, 103],
  [4, 1, 3, 7, 13, 13, 15, 69],
  [7, 1, 1, 3, 13, 7, 35, 63],
  [8, 1, 3, 5, 9, 1, 25, 53],
  [14, 1, 3, 1, 13, 9, 35, 107],
  [19, 1, 3, 1, 5, 27, 61, 31],
  [21, 1, 1, 5, 11, 19, 41, 61],
  [28, 1, 3, 5, 3, 3, 13, 69],
  [31, 1, 1, 7, 13, 1, 19, 1],
  [32, 1, 3, 7, 5, 13, 19, 59],
  [37, 1, 1, 3, 9, 25, 29, 41],
  [41, 1, 3, 5, 13, 23, 1, 55],
  [42, 1, 3, 7, 3, 13, 59, 17]
]

export type Words = [number, number, number, number]

/**
 * Random bits by counter: those of a place depend on the key and the place alone, so run 70,000
 * of a sweep needs none before it.
 *
 * Philox 4×32-10 of Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3",
 * SC 2011. Takes and gives words of 32 bits.
 */
export function philox(counter: Words, key: readonly [number, number]): Words {
  let [a, b, c, d] = counter
  let [k0, k1] = key
  for (let round = 0; round < 10; round++) {
    const next: Words = [
      (highProduct(0xcd9e8d57, c) ^ b ^ k0) >>> 0,
      Math.imul(0xcd9e8d57, c) >>> 0,
      (highProduct(0xd2511f53, a) ^ d ^ k1) >>> 0,
      Math.imul(0xd2511f53, a) >>> 0
    ]
    ;[a, b, c, d] = next
    k0 = (k0 + 0x9e3779b9) >>> 0
    k1 = (k1 + 0xbb67ae85) >>> 0
  }
  return [a, b, c, d]
}

/** The upper 32 bits of a product of two words. */
function highProduct(x: number, y: number): number {
  const [xHigh, xLow, yHigh, yLow] = [x >>> 16, x & 0xffff, y >>> 16, y & 0xffff]
  const middle = xHigh * yLow + Math.floor((xLow * yLow) / 0x10000) // below 2³³: exact
  const other = xLow * yHigh + (middle % 0x10000)
  return xHigh * yHigh + Math.floor(middle / 0x10000) + Math.floor(other / 0x10000)
}

/** The two words of a whole number below 2⁵³, the lower one first. */
export function wordsOf(value: number): [number, number] {
  return [value % 2 ** 32, Math.floor(value / 2 ** 32)]
}

/** In (0, 1): the middle of one of 2⁵² intervals. */
export function unitNumber([low, high]: Words): number {
  return ((high >>> 12) * 2 ** 32 + low + 0.5) * 2 ** -52
}

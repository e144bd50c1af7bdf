import { expect, it } from 'vitest'
import { lengthInWords, roundLength } from './scale-bar.ts'

it.each([
  [207, 0.5, '0.5 m'],
  [359, 0.2, '0.2 m'],
  [600, 0.2, '0.2 m'],
  [1000, 0.1, '100 mm'],
  [20_000, 0.005, '5 mm'],
  [3e6, 2e-5, '20 µm'],
  [10, 10, '10 m']
])('at %d pixels per meter it is %d m long', (pixels, length, words) => {
  expect(roundLength(pixels)).toBeCloseTo(length, 9)
  expect(lengthInWords(length)).toBe(words)
})

it('is never longer than 120 pixels, nor shorter than 48', () => {
  for (let pixels = 1; pixels < 1e6; pixels *= 1.07) {
    const long = pixels * roundLength(pixels)
    expect(long).toBeLessThanOrEqual(120 * (1 + 1e-12))
    expect(long).toBeGreaterThanOrEqual(48 * (1 - 1e-12)) // 2 to 5 is a factor of 2.5
  }
})

import { DataUtils } from 'three'
import { expect, it } from 'vitest'
import { roomLight } from './room.ts'

const light = roomLight()

interface Level {
  readonly data: Uint16Array
  readonly width: number
}

const levelsOf = (side: unknown) => (side as { readonly mipmaps: readonly Level[] }).mipmaps

/** Means of the sides of a level, in the order +x, −x, +y, −y, +z, −z. */
function sides(level: number): number[] {
  return light.image.map((side) => {
    const data = levelsOf(side)[level]?.data as Uint16Array
    const reds = Array.from({ length: data.length / 4 }, (_, i) => data[4 * i] as number)
    return reds.reduce((sum, half) => sum + DataUtils.fromHalfFloat(half), 0) / reds.length
  })
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

it('is as bright in each level: most before the largest lamp, least from the floor', () => {
  const all = mean(sides(5))
  for (const level of [0, 1, 2, 3, 4, 5]) {
    const [right = 0, left = 0, above = 0, below = 0, front = 0, back = 0] = sides(level)
    // A lobe takes light by the cosine, and texels of a cube are not of one size: 10 %, not a rounding.
    expect(Math.abs(mean(sides(level)) / all - 1)).toBeLessThan(0.1)
    expect(front).toBeGreaterThan(Math.max(right, left, above, back))
    expect(below).toBeLessThan(Math.min(right, left, above, back))
    // The wide lamp is at +x, which a left-handed cube holds at −x.
    expect(left).toBeGreaterThan(right)
  }
})

it('is complete: every level is half as large as the one before, gray and opaque', () => {
  expect(light.image).toHaveLength(6)
  for (const side of light.image)
    for (const [i, { data, width }] of levelsOf(side).entries()) {
      expect(width).toBe(256 >> i)
      expect(data).toHaveLength(4 * width * width)
      const [red, green, blue, alpha] = data
      expect([green, blue, alpha]).toEqual([red, red, 0x3c00])
    }
})

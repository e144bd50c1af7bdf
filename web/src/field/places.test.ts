import { expect, it } from 'vitest'
import { placesOf, ringsOf } from './places.ts'

it.each([1, 8, 9, 1000])('%i places are apart, off the middle, within their rings', (count) => {
  const places = placesOf(count, [2, 3])
  expect(places).toHaveLength(2 * count)
  const keys = new Set<string>()
  for (let i = 0; i < count; i++) {
    const [column, row] = [(places[2 * i] as number) / 2, (places[2 * i + 1] as number) / 3]
    expect(Math.max(Math.abs(column), Math.abs(row))).toBeLessThanOrEqual(ringsOf(count))
    keys.add(`${column} ${row}`)
  }
  expect(keys.size).toBe(count)
  expect(keys.has('0 0')).toBe(false)
})

import { expect, it } from 'vitest'
import { Columns } from './columns.ts'

it('what is not finite has no place in a plot', () => {
  const columns = new Columns(3)
  for (const value of [2, Number.POSITIVE_INFINITY, Number.NaN, 5]) columns.add(1, value)
  expect(columns.largest).toBe(5)
  expect(columns.lastAt(1)).toBe(5)
})

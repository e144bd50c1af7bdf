import { expect, it } from 'vitest'
import { findMechanism, mechanisms } from '../mechanisms/index.ts'
import { matches } from './search.ts'

const found = (typed: string) =>
  mechanisms.filter((entry) => matches(entry, typed)).map(({ id }) => id)

it('finds by the beginnings of words of name, group and tags', () => {
  expect(found('loop')).toEqual(['four-bar', 'slider-crank', 'leg'])
  expect(found('GEAR')).toEqual(['arm', 'leg'])
  expect(found('pend cart')).toEqual(['cart-pendulum'])
  expect(found('trebuchet')).toEqual([])
  expect(found('')).toHaveLength(mechanisms.length)
})

it('finds every mechanism by its id, and ids are unique', () => {
  for (const entry of mechanisms) expect(findMechanism(entry.id)).toBe(entry)
})

import { expect, it } from 'vitest'
import { findMechanism, mechanisms } from '../../model/mechanisms/index.ts'
import { matches } from './gallery-search.ts'

const found = (typed: string) =>
  mechanisms.filter((entry) => matches(entry, typed)).map(({ id }) => id)

it('finds by the beginnings of words of name, group and tags', () => {
  for (const id of ['four-bar', 'slider-crank', 'leg']) expect(found('loop')).toContain(id)
  expect(found('loop')).not.toContain('chain')
  for (const id of ['arm', 'leg']) expect(found('GEAR')).toContain(id)
  expect(found('pend cart')).toEqual(['cart-pendulum', 'cart-pole'])
  expect(found('trebuchet')).toEqual([])
  expect(found('')).toHaveLength(mechanisms.length)
})

it('finds every mechanism by its id, and ids are unique', () => {
  for (const entry of mechanisms) expect(findMechanism(entry.id)).toBe(entry)
})

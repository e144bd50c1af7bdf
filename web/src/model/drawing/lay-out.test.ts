import { fourBar, load } from 'linkwork'
import { expect, it } from 'vitest'
import { layOut } from './lay-out.ts'

const linkwork = await load()

it('a file that is laid out is the same file', () => {
  const mechanism = linkwork.mechanism(fourBar())
  const text = layOut(mechanism)
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(mechanism)))
  expect(text).toContain('"gravity": [0, 0, -9.81],\n')
})

it('what is empty stays short, what is undefined is left out', () => {
  expect(layOut({ a: [], b: {}, c: undefined })).toBe('{ "a": [], "b": {} }')
})

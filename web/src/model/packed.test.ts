import { expect, it } from 'vitest'
import { pack, unpack } from './packed.ts'

it('brings a value back, to the last digit, from letters that an address has', () => {
  const value = { name: 'Schwinge ⚙', numbers: Array.from({ length: 3000 }, (_, i) => Math.sin(i)) }
  const text = pack(value)
  expect(text).toMatch(/^[\w-]+$/)
  expect(unpack(text)).toEqual(value)
  expect(unpack(pack([]))).toEqual([])
})

it('refuses what is no value, or far too large a one', () => {
  expect(() => unpack('!')).toThrow()
  expect(() => unpack('AAAA')).toThrow()
  expect(() => unpack(pack('a'.repeat(2e7)))).toThrow('expected at most 16 MB')
})

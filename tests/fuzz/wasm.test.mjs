import { describe, expect, it } from 'vitest'
import { heapSize, run, seedsOf } from './sequence.mjs'

/**
 * Some sequences of the fuzzer, always the same, and the calls of what it has found, as
 * `wasm.mjs --replay` makes them. Whatever is called, errors are ours, nothing is NaN, and the
 * module goes on.
 */
const found = {
  'a snapshot of a state whose energy overflows': [439574413, 2486320495, 3409029215, 2946658545],
  'a search of seconds for a pose that does not exist': [1553593049]
}

describe('the fuzzer finds nothing in', () => {
  it.each(Array.from({ length: 12 }, (_, part) => [1 + 10 * part, 10 + 10 * part]))(
    'sequences %i to %i',
    async (first, last) => {
      for (let sequence = first; sequence <= last; sequence++) {
        expect([sequence, await run(seedsOf(sequence))]).toEqual([sequence, undefined])
      }
      expect(await heapSize()).toBeLessThan(2 ** 28)
    },
    120_000
  )

  it.each([1, 11, 21, 31])(
    'ten sequences of mutated files from %i on',
    async (first) => {
      for (let sequence = first; sequence < first + 10; sequence++) {
        const wrong = await run(seedsOf(sequence), { of: 'files' })
        expect([sequence, wrong]).toEqual([sequence, undefined])
      }
    },
    120_000
  )

  it.each(Object.entries(found))('%s', async (_, seeds) => {
    expect(await run(seeds)).toBeUndefined()
  })
})

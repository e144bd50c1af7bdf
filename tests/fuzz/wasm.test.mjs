import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callsOf } from './recording.mjs'
import { heapSize, replay, run, seedsOf } from './sequence.mjs'

/**
 * Some sequences of the fuzzer, always the same, and what it has found, as the calls of the package
 * that showed it. Whatever is called, errors are ours, nothing is NaN, and the module goes on.
 */
const corpus = new URL('corpus/package/', import.meta.url)

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

  it.each([1, 11, 21])(
    'ten sequences of ensembles from %i on',
    async (first) => {
      for (let sequence = first; sequence < first + 10; sequence++) {
        const wrong = await run(seedsOf(sequence), { of: 'ensembles' })
        expect([sequence, wrong]).toEqual([sequence, undefined])
      }
    },
    120_000
  )

  it.each(readdirSync(corpus))('%s', async (name) => {
    expect(await replay(callsOf(readFileSync(new URL(name, corpus), 'utf8')))).toBeUndefined()
  })
})

import { expect } from 'vitest'
import { heapSize, run, seedsOf } from './sequence.mjs'

/** Runs ten sequences of a kind, always the same ones: nothing is wrong, and memory stays bounded. */
export async function expectNoFinding(kind, first) {
  const before = await heapSize()
  for (let sequence = first; sequence < first + 10; sequence++) {
    const wrong = await run(seedsOf(sequence), { of: kind })
    expect([sequence, wrong]).toEqual([sequence, undefined])
  }
  if (kind === 'calls') expect(await heapSize()).toBeLessThanOrEqual(Math.max(before, 2 ** 28))
}

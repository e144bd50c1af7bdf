import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callsOf } from './recording.mjs'
import { replay } from './sequence.mjs'
import { expectNoFinding } from './ten-sequences.mjs'

/**
 * The first sequences of the fuzzer, and what it has found, as the calls of the package that showed
 * it. In every call, errors are ours, nothing is NaN, and the module goes on. The suite `slow` has
 * more sequences.
 */
const corpus = new URL('corpus/package/', import.meta.url)

describe('the fuzzer finds nothing in', () => {
  it.each(['calls', 'files', 'ensembles'])('ten sequences of %s', (kind) =>
    expectNoFinding(kind, 1)
  )

  it.each(readdirSync(corpus))('%s', async (name) => {
    expect(await replay(callsOf(readFileSync(new URL(name, corpus), 'utf8')))).toBeUndefined()
  })
})

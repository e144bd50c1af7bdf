import { describe, it } from 'vitest'
import { expectNoFinding } from './ten-sequences.mjs'

// The first ten sequences of each kind are in wasm.test.mjs.

const tens = (last) => Array.from({ length: last / 10 - 1 }, (_, i) => 11 + 10 * i)

describe('the fuzzer finds nothing in ten sequences of', () => {
  it.each(tens(120))('calls from %i on', (first) => expectNoFinding('calls', first))
  it.each(tens(40))('files from %i on', (first) => expectNoFinding('files', first))
  it.each(tens(30))('ensembles from %i on', (first) => expectNoFinding('ensembles', first))
})

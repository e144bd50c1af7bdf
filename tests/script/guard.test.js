import assert from 'node:assert/strict'
import test from 'node:test'
import { compare } from '../../bench/guard.mjs'

const recorded = { conditions: 'clang', size: { gzip: 1000 }, instructions: { 'step/chain': 2000 } }
const resultsOf = (changes) =>
  compare(recorded, { ...recorded, ...changes }).map(({ result }) => result)

test('what changes by 3 % at most is as recorded', () => {
  assert.deepEqual(resultsOf({}), ['passed', 'passed'])
  for (const count of [1940, 2060])
    assert.deepEqual(resultsOf({ instructions: { 'step/chain': count } }), ['passed', 'passed'])
})

test('a count that grew and one that fell are named, with what they were', () => {
  for (const [count, sentence] of [
    [2062, 'grew from 2000 to 2062, by 3.1 %'],
    [1000, 'fell from 2000 to 1000, by 50.0 %']
  ]) {
    const [, comparison] = compare(recorded, { ...recorded, instructions: { 'step/chain': count } })
    assert.deepEqual(comparison, { name: 'step/chain', result: 'failed', sentence })
  }
  assert.deepEqual(resultsOf({ size: { gzip: 1031 } }), ['failed', 'passed'])
})

test('a count that is new, and one that is gone, are to be recorded', () => {
  assert.deepEqual(resultsOf({ instructions: {} }), ['passed', 'failed'])
  const counts = { ...recorded.instructions, 'step/tree': 5 }
  assert.deepEqual(resultsOf({ instructions: counts }), ['passed', 'passed', 'failed'])
})

test('another compiler or processor leaves instructions open, but not sizes', () => {
  const elsewhere = { conditions: 'g++', instructions: { 'step/chain': 3000 } }
  assert.deepEqual(resultsOf(elsewhere), ['passed', 'skipped'])
  assert.deepEqual(resultsOf({ ...elsewhere, size: { gzip: 3000 } }), ['failed', 'skipped'])
})

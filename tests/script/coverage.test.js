import assert from 'node:assert/strict'
import test from 'node:test'
import { readLcov, report } from '../../script/coverage.js'

/** A report of lcov: how often each line of each file ran. */
function lcovOf(files) {
  const records = Object.entries(files).map(([file, counts]) => {
    const lines = Object.entries(counts).map(([line, count]) => `DA:${line},${count}`)
    return ['TN:', `SF:${file}`, 'FN:1,f', 'FNDA:1,f', ...lines, 'LF:9', 'end_of_record'].join('\n')
  })
  return records.join('\n')
}

/** Lines from 1 on, of which the first `ran` did. */
const countsOf = (total, ran) =>
  Object.fromEntries(Array.from({ length: total }, (_, i) => [i + 1, i < ran ? 3 : 0]))

const reportOf = (files, language = 'C++') => report(language, readLcov(lcovOf(files), '/root'))

test('files are named from the root on; those without lines are left out', () => {
  const files = { '/root/cpp/a.cpp': { 4: 0, 7: 2 }, 'cpp/b.cpp': { 1: 1 }, 'cpp/c.cpp': {} }
  assert.deepEqual(readLcov(lcovOf(files), '/root'), [
    { file: 'cpp/a.cpp', total: 2, missed: [4] },
    { file: 'cpp/b.cpp', total: 1, missed: [] }
  ])
})

test('a line has run that ran in any program', () => {
  const [here, there] = [{ 'cpp/a.cpp': { 1: 0, 2: 1 } }, { 'cpp/a.cpp': { 1: 5, 3: 0 } }]
  assert.deepEqual(readLcov(`${lcovOf(here)}\n${lcovOf(there)}`, '/root'), [
    { file: 'cpp/a.cpp', total: 3, missed: [3] }
  ])
})

test('folders are summed, and lines that did not run listed', () => {
  const { printed, written } = reportOf({
    'cpp/linkwork/joints/a.cpp': { 1: 1, 3: 0, 4: 0, 5: 0, 9: 0 },
    'cpp/linkwork/joints/b.cpp': { 1: 1 },
    'cpp/linkwork/mechanism/c.cpp': { 1: 1 }
  })
  assert.match(printed, /^cpp\/linkwork\/joints +2 of 6 +33\.3 %$/m)
  assert.match(printed, /^coverage: 100\.0 % of 1 lines where input enters \(C\+\+\)$/m)
  assert.equal(written, 'cpp/linkwork/joints/a.cpp: 3-5, 9\n')
})

test('19 lines of 20 are enough where input enters, and fewer are not', () => {
  const enough = (ran, total) =>
    reportOf({ 'cpp/linkwork/mechanism/a.cpp': countsOf(total, ran) }).enough
  assert.equal(enough(19, 20), true)
  assert.equal(enough(18, 19), false)
  assert.equal(enough(0, 0), false)
})

test('what is just too little does not round to enough', () => {
  const { printed, enough } = reportOf(
    { 'wasm_bindings/src/cli/a.ts': countsOf(10_000, 9_499) },
    'TypeScript'
  )
  assert.equal(enough, false)
  assert.match(printed, /^coverage: 94\.9 % of 10000 lines/m)
})

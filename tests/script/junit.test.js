import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { count, slowest } from '../../script/junit.js'

const report = `<testsuites><testsuite>
  <testcase name="a &lt; b" time="2.5"/>
  <testcase time="0.5" name="breaks"><failure>no</failure></testcase>
  <testcase name="waits -> ends" time="1"><skipped/></testcase>
</testsuite></testsuites>`

test('test cases are counted by result', () => {
  assert.deepEqual(count(1, report), { passed: 1, failed: 1, skipped: 1 })
})

test('a suite without a report is one test', () => {
  assert.deepEqual(count(0, undefined), { passed: 1, failed: 0, skipped: 0 })
  assert.deepEqual(count(2, undefined), { passed: 0, failed: 1, skipped: 0 })
})

test('a suite that ran no test, or ended with an error after its tests, has failed', () => {
  assert.equal(count(0, '<testsuites/>').failed, 1)
  assert.equal(count(1, '<testcase name="a" time="1"/>').failed, 1)
})

test('the slowest tests come first, with their suite', () => {
  const found = slowest(2, [{ suite: 'unit', report }])
  assert.deepEqual(
    found.map(({ suite, name, seconds }) => [suite, name, seconds]),
    [
      ['unit', 'a < b', 2.5],
      ['unit', 'waits -> ends', 1]
    ]
  )
})

test('CONTRIBUTING lists exactly the suites of script/suites.sh, each in its set', () => {
  const read = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const suites = read('script/suites.sh').matchAll(/^ {2}"(default|all)\|\w+\|[\w+]+\|([^|]+)\|/gm)
  const rows = read('CONTRIBUTING.md').matchAll(/^\| `([\w+-]+)` \| (default|all) \|/gm)
  const setsOf = (pairs) => Object.fromEntries(pairs)
  assert.deepEqual(
    setsOf([...rows].map(([, name, set]) => [name, set])),
    setsOf([...suites].map(([, set, name]) => [name, set]))
  )
})

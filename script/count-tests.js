// count-tests.js STATUS REPORT: prints "passed failed skipped" of a suite.
//
// A suite that wrote a JUnit report is counted by its test cases; one that did not counts as one
// test. A suite that ended with a status other than 0, or ran no test, has failed at least once.
import { existsSync, readFileSync } from 'node:fs'

const [status, report] = process.argv.slice(2)
const succeeded = status === '0'
let counts = { passed: succeeded ? 1 : 0, failed: 0, skipped: 0 }

if (existsSync(report)) {
  counts = { passed: 0, failed: 0, skipped: 0 }
  const cases = readFileSync(report, 'utf8').matchAll(
    /<testcase\b[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g
  )
  for (const [, body = ''] of cases) {
    if (/<(failure|error)\b/.test(body)) counts.failed++
    else if (/<skipped\b/.test(body)) counts.skipped++
    else counts.passed++
  }
}
const ran = counts.passed + counts.failed + counts.skipped
if (counts.failed === 0 && (!succeeded || ran === 0)) counts.failed = 1
console.log(counts.passed, counts.failed, counts.skipped)

// junit.js: reads JUnit reports.
//
//   node script/junit.js count STATUS REPORT     prints "passed failed skipped" of a suite
//   node script/junit.js slowest COUNT REPORT... prints the slowest test cases, with seconds and suite
//
// A suite without a report counts as one test. A suite that ended with a status other than 0, or ran no
// test, has failed at least once.
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Test cases of a report: name, seconds, result. */
export function testCases(report) {
  return [
    ...report.matchAll(/<testcase\b((?:[^>"]|"[^"]*")*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)
  ].map(([, attributes, body = '']) => ({
    name: plain(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    seconds: Number(/\btime="([^"]*)"/.exec(attributes)?.[1] ?? 0),
    result: /<(failure|error)\b/.test(body)
      ? 'failed'
      : /<skipped\b/.test(body)
        ? 'skipped'
        : 'passed'
  }))
}

/** Numbers of test cases by result; `report` is undefined where the suite wrote none. */
export function count(status, report) {
  const succeeded = status === 0
  const counts = { passed: 0, failed: 0, skipped: 0 }
  if (report === undefined) counts.passed = succeeded ? 1 : 0
  else for (const { result } of testCases(report)) counts[result]++
  const ran = counts.passed + counts.failed + counts.skipped
  if (counts.failed === 0 && (!succeeded || ran === 0)) counts.failed = 1
  return counts
}

/** The slowest test cases of some reports, slowest first. */
export function slowest(many, reports) {
  return reports
    .flatMap(({ suite, report }) => testCases(report).map((test) => ({ suite, ...test })))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, many)
}

function plain(text) {
  const characters = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return text
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, digits) =>
      String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10))
    )
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => characters[name])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [command, first, ...files] = process.argv.slice(2)
  const reports = files.filter(existsSync).map((file) => ({
    suite: basename(file, '.xml'),
    report: readFileSync(file, 'utf8')
  }))
  if (command === 'count') console.log(...Object.values(count(Number(first), reports[0]?.report)))
  else
    for (const { suite, name, seconds } of slowest(Number(first), reports))
      console.log(`${seconds.toFixed(1).padStart(7)} s  ${suite}: ${name.slice(0, 90)}`)
}

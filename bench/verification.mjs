// The results of the last runs of suites and fuzzers, as a table: see bench/verification.
import { existsSync, readFileSync } from 'node:fs'
import { count } from '../script/junit.js'
import { plain, tablesOf } from './figures.mjs'
import { git, readResults } from './results.mjs'
import { heading, row } from './table.mjs'

const logs = 'build/test-logs'
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const thousands = (number) => Number(number).toLocaleString('en')

/** Returns the commit that script/test noted when the suite ran. */
const commitOf = (suite) => read(`${logs}/${suite}.commit`).trim()

/** A row from the last match of a pattern in the log of a suite. */
function ofLog(suite, check, pattern, write) {
  const found = [...read(`${logs}/${suite}.log`).matchAll(pattern)].at(-1)
  const commit = commitOf(suite)
  return {
    check,
    command: `script/test ${suite}`,
    cells: found && commit && [write(found), commit]
  }
}

/** A row from the numbers of tests of a suite. */
function ofSuite(suite, check) {
  const commit = commitOf(suite)
  const { passed, failed } = count(0, read(`${logs}/${suite}.xml`))
  const cells = commit && [`${thousands(passed)} passed, ${failed} failed`, commit]
  return { check, command: `script/test ${suite}`, cells }
}

/** A row from the inputs that a fuzzer has run in this checkout. */
function ofFuzzer(target, check) {
  const lines = read('build/fuzz/totals').split('\n')
  const own = lines.map((line) => line.split(' ')).filter(([name]) => name === target)
  const count = own.reduce((sum, [, inputs]) => sum + Number(inputs), 0)
  const cells = count > 0 && [thousands(count), git('rev-parse', '--short=8', 'HEAD')]
  return { check, command: 'script/fuzz totals', cells }
}

const coverage = /^coverage: ([\d.]+ %) of (\d+) lines/gm
const covered = ([, percent, lines]) => `${percent} of ${thousands(lines)}`

const rows = [
  ofFuzzer('package-files', 'package: mutated files of mechanisms, states and robots'),
  ofFuzzer('package-calls', 'package: random sequences of calls'),
  ofFuzzer('package-ensembles', 'package: random sequences of calls of ensembles'),
  ofFuzzer('mechanism', 'C++ with sanitizers: mechanisms'),
  ofFuzzer('state', 'C++ with sanitizers: states'),
  ofFuzzer('calls', 'C++ with sanitizers: sequences of calls'),
  ofFuzzer('expression', 'C++ with sanitizers: expressions'),
  ofLog('fuzz', 'C++ lines that process user input, run with sanitizers', coverage, covered),
  ofLog('typescript', 'lines of the npm package, run by tests', coverage, covered),
  ofLog(
    'mutants',
    'faults in kernels',
    /^(\d+) killed, (\d+) explained, (\d+) unexplained$/gm,
    ([, killed, explained, unexplained]) =>
      `${killed} detected, ${explained} without effect, ${unexplained} not detected`
  ),
  ofSuite('native', 'C++ tests, clang++ 14'),
  ofSuite('clang-19', 'C++ tests, clang++ 19'),
  ofSuite('sanitizers', 'C++ tests with sanitizers'),
  ofSuite('typescript', 'tests of the npm package')
]

const before = readResults().get('verification')
const keptRows = before ? tablesOf(before.body).flatMap((table) => table.rows) : []
const kept = new Map(keptRows.map((cells) => [plain(cells[0]), cells]))

const suiteNames = [...read('script/suites.sh').matchAll(/^ {2}"\w+\|\w+\|[^|]+\|([^|]+)\|/gm)]
const suites = suiteNames.flatMap(([, suite]) => {
  const [seconds, commit] = [read(`${logs}/${suite}.seconds`).trim(), commitOf(suite)]
  if (seconds && commit) return [[`\`${suite}\``, seconds, commit]]
  return kept.has(suite) ? [kept.get(suite)] : []
})

heading(['check', 'command', 'result', 'commit'])
for (const { check, command, cells } of rows) {
  const own = cells ? [check, `\`${command}\``, ...cells] : kept.get(check)
  if (own) row(own)
}
if (suites.length > 0) {
  console.log()
  heading(['suite', 'seconds', 'commit'])
  for (const cells of suites) row(cells)
}

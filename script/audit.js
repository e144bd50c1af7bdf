// audit.js REPORT: queries the npm registry for known vulnerabilities and signatures of the packages in
// package-lock.json. Prints the answers and writes a JUnit report. Fails if one is bad. A registry that does
// not answer leaves the question open: that test counts as skipped.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const questions = {
  'known vulnerabilities, moderate or worse': {
    command: ['audit'],
    isBad: ({ metadata }) => {
      const { moderate, high, critical } = metadata.vulnerabilities
      return moderate + high + critical > 0
    }
  },
  'signatures of the registry': {
    command: ['audit', 'signatures'],
    isBad: ({ invalid, missing }) => invalid.length + missing.length > 0
  }
}

/** The result of npm's answer in JSON: passed, failed or skipped. */
export function outcomeOf(question, answer) {
  if (answer.error) return 'skipped'
  return questions[question].isBad(answer) ? 'failed' : 'passed'
}

function query(question) {
  const { command } = questions[question]
  const options = ['--json', '--fetch-retries=0', '--fetch-timeout=30000']
  const { stdout } = spawnSync('npm', [...command, ...options], { encoding: 'utf8' })
  const result = outcomeOf(question, JSON.parse(stdout))
  console.log(`${question}: ${result}\n${stdout}`)
  return result
}

const inside = { passed: '', failed: '<failure/>', skipped: '<skipped/>' }

function main(report) {
  const results = Object.keys(questions).map((question) => [question, query(question)])
  const cases = results.map(
    ([name, result]) => `<testcase name="${name}">${inside[result]}</testcase>`
  )
  writeFileSync(report, `<testsuite name="audit">${cases.join('')}</testsuite>\n`)
  if (results.some(([, result]) => result === 'failed')) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv[2])

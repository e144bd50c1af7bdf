// guard.mjs [--record | REPORT]: compares the instructions of single calls and the size of the
// WebAssembly with what bench/guard.json has, and writes that into a JUnit report; or records them.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { here, instructions } from './callgrind.mjs'

const file = 'bench/guard.json'
const tolerance = 0.03

/** Counts that compiler or processor have nothing to do with go by the name of `size`. */
function measure() {
  const { conditions, calls } = instructions(here)
  const wasm = readFileSync('wasm_bindings/dist/linkwork.wasm')
  const size = { 'linkwork.wasm': wasm.length, gzip: gzipSync(wasm, { level: 9 }).length }
  return { conditions, size, instructions: Object.fromEntries(calls) }
}

/**
 * The result of each count: { name, result, sentence }, the result one of passed, failed and
 * skipped. Counts of other conditions are not compared.
 */
export function compare(recorded, measured) {
  const isComparable = recorded.conditions === measured.conditions
  const comparison = (kind, name) => {
    const [before, now] = [recorded[kind][name], measured[kind][name]]
    if (kind === 'instructions' && !isComparable) return { name, result: 'skipped', sentence: '' }
    if (before === undefined || now === undefined)
      return { name, result: 'failed', sentence: now === undefined ? 'is gone' : 'is new' }
    const change = Math.abs(now - before)
    const verb = now > before ? 'grew' : 'fell'
    return {
      name,
      result: change > tolerance * before ? 'failed' : 'passed',
      sentence: `${verb} from ${before} to ${now}, by ${((100 * change) / before).toFixed(1)} %`
    }
  }
  return ['size', 'instructions'].flatMap((kind) => {
    const names = new Set([...Object.keys(recorded[kind]), ...Object.keys(measured[kind])])
    return [...names].map((name) => comparison(kind, name))
  })
}

const inside = { passed: '', failed: '<failure/>', skipped: '<skipped/>' }

function main(argument) {
  const measured = measure()
  if (argument === '--record') return writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`)
  const recorded = JSON.parse(readFileSync(file, 'utf8'))
  const comparisons = compare(recorded, measured)
  for (const { name, result, sentence } of comparisons)
    if (result === 'failed') console.log(`${name} ${sentence}`)
  if (recorded.conditions !== measured.conditions)
    console.log(
      `instructions are recorded for ${recorded.conditions}, not for ${measured.conditions}`
    )
  const failed = comparisons.filter(({ result }) => result === 'failed').length
  console.log(
    `${comparisons.length} counts, ${failed} of them changed by more than ${100 * tolerance} %`
  )
  if (argument) {
    const cases = comparisons.map(
      ({ name, result }) => `<testcase name="${name}">${inside[result]}</testcase>`
    )
    writeFileSync(argument, `<testsuite name="guard">${cases.join('')}</testsuite>\n`)
  }
  if (failed > 0) {
    console.log(`If that is meant: bench/guard --record, and commit ${file}.`)
    process.exitCode = 1
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv[2])

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { buildTests } from './build.mjs'
import { kernels } from './kernels.mjs'
import { mutantsOf, sampleOf } from './mutants.mjs'
import { killerOf, testsOf } from './tests.mjs'

/**
 * Measures how well the C++ tests see faults in the kernels:
 *
 *   node tests/mutation/run.mjs [NUMBER...]
 *
 * A sample of mutants is compiled into a copy of the sources, all at once, each chosen by number when
 * the tests start. Every mutant has to fail a test, or is explained in survivors.json: why it computes
 * the same, or what else would notice. Numbers run some of them again.
 */
const work = 'build/mutants'
const explained = JSON.parse(readFileSync(new URL('survivors.json', import.meta.url), 'utf8'))
const isSame = (one, other) =>
  ['file', 'from', 'to'].every((part) => one[part] === other[part]) &&
  (one.nth ?? 0) === (other.nth ?? 0)

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  encoding: 'utf8'
}).split('\n')
const isKernel = (file) =>
  kernels.includes(file) || (file.endsWith('.hpp') && kernels.includes(`${dirname(file)}/`))
const sample = tracked
  .filter(isKernel)
  .flatMap((file) => sampleOf(mutantsOf(file, readFileSync(file, 'utf8'))))
  .map((mutant, i) => ({ ...mutant, number: i + 1 }))

mkdirSync(work, { recursive: true })
console.log(`${sample.length} mutants; compiling ...`)
const { program, mutants } = buildTests(tracked, sample, work)
console.log(`${sample.length - mutants.length} do not compile; the tests without a mutant ...`)
const groups = await testsOf(program, work)

const asked = new Set(process.argv.slice(2).map(Number))
const queue = mutants.filter(({ number }) => asked.size === 0 || asked.has(number))
const outcome = { killed: 0, explained: 0, unexplained: 0 }

async function runQueue() {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const killer = await killerOf(program, groups, mutant.number)
    const why = explained.find((each) => isSame(each, mutant))?.why
    if (killer && why) console.log(`survivors.json explains ${mutant.number}, which is killed`)
    const kind = killer ? 'killed' : why ? 'explained' : 'unexplained'
    outcome[kind]++
    console.log(
      `${mutant.number} ${mutant.file}:${mutant.line}\n  ${mutant.from}\n  ${mutant.to}\n` +
        `  ${kind}: ${killer ?? why ?? 'no test fails'}`
    )
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, runQueue))

const unknown = explained.filter((each) => !sample.some((mutant) => isSame(each, mutant)))
for (const { file, from, to } of unknown)
  console.log(`survivors.json explains what is not in the sample: ${file}\n  ${from}\n  ${to}`)
console.log(
  Object.entries(outcome)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')
)
if (outcome.unexplained + unknown.length > 0) process.exitCode = 1

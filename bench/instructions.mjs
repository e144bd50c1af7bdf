// instructions.mjs [PATTERN | --loops | --general] [--against PROGRAM]: instructions of single calls as a table,
// next to those of another build of linkwork_calls and the ratios.
import { here, instructions } from './callgrind.mjs'
import { heading, row } from './table.mjs'

const looped = [
  'fourBar',
  'fourBarChain',
  'sixBar',
  'sliderCrank',
  'gearedLeg',
  'differentialLeg',
  'minitaur',
  'telloHumanoid',
  'closedRing',
  'gearedArm',
  'gearedChain',
  'beltChain',
  'miniCheetah',
  'mitHumanoid',
  'jvrc1'
]

const words = process.argv.slice(2)
const option = words.indexOf('--against')
const other = option < 0 ? undefined : words.splice(option, 2)[1]
const [pattern] = words

function printCalls() {
  const { calls, conditions } = instructions(here, pattern)
  const before = other && instructions(other, pattern).calls
  console.log(`${conditions}\n`)
  heading(['call', 'instructions', ...(other ? ['before', 'ratio'] : [])])
  for (const [name, count] of calls) {
    const old = before?.get(name)
    row([name, count, ...(other ? [old ?? '–', old ? (count / old).toFixed(3) : '–'] : [])])
  }
}

/** The cost of a semi-implicit step over one of rk4, by mechanism. */
function printLoops() {
  const names = ['forward-dynamics', 'articulated-body-rk4', 'articulated-body-semi-implicit-euler']
  const wanted = `^(${names.join('|')})/`
  const { calls, conditions } = instructions(here, wanted, looped)
  const before = other && instructions(other, wanted, looped).calls
  const title = ['mechanism', 'forward dynamics', 'rk4', 'semi-implicit Euler', 'of rk4']
  console.log(`${conditions}\n`)
  heading([...title, ...(other ? ['before', ...title.slice(1, 4)] : [])])
  for (const mechanism of looped) {
    const of = (counts) => names.map((name) => counts.get(`${name}/${mechanism}`))
    const counts = of(calls)
    const cells = [mechanism, ...counts, (counts[2] / counts[1]).toFixed(2)]
    if (other) {
      const old = of(before)
      cells.push((old[2] / old[1]).toFixed(2), ...counts.map((n, i) => (n / old[i]).toFixed(2)))
    }
    row(cells)
  }
}

/** The cost of forward dynamics by the general recursion, over that by the planned kernels. */
function printGeneral() {
  const { calls, conditions } = instructions(here, '^forward-dynamics(-general)?/')
  console.log(`${conditions}\n`)
  heading(['mechanism', 'planned kernels', 'general recursion', 'ratio'])
  for (const [name, fast] of calls) {
    const general = calls.get(name.replace('/', '-general/'))
    if (general) row([name.split('/')[1], fast, general, (general / fast).toFixed(1)])
  }
}

if (pattern === '--loops') printLoops()
else if (pattern === '--general') printGeneral()
else printCalls()

// Counts the instructions of single calls under callgrind and prints them as a table; with
// `--against PROGRAM`, another build of linkwork_instructions, also the ratio to its counts. With
// `--loops` the table is of steps on the catalogue's mechanisms with loops and couplings.
import { execFileSync } from 'node:child_process'

const calls = [
  'forward-dynamics',
  'forward-dynamics-wrench',
  'forward-dynamics-point-force',
  'forward-dynamics-pull',
  'inverse-dynamics',
  'inverse-dynamics-wrench',
  'inverse-operational-space-inertia',
  'articulated-body/rk4',
  'articulated-body/semi-implicit-euler',
  'variational/second-order',
  'variational-maximal/second-order',
  'multipliers/rattle',
  'multipliers/first-order'
]
const mechanisms = ['chain-20', 'four-bar', 'mit-humanoid', 'tello']
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
const count = 20

/** Instructions of one call. */
function instructions(program, call, mechanism) {
  const said = execFileSync(
    'sh',
    [
      '-c',
      'exec valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="*measured*" "$@" 2>&1',
      'sh',
      program,
      call,
      mechanism,
      String(count)
    ],
    { encoding: 'utf8' }
  )
  return Number(/Collected\s*:\s*(\d+)/.exec(said)[1]) / count
}

/** What a semi-implicit step costs beside one of rk4, mechanism by mechanism. */
function printLoops(program, other) {
  console.log(
    '| mechanism | forward dynamics | rk4 | semi-implicit Euler | of rk4 |' +
      (other ? ' before | forward dynamics | rk4 | semi-implicit Euler |' : '')
  )
  console.log(`| --- |${' ---: |'.repeat(other ? 8 : 4)}`)
  const calls = ['forward-dynamics', 'articulated-body/rk4', 'articulated-body/semi-implicit-euler']
  for (const mechanism of looped) {
    const here = calls.map((call) => instructions(program, call, mechanism))
    const cells = [mechanism, ...here.map(Math.round), (here[2] / here[1]).toFixed(2)]
    if (other) {
      const before = calls.map((call) => instructions(other, call, mechanism))
      cells.push((before[2] / before[1]).toFixed(2))
      cells.push(...here.map((counted, i) => (counted / before[i]).toFixed(2)))
    }
    console.log(`| ${cells.join(' | ')} |`)
  }
}

/** All calls on a few mechanisms. */
function printCalls(program, other) {
  console.log('| call | mechanism | instructions |' + (other ? ' before | ratio |' : ''))
  console.log('| --- | --- | ---: |' + (other ? ' ---: | ---: |' : ''))
  for (const call of calls)
    for (const mechanism of mechanisms) {
      const here = instructions(program, call, mechanism)
      const before = other && instructions(other, call, mechanism)
      console.log(
        `| ${call} | ${mechanism} | ${Math.round(here)} |` +
          (other ? ` ${Math.round(before)} | ${(here / before).toFixed(3)} |` : '')
      )
    }
}

const options = process.argv.slice(2)
const print = options[0] === '--loops' ? printLoops : printCalls
if (print === printLoops) options.shift()
const [option, other] = options
if (option !== undefined && option !== '--against') throw new Error(`unknown option ${option}`)
print('build/native/bench/linkwork_instructions', other)

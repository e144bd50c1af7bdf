// Counts the instructions of single calls under callgrind and prints them as a table; with
// `--against PROGRAM`, another build of linkwork_instructions, also the ratio to its counts.
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

const [option, other] = process.argv.slice(2)
if (option !== undefined && option !== '--against') throw new Error(`unknown option ${option}`)
const program = 'build/native/bench/linkwork_instructions'
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

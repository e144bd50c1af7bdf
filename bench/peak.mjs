// peak.mjs [PATTERN]: what share of the processor's multiplications and additions single calls use.
// Callgrind counts how often every instruction of the program runs, its disassembly shows which of them are
// floating point; times are taken in turns with those of the peak and of a cycle.
import { execFileSync } from 'node:child_process'
import { here, profiles } from './callgrind.mjs'
import { heading, row } from './table.mjs'

// Calls that do the same at every repetition: what others iterate changes as the mechanism moves.
const usual =
  '^(forward-dynamics|forward-dynamics-wrench|inverse-dynamics|mass-matrix|forward-dynamics-derivatives|' +
  'articulated-body-rk4)/(chain-20|chain-1000|mini-cheetah|mit-humanoid|tello|torus-chain-10)$'
const pattern = process.argv[2] ?? usual

const read = { encoding: 'utf8', maxBuffer: 2 ** 30 }

/** Additions, multiplications, divisions and roots of one instruction, a fused pair counted as two. */
function flopsOf(mnemonic, operands) {
  const kind = /^v?(add|sub|mul|div|sqrt|f?n?m(?:add|sub)[123]{3})([sp])d$/.exec(mnemonic)
  if (!kind) return 0
  const lanes =
    kind[2] === 's' ? 1 : operands.includes('%zmm') ? 8 : operands.includes('%ymm') ? 4 : 2
  return lanes * (kind[1].length > 4 ? 2 : 1)
}

/** Of each address that holds one: flops of its instruction. */
function flopsByAddress() {
  const code = execFileSync('objdump', ['-d', '--no-show-raw-insn', here], read)
  const result = new Map()
  for (const [, address, mnemonic, operands] of code.matchAll(/^ +(\w+):\t(\w+) *(.*)$/gm)) {
    const flops = flopsOf(mnemonic, operands)
    if (flops > 0) result.set(Number.parseInt(address, 16), flops)
  }
  return result
}

/** Flops, floating-point instructions and instructions of one call. */
function countsOf(profile, each, flops) {
  const instructions = Number(/^totals: (\d+)/m.exec(profile)[1])
  const counts = { flops: 0, floating: 0, instructions }
  let isOurs = false
  let isCall = false // the line after `calls=` sums up what was called, which has lines of its own
  for (const line of profile.split('\n')) {
    if (line.startsWith('ob=')) isOurs = line.endsWith(here)
    else if (line.startsWith('0x')) {
      const [address, count] = line.split(' ').map(Number)
      const ofOne = isOurs && !isCall ? (flops.get(address) ?? 0) : 0
      counts.flops += ofOne * count
      if (ofOne > 0) counts.floating += count
      isCall = false
    } else if (line.startsWith('calls=')) isCall = true
  }
  for (const name of Object.keys(counts)) counts[name] /= each
  return counts
}

/** Of each call the rounds' times: of the call, of a multiplication with addition, of a cycle [s]. */
function times() {
  const rounds = new Map()
  for (const line of execFileSync(here, ['time', pattern], read).trim().split('\n')) {
    const [name, ...numbers] = line.split(' ')
    rounds.set(name, [...(rounds.get(name) ?? []), numbers.map(Number)])
  }
  return rounds
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

const flops = flopsByAddress()
const options = ['--dump-instr=yes', '--dump-line=no', '--compress-pos=no', '--compress-strings=no']
const { conditions, calls } = profiles(here, {
  pattern,
  options,
  read: (profile, each) => countsOf(profile, each, flops)
})
const rounds = times()
const peaks = [...rounds.values()].flat().map(([, peak, cycle]) => (2 * cycle) / peak)
console.log(`counts: ${conditions}; peak: ${median(peaks).toFixed(2)} flops a cycle, scalar\n`)
const cells = new Map()
for (const [name, { flops, floating, instructions }] of calls) {
  const own = rounds.get(name)
  const share = median(own.map(([time, peak]) => (flops * peak) / 2 / time))
  const aCycle = median(own.map(([time, , cycle]) => (instructions * cycle) / time))
  const percent = (fraction) => `${(100 * fraction).toFixed(0)} %`
  cells.set(name, `${percent(share)}, ${aCycle.toFixed(1)}, ${percent(floating / instructions)}`)
}
const [kinds, subjects] = [0, 1].map(
  (part) => new Set([...cells.keys()].map((name) => name.split('/')[part]))
)
heading(['of the peak, instructions a cycle, of them floating point', ...subjects])
for (const kind of kinds)
  row([kind, ...[...subjects].map((subject) => cells.get(`${kind}/${subject}`) ?? '–')])

// Runs bench/general_joints and prints the paper's table with our times next to the published ones.
import { execFileSync } from 'node:child_process'

const rounds = process.argv[2] ?? '21'
const program = process.argv[3] ?? 'build/native/bench/linkwork_paper_general_joints'

/** Published milliseconds on a Core 2 Quad of 2.67 GHz (Si & Guenter, table 1). */
const published = {
  RC20: { 'Method I': 0.02, 'Method II': 1.0, 'articulated body': 0.025 },
  RC50: { 'Method I': 0.05, 'Method II': 2.4, 'articulated body': 0.064 },
  RC100: { 'Method I': 0.112, 'Method II': 4.9, 'articulated body': 0.127 },
  TC10: { 'Method I': 0.055, 'Method II': 1.05 },
  TC20: { 'Method I': 0.115, 'Method II': 2.2 },
  WM: { 'Method I': 0.108, 'Method II': 2.4 }
}

const row = (cells) =>
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(14) : cell.padStart(18))).join(''))
const milliseconds = (value) => (value === undefined ? '–' : value.toPrecision(2))

const examples = JSON.parse(
  execFileSync(program, [rounds], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
)
const names = examples[0].methods.map(({ name }) => name)
console.log('Milliseconds of one forward dynamics, published ones below')
row(['', 'dofs', ...names])
for (const { name, degreesOfFreedom, methods } of examples) {
  row([name, `${degreesOfFreedom}`, ...methods.map((m) => milliseconds(m.microseconds / 1000))])
  const theirs = published[name]
  if (theirs) row(['  published', '', ...names.map((method) => milliseconds(theirs[method]))])
}
console.log('\nOperations (+ − × ÷) of a freedom')
row(['', '', ...Object.keys(examples[0].operations)])
for (const { name, degreesOfFreedom, operations } of examples)
  row([name, '', ...Object.values(operations).map((n) => (n / degreesOfFreedom).toFixed(0))])

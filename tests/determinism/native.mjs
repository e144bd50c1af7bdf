import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Compares the motions of native programs (linkwork_trajectories of the presets reproducible…) with the
 * table of hashes, over 100 steps, or as many as 10,000 with --whole:
 *
 *   node tests/determinism/native.mjs [--whole] PROGRAM...
 */
const table = JSON.parse(readFileSync(new URL('../data/trajectories.json', import.meta.url)))
const programs = process.argv.slice(2).filter((argument) => argument !== '--whole')
const counts = process.argv.includes('--whole') ? ['100', '10000'] : ['100']

const input = Object.keys(table).join('\n')
for (const program of programs) {
  const lines = execFileSync(program, counts, { input: `${input}\n` })
    .toString()
    .trim()
    .split('\n')
  let others = 0
  for (const line of lines) {
    const [mechanism, method, integrator, ...hashes] = line.split(' ')
    const name = `${mechanism} ${method} ${integrator}`
    const known = table[name].slice(0, hashes.length)
    if (`${hashes}` === `${known}`) continue
    others++
    console.log(`${program}: ${name}: ${known} in the table, found ${hashes}`)
  }
  console.log(`${program}: ${lines.length - others} motions as in the table, ${others} not`)
  if (others > 0 || lines.length !== Object.keys(table).length) process.exitCode = 1
}

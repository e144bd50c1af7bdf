// Runs measuring commands and keeps what they print: see bench/all.
import { spawnSync } from 'node:child_process'
import { update } from './figures.mjs'
import { headOf, readResults, repository, writeResult } from './results.mjs'

/**
 * Every result: the command that prints it and its minutes on two cores. A result with `needs` runs only
 * if it is named, or if the environment variable is set.
 */
const measurements = {
  'compiled-covers': { command: 'bench/compiled --covers', minutes: 1 },
  'instructions-general': { command: 'bench/instructions --general', minutes: 1 },
  'instructions-loops': { command: 'bench/instructions --loops', minutes: 1 },
  models: { command: 'bench/models', minutes: 1 },
  precision: { command: 'bench/precision', minutes: 1 },
  growth: { command: 'bench/growth', minutes: 1 },
  loops: { command: 'bench/loops', minutes: 3 },
  stiff: { command: 'bench/stiff', minutes: 1 },
  steps: { command: 'bench/steps', minutes: 2 },
  peak: { command: 'bench/peak', minutes: 2 },
  sweeps: { command: 'bench/sweeps', minutes: 2 },
  report: { command: "bench/report 'Dynamics|massMatrix|step/|create'", minutes: 3 },
  'report-contact': { command: 'bench/report contact/', minutes: 2 },
  'contact-growth': { command: 'bench/contact growth', minutes: 3 },
  'contact-dropped': { command: 'bench/contact dropped', minutes: 3 },
  'contact-tumbling': { command: 'bench/contact tumbling', minutes: 2 },
  'contact-drift': { command: 'bench/contact drift', minutes: 3 },
  'paper-clusters': { command: 'bench/paper-clusters', minutes: 2 },
  'paper-general-joints': { command: 'bench/paper-general-joints', minutes: 4 },
  'paper-multipliers': { command: 'bench/paper-multipliers', minutes: 1 },
  ...Object.fromEntries(
    ['lee', 'authors', 'bruedigam', 'energy', 'adaptive', 'long-runs'].map((section) => [
      `paper-variational-${section}`,
      { command: `bench/paper-variational ${section}`, minutes: 2 }
    ])
  ),
  ensembles: { command: 'bench/ensembles', minutes: 5 },
  trajectories: { command: 'bench/trajectories', minutes: 5 },
  verification: { command: 'bench/verification', minutes: 1 },
  gpu: { command: 'bench/gpu', minutes: 5 },
  compiled: { command: 'bench/compiled', minutes: 10 },
  page: { command: 'bench/page', minutes: 10 },
  extremes: { command: 'bench/extremes', minutes: 15 },
  peers: { command: 'bench/peers', minutes: 60 },
  'endurance-page': { command: 'bench/endurance --page 60', minutes: 60 },
  endurance: { command: 'bench/endurance --workers 1', minutes: 120 },
  'peers-native': { command: 'bench/peers --native', minutes: 5, needs: 'PINOCCHIO' },
  'gpu-hardware': { command: 'bench/gpu --hardware', minutes: 5, needs: 'GPU' },
  'page-hardware': { command: 'bench/page --hardware motion', minutes: 5, needs: 'GPU' }
}

const words = process.argv.slice(2)
const results = readResults()

function list() {
  for (const [name, { command, minutes }] of Object.entries(measurements)) {
    const commit = results.get(name)?.head.commit ?? '–'
    console.log(`${name.padEnd(28)}${command.padEnd(34)}${`${minutes}`.padStart(4)} min  ${commit}`)
  }
}

function chosen() {
  const names = words.filter((word) => !word.startsWith('--'))
  const unknown = names.find((name) => !(name in measurements))
  if (unknown) {
    const expected = Object.keys(measurements).join(', ')
    console.error(`found the name "${unknown}", expected one of: ${expected}`)
    process.exit(2)
  }
  if (names.length > 0) return names
  const { commit } = headOf('')
  return Object.keys(measurements).filter((name) => {
    const { needs } = measurements[name]
    if (needs && !process.env[needs]) {
      console.error(`${name}: left out, ${needs} is not set`)
      return false
    }
    return !words.includes('--resume') || results.get(name)?.head.commit !== commit
  })
}

/** Runs a command and keeps what it prints; returns whether it ended well. */
function run(name) {
  const { command } = measurements[name]
  console.error(`▸ ${command}`)
  const head = headOf(command)
  const { status, stdout } = spawnSync('bash', ['-c', command], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  if (status === 0) writeResult(name, head, stdout)
  else console.error(`${command} ended with ${status}: its result is as before.`)
  return status === 0
}

if (words.includes('--list')) list()
else {
  const failed = chosen().filter((name) => !run(name))
  update()
  for (const name of failed) console.error(`failed: bench/all ${name}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { load } from 'linkwork'
import { hashesAfter, simulationOf, trajectoriesOf } from './trajectories.mjs'

/**
 * Compares the motions of the catalogue with the table of hashes, or writes it again:
 *
 *   node tests/determinism/golden.mjs [--write]
 *
 * First all for 100 steps, then all for 10,000, those of the fewest seconds first. The table is
 * written after each, so a run that is cut short leaves what it has.
 */
const table = new URL('../data/trajectories.json', import.meta.url)
const mustWrite = process.argv.includes('--write')
const known = !mustWrite && existsSync(table) ? JSON.parse(readFileSync(table, 'utf8')) : {}

const linkwork = await load()
const found = {}
const seconds = {}

function run(trajectory, counts) {
  const name = trajectory.join(' ')
  const start = performance.now()
  const simulation = simulationOf(linkwork, trajectory)
  found[name] = hashesAfter(simulation, counts)
  simulation.dispose()
  seconds[name] = performance.now() - start
}

function write() {
  const lines = Object.entries(found).map(
    ([name, hashes]) => `  "${name}": ${JSON.stringify(hashes)}`
  )
  writeFileSync(table, `{\n${lines.join(',\n').replaceAll('","', '", "')}\n}\n`)
}

const trajectories = trajectoriesOf(linkwork)
for (const trajectory of trajectories) run(trajectory, [100])
if (mustWrite) write()
const quickest = trajectories.toSorted((a, b) => seconds[a.join(' ')] - seconds[b.join(' ')])
for (const trajectory of quickest) {
  run(trajectory, [100, 10_000])
  if (mustWrite) write()
}

if (!mustWrite) {
  const others = Object.keys(found).filter((name) => `${known[name]}` !== `${found[name]}`)
  for (const name of others)
    console.log(`${name}: ${known[name]} in the table, found ${found[name]}`)
  console.log(
    `${trajectories.length - others.length} motions as in the table, ${others.length} not`
  )
  process.exitCode = others.length > 0 ? 1 : 0
}

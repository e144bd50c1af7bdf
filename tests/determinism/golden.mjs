import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { load } from 'linkwork'
import { hashesAfter, simulationOf, trajectoriesOf } from './trajectories.mjs'

/**
 * Compares all motions of the catalogue, 10,000 steps each, with the table of hashes:
 * node tests/determinism/golden.mjs [--write] [--part I/N]
 */
const table = new URL('../data/trajectories.json', import.meta.url)
const counts = [100, 10_000]

const { values } = parseArgs({
  options: { write: { type: 'boolean' }, part: { type: 'string', default: '0/1' } }
})
const [part, parts] = values.part.split('/').map(Number)

const linkwork = await load()
const found = {}
for (const [place, trajectory] of trajectoriesOf(linkwork).entries()) {
  if (place % parts !== part) continue
  const start = performance.now()
  const simulation = simulationOf(linkwork, trajectory)
  found[trajectory.join(' ')] = hashesAfter(simulation, counts)
  simulation.dispose()
  const seconds = (performance.now() - start) / 1000
  if (seconds > 20) console.log(`${trajectory.join(' ')}: ${seconds.toFixed(0)} s`)
}

if (values.write) {
  const lines = Object.entries(found).map(
    ([name, hashes]) => `  "${name}": ${JSON.stringify(hashes)}`
  )
  writeFileSync(table, `{\n${lines.join(',\n')}\n}\n`)
} else {
  const known = JSON.parse(readFileSync(table, 'utf8'))
  const others = Object.keys(found).filter((name) => `${known[name]}` !== `${found[name]}`)
  for (const name of others)
    console.log(`${name}: ${known[name]} in the table, found ${found[name]}`)
  console.log(
    `${Object.keys(found).length - others.length} motions as in the table, ${others.length} not`
  )
  process.exitCode = others.length > 0 ? 1 : 0
}

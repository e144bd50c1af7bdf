import { writeFileSync } from 'node:fs'
import { load } from 'linkwork'
import { simulationOf, trajectoriesOf } from './trajectories.mjs'

/**
 * Writes snapshots of the catalogue's motions after 50 steps, one in seven, as this build takes them:
 *
 *   node tests/determinism/snapshots.mjs
 *
 * Later builds of the same version go on from them to the hashes of the table of motions.
 */
const linkwork = await load()
const snapshots = {}
for (const [place, trajectory] of trajectoriesOf(linkwork).entries()) {
  if (place % 7 !== 0) continue
  const simulation = simulationOf(linkwork, trajectory)
  simulation.step(50)
  snapshots[trajectory.join(' ')] = Buffer.from(simulation.snapshot().buffer).toString('base64')
  simulation.dispose()
}
const file = new URL('../data/snapshots.json', import.meta.url)
writeFileSync(file, `${JSON.stringify({ version: linkwork.version, snapshots }, null, 2)}\n`)

import { execFileSync } from 'node:child_process'
import { load } from 'linkwork'
import { hashesAfter, simulationOf, trajectoriesOf } from '../tests/determinism/trajectories.mjs'

/** How many motions of native programs are bitwise those of WebAssembly, after so many steps. */
const counts = [0, 1, 10, 100]
const programs = process.argv.slice(2)

const linkwork = await load()
const trajectories = trajectoriesOf(linkwork)
const here = trajectories.map((trajectory) => {
  const simulation = simulationOf(linkwork, trajectory)
  const hashes = hashesAfter(simulation, counts)
  simulation.dispose()
  return hashes
})

const input = trajectories.map((trajectory) => `${trajectory.join(' ')}\n`).join('')
console.log(`| of ${trajectories.length} motions | ${counts.join(' | ')} steps |`)
console.log(`| --- |${' --- |'.repeat(counts.length)}`)
for (const program of programs) {
  const output = execFileSync(program, counts.map(String), { input }).toString()
  const there = output
    .trim()
    .split('\n')
    .map((line) => line.split(' ').slice(3))
  const same = counts.map(
    (_, i) => here.filter((hashes, row) => hashes[i] === there[row]?.[i]).length
  )
  console.log(`| ${program.split('/').at(-3)} | ${same.join(' | ')} |`)
}

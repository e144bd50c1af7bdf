// Writes a motion as a table: a column a number, a row every ten milliseconds.
import { writeFileSync } from 'node:fs'
import { fourBar, load } from 'linkwork'

const file = process.argv[2] ?? 'four-bar.csv'
const linkwork = await load()
const model = linkwork.model(fourBar({ startSpeed: 5 }))
const simulation = model.simulate({ step: 1e-3 })

const names = model.joints.map(({ name }) => name)
const lines = [['t', ...names.map((name) => `q.${name}`), ...names.map((name) => `v.${name}`)]]
for (let row = 0; row <= 200; row++) {
  lines.push([simulation.time, ...simulation.q, ...simulation.v])
  simulation.step(10)
}
writeFileSync(file, lines.map((line) => `${line.join(',')}\n`).join(''))
console.log(`${lines.length - 1} rows in ${file}`)
simulation.dispose()
model.dispose()

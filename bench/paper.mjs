// Common functions of the scripts that repeat the papers' measurements.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { figure } from './svg-plot.mjs'
import { heading, row as tableRow } from './table.mjs'

export const folder = 'bench/results'

/** Returns what the program of a paper prints, or what it printed before if an option names a file. */
export function measure(paper, options) {
  const file = options.find((option) => option.endsWith('.json'))
  if (file) return JSON.parse(readFileSync(file, 'utf8'))
  const program = `build/native/bench/papers/linkwork_paper_${paper}`
  const output = { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] }
  return JSON.parse(execFileSync(program, options, output))
}

let isFirst = false

/** Prints the line above a table; the next row is its header. */
export function title(text) {
  console.log(`\n${text}\n`)
  isFirst = true
}

/** Prints a row of a table in Markdown. */
export function row(cells) {
  if (isFirst) heading(cells)
  else tableRow(cells)
  isFirst = false
}

/** Prints what belongs to the table above. */
export function notes(lines) {
  console.log(`\n${lines.map((line) => `- ${line}`).join('\n')}`)
}

/** Draws a figure into bench/results. */
export function save(name, panels, layout = { columns: 2 }) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${name}.svg`, figure({ panels, ...layout }))
}

/** Slope of log y over log x by least squares, from x on. */
export function exponentOf(points, from) {
  const logs = points.filter(([x]) => x >= from).map(([x, y]) => [Math.log(x), Math.log(y)])
  if (logs.length < 2) return Number.NaN
  const mean = (k) => logs.reduce((sum, log) => sum + log[k], 0) / logs.length
  const [mx, my] = [mean(0), mean(1)]
  const over = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0)
  return over / logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
}

export function namesOf(entries) {
  return [...new Set(entries.flatMap(({ methods }) => methods.map(({ name }) => name)))]
}

/** Lines of each method's microseconds over x, where it did not fail. */
export function linesOf(entries, x) {
  return namesOf(entries).map((name) => ({
    name,
    hasMarks: true,
    points: entries.flatMap((entry) => {
      const found = entry.methods.find((method) => method.name === name && !method.failure)
      return found?.microseconds === undefined ? [] : [[entry[x], found.microseconds]]
    })
  }))
}

// instructions.mjs [PATTERN] [--against PROGRAM]: instructions of single calls as a table, beside those
// of another build of linkwork_calls and the ratios.
import { here, instructions } from './callgrind.mjs'
import { heading, row } from './table.mjs'

const words = process.argv.slice(2)
const option = words.indexOf('--against')
const other = option < 0 ? undefined : words.splice(option, 2)[1]
const [pattern] = words

const { calls, conditions } = instructions(here, pattern)
const before = other && instructions(other, pattern).calls
console.log(`${conditions}\n`)
heading(['call', 'instructions', ...(other ? ['before', 'ratio'] : [])])
for (const [name, count] of calls) {
  const old = before?.get(name)
  row([name, count, ...(other ? [old ?? '–', old ? (count / old).toFixed(3) : '–'] : [])])
}

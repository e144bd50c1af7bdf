// coverage.js LANGUAGE: prints how many lines ran, folder by folder, and fails where too few of those
// did where users' input enters. The report of lcov is in build/coverage; to it come the lines that did
// not run.
import { readFileSync, writeFileSync } from 'node:fs'
import { posix, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const least = 0.95

/** Files that read and check input of users, by language. */
const entrances = {
  'C++': [
    /^cpp\/linkwork\/mechanism\//, // files of mechanisms and states
    /^cpp\/linkwork\/symbolic\/expression_text\./, // formulae in them
    /^cpp\/linkwork\/joints\/setup\/(custom_joint|curve_shape)\./, // joints that they describe
    /^cpp\/linkwork\/model\/clustering\./, // what hangs together in them
    /^cpp\/linkwork\/dynamics\/setup\/(compile_checks|assemble)\./, // whether it closes, and moves
    /^cpp\/linkwork\/catalogue\/(catalogue|options)\./, // options by name
    /^cpp\/linkwork\/integrators\/setup\/variational_options\./,
    /^cpp\/linkwork\/simulation\// // calls
  ],
  // The package only processes its inputs. Code for WebGPU is tested in a browser, where nothing is counted
  // (tests/package/gpu*.test.ts).
  TypeScript: [/^wasm_bindings\/src\/(?!gpu\/\w+-on-gpu\.|gpu\/gpu-memory\.|three\/gpu-matrices\.)/]
}

/** By file, how many lines can run and which did not, from a report in the format of lcov. */
export function readLcov(text, root) {
  const files = {}
  let lines
  for (const record of text.split('\n')) {
    const [, kind, value] = /^(SF|DA):(.*)$/.exec(record) ?? []
    if (kind === 'SF') lines = files[relative(root, resolve(root, value))] ??= new Map()
    if (kind !== 'DA') continue
    const [line, count] = value.split(',').map(Number)
    lines.set(line, (lines.get(line) ?? 0) + count)
  }
  return Object.entries(files)
    .filter(([, counts]) => counts.size > 0)
    .map(([file, counts]) => ({
      file,
      total: counts.size,
      missed: [...counts].filter(([, count]) => count === 0).map(([line]) => line)
    }))
}

/** The printed and the written report on these files, and whether enough of their lines ran. */
export function report(language, files) {
  const where = files.filter(({ file }) => entrances[language].some((each) => each.test(file)))
  const entered = sumOf(where)
  const folders = [...new Set(files.map(({ file }) => posix.dirname(file)))].sort()
  const table = folders.map((folder) => {
    const inside = files.filter(({ file }) => posix.dirname(file) === folder)
    return folder.padEnd(34) + rowOf(sumOf(inside))
  })
  return {
    printed: [
      ...table,
      `coverage: ${percent(entered)} of ${entered.total} lines where input enters (${language})`
    ].join('\n'),
    written: files
      .filter(({ missed }) => missed.length > 0)
      .map(({ file, missed }) => `${file}: ${rangesOf(missed)}\n`)
      .sort()
      .join(''),
    enough: entered.total > 0 && entered.ran >= least * entered.total
  }
}

function sumOf(files) {
  const total = files.reduce((sum, each) => sum + each.total, 0)
  return { total, ran: total - files.reduce((sum, each) => sum + each.missed.length, 0) }
}

/** Rounded down, so what is too little does not look like enough. */
const percent = ({ ran, total }) => `${(Math.floor((1000 * ran) / total) / 10).toFixed(1)} %`

function rowOf(sum) {
  return `${sum.ran} of ${sum.total}`.padStart(14) + percent(sum).padStart(9)
}

/** "3-5, 9" of 3, 4, 5, 9. */
function rangesOf(lines) {
  const ranges = []
  for (const line of lines.toSorted((one, other) => one - other)) {
    if (ranges.at(-1)?.[1] === line - 1) ranges.at(-1)[1] = line
    else ranges.push([line, line])
  }
  return ranges
    .map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
    .join(', ')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [language] = process.argv.slice(2)
  const folder = `build/coverage/${language.toLowerCase()}`
  const files = readLcov(readFileSync(`${folder}/lcov.info`, 'utf8'), process.cwd())
  const { printed, written, enough } = report(language, files)
  writeFileSync(`${folder}/not-run.txt`, written)
  console.log(printed)
  if (!enough) {
    console.log(`At least ${100 * least} % should run; those that did not: ${folder}/not-run.txt`)
    process.exitCode = 1
  }
}

// layers.js: prints every violation of the architecture, and fails if there is any.
//
// The tables in docs/contributing/architecture.md list the directories of the library (C++) and of the
// page (TypeScript) in the order of their dependencies, from the bottom up. A file uses files of its own
// directory and of directories above it in the table. A folder without a row belongs to the directory
// around it. No file may use itself through others. Every source is in a listed directory, and every
// listed directory has sources. Tests of the page may use everything. Functions whose last bits differ between systems, such as sines, come from linkwork/elementary.hpp.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const architecture = 'docs/contributing/architecture.md'
const isSource = (file) =>
  /\.([ch]pp|ts)$/.test(file) && !/\.(test|fixture|endurance)\.ts$/.test(file)

/** Returns a sentence for every violation in the repository at `root`. */
export function findings(root) {
  const directories = directoriesOf(readFileSync(join(root, architecture), 'utf8'))
  const files = ['cpp', 'web/src'].flatMap((folder) => filesIn(root, folder)).filter(isSource)
  const uses = new Map(files.map((file) => [file, usesOf(root, file)]))
  return [
    ...tableErrors(directories, new Set(files.map(posix.dirname))),
    ...upwardUses(directories, uses),
    ...cycles(uses),
    ...platformDependentCalls(root, [...files, ...methodsOfPapers(root)])
  ]
}

/** Returns the directories of the tables, in their order. */
function directoriesOf(text) {
  const rows = text.matchAll(/^\| `((?:cpp|web\/src)\/[\w/]+)\/` \|/gm)
  return [...rows].map(([, folder]) => folder)
}

function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\b(node_modules|dist)\b/.test(entry.parentPath))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** `#include "name"`, `from 'name'`, `import 'name'`, `import('name')` and `new URL('name'`. */
const use = /^\s*#\s*include\s*["<]([^">]+)[">]|(?:\bfrom |\bimport[ (]|\bnew URL\()'(\.[^']+)'/

/** Returns the project files that a file includes or imports, each with its line. */
function usesOf(root, file) {
  const found = []
  for (const [i, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    const [, included, imported] = use.exec(line) ?? []
    const name = included ?? imported
    if (!name) continue
    const candidates = [posix.join(dirname(file), name), `cpp/${name}`, `cpp/include/${name}`]
    const target = candidates.find((candidate) => existsSync(join(root, candidate)))
    if (target) found.push({ target, line: i + 1, name })
  }
  return found
}

/** Returns the C++ files of the papers that the npm package links, too. */
function methodsOfPapers(root) {
  return filesIn(root, 'bench/papers').filter(
    (file) => /\.[ch]pp$/.test(file) && !file.includes('/experiments/')
  )
}

/** Returns the innermost listed directory of a file. */
function directoryOf(directories, file) {
  const around = directories.filter((directory) => file.startsWith(`${directory}/`))
  return around.sort((one, other) => other.length - one.length)[0]
}

function tableErrors(directories, folders) {
  const twice = directories.filter((directory, i) => directories.indexOf(directory) !== i)
  const unlisted = [...folders].filter((folder) => !directoryOf(directories, `${folder}/`))
  const empty = directories.filter((directory) => !folders.has(directory))
  return [
    ...twice.map((directory) => `${architecture} lists ${directory}/ twice`),
    ...unlisted.map(
      (folder) => `${folder}/ has sources, but the table of ${architecture} lacks it`
    ),
    ...empty.map((directory) => `${architecture} lists ${directory}/, which has no sources`)
  ]
}

function upwardUses(directories, uses) {
  const result = []
  for (const [file, targets] of uses) {
    const own = directoryOf(directories, file)
    for (const { target, line, name } of targets) {
      const other = directoryOf(directories, target)
      if (directories.indexOf(own) < directories.indexOf(other)) {
        result.push(`${file}:${line} uses "${name}": ${own}/ must not depend on ${other}/`)
      }
    }
  }
  return result
}

/** Returns every cycle once. */
function cycles(uses) {
  const result = []
  const finished = new Set()
  const visit = (file, path) => {
    const start = path.indexOf(file)
    if (start >= 0) {
      result.push(`files use each other: ${[...path.slice(start), file].join(' → ')}`)
    } else if (!finished.has(file)) {
      for (const { target } of uses.get(file) ?? []) visit(target, [...path, file])
      finished.add(file)
    }
  }
  for (const file of uses.keys()) visit(file, [])
  return result
}

/** Returns calls of functions whose last bits differ between systems. */
function platformDependentCalls(root, files) {
  const names = 'a?(sin|cos|tan)h?|atan2|exp2?|expm1|log(2|10|1p)?|pow|hypot|cbrt'
  const call = new RegExp(`std::(${names})(?=[()])|^ *using.* std::(${names})\\b|AngleAxis`)
  return files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, i) => {
      const found = call.exec(line)?.[0].trim()
      const advice =
        'use the function of linkwork/elementary.hpp, which is the same on every system'
      return found ? [`${file}:${i + 1} calls ${found}: ${advice}`] : []
    })
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sentences = findings('.')
  for (const sentence of sentences) console.log(sentence)
  if (sentences.length > 0) process.exitCode = 1
}

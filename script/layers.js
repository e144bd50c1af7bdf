// layers.js: prints every violation of the architecture, and fails if there is any.
//
// The table in docs/contributing/architecture.md lists the C++ directories in the order of their
// dependencies, from the bottom up. A file includes files of its own directory and of directories above
// it in the table. A folder without a row belongs to the directory around it. No file may include itself
// through others. Every source is in a listed directory, and every listed directory has sources.
// Functions whose last bits differ between systems, such as sines, come from linkwork/elementary.hpp.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const architecture = 'docs/contributing/architecture.md'

/** Returns a sentence for every violation in the repository at `root`. */
export function findings(root) {
  const directories = directoriesOf(readFileSync(join(root, architecture), 'utf8'))
  const files = filesIn(root, 'cpp').filter((file) => /\.[ch]pp$/.test(file))
  const includes = new Map(files.map((file) => [file, includesOf(root, file)]))
  return [
    ...tableErrors(directories, new Set(files.map(posix.dirname))),
    ...upwardIncludes(directories, includes),
    ...includeCycles(includes),
    ...platformDependentCalls(root, files)
  ]
}

/** Returns the C++ directories of the table, in its order. */
function directoriesOf(text) {
  const rows = text.matchAll(/^\| `(cpp\/[\w/]+)\/` \|/gm)
  return [...rows].map(([, folder]) => folder)
}

function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\b(node_modules|dist)\b/.test(entry.parentPath))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** Returns the project files that a file includes, each with its line. */
function includesOf(root, file) {
  const found = []
  for (const [i, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    const name = /^\s*#\s*include\s*["<]([^">]+)[">]/.exec(line)?.[1]
    if (!name) continue
    const candidates = [posix.join(dirname(file), name), `cpp/${name}`, `cpp/include/${name}`]
    const target = candidates.find((candidate) => existsSync(join(root, candidate)))
    if (target) found.push({ target, line: i + 1, name })
  }
  return found
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

function upwardIncludes(directories, includes) {
  const result = []
  for (const [file, targets] of includes) {
    const own = directoryOf(directories, file)
    for (const { target, line, name } of targets) {
      const other = directoryOf(directories, target)
      if (directories.indexOf(own) < directories.indexOf(other)) {
        result.push(`${file}:${line} includes "${name}": ${own}/ must not depend on ${other}/`)
      }
    }
  }
  return result
}

/** Returns every cycle of includes once. */
function includeCycles(includes) {
  const result = []
  const finished = new Set()
  const visit = (file, path) => {
    const start = path.indexOf(file)
    if (start >= 0) {
      result.push(`files include each other: ${[...path.slice(start), file].join(' → ')}`)
    } else if (!finished.has(file)) {
      for (const { target } of includes.get(file) ?? []) visit(target, [...path, file])
      finished.add(file)
    }
  }
  for (const file of includes.keys()) visit(file, [])
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
      const use = 'use the function of linkwork/elementary.hpp, which is the same on every system'
      return found ? [`${file}:${i + 1} calls ${found}: ${use}`] : []
    })
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sentences = findings('.')
  for (const sentence of sentences) console.log(sentence)
  if (sentences.length > 0) process.exitCode = 1
}

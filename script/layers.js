// layers.js: prints what breaks the order of the house, and fails if anything does.
//
// CONTRIBUTING.md's table of rooms is their order, bottom up: a file includes files of its own room and
// of rooms named before it, so no two rooms can include each other. A folder without a row is part of
// the room around it. Within a room no file may reach itself through what it includes. Every source is
// in a room, every room has sources, and no file of the product has more than 400 lines. Sines and what
// else is not the same to the last bit on every system come from linkwork/elementary.hpp.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const mostLines = 400
const productFolders = ['cpp', 'wasm_bindings/cpp', 'wasm_bindings/src', 'web/src', 'examples']
const isSource = (file) => /\.(cpp|hpp|ts|js|css|html)$/.test(file)

/** Every sentence that says what is wrong in the repository at `root`; none if all is well. */
export function findings(root) {
  const rooms = roomsOf(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))
  const files = filesIn(root, 'cpp').filter((file) => /\.[ch]pp$/.test(file))
  const includes = new Map(files.map((file) => [file, includesOf(root, file)]))
  return [
    ...differencesOf(rooms, new Set(files.map(posix.dirname))),
    ...arrowsThatPointUp(rooms, includes),
    ...circles(includes),
    ...longFiles(root),
    ...unlikeElsewhere(root, files)
  ]
}

/** The folders of C++ that the table names, in its order. */
function roomsOf(contributing) {
  const rows = contributing.matchAll(/^\| `(cpp\/[\w/]+)\/` \|/gm)
  return [...rows].map(([, folder]) => folder)
}

function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\b(node_modules|dist)\b/.test(entry.parentPath))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** The files of ours that a file includes, each with its line. */
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

/** The innermost room that a file is in. */
function roomOf(rooms, file) {
  const around = rooms.filter((room) => file.startsWith(`${room}/`))
  return around.sort((one, other) => other.length - one.length)[0]
}

function differencesOf(rooms, folders) {
  const twice = rooms.filter((room, i) => rooms.indexOf(room) !== i)
  const unlisted = [...folders].filter((folder) => !roomOf(rooms, `${folder}/`))
  const empty = rooms.filter((room) => !folders.has(room))
  return [
    ...twice.map((room) => `CONTRIBUTING.md lists the room ${room}/ twice`),
    ...unlisted.map(
      (folder) => `${folder}/ has sources, but is in no room of CONTRIBUTING.md's table`
    ),
    ...empty.map((room) => `CONTRIBUTING.md lists the room ${room}/, which has no sources`)
  ]
}

function arrowsThatPointUp(rooms, includes) {
  const result = []
  for (const [file, targets] of includes) {
    const room = roomOf(rooms, file)
    for (const { target, line, name } of targets) {
      const other = roomOf(rooms, target)
      if (rooms.indexOf(room) < rooms.indexOf(other)) {
        result.push(`${file}:${line} includes "${name}": ${other}/ is above ${room}/`)
      }
    }
  }
  return result
}

/** Files that include themselves by way of others, each circle once. */
function circles(includes) {
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

/** Calls of functions whose last bits differ from one system to the next. */
function unlikeElsewhere(root, files) {
  const names = 'a?(sin|cos|tan)h?|atan2|exp2?|expm1|log(2|10|1p)?|pow|hypot|cbrt'
  const call = new RegExp(`std::(${names})(?=[()])|^ *using.* std::(${names})\\b|AngleAxis`)
  return files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, i) => {
      const found = call.exec(line)?.[0].trim()
      const use = 'linkwork/elementary.hpp has one that is the same everywhere'
      return found ? [`${file}:${i + 1} calls ${found}: ${use}`] : []
    })
  })
}

function longFiles(root) {
  const lengths = productFolders
    .flatMap((folder) => filesIn(root, folder))
    .filter(isSource)
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1])
  return lengths
    .filter(([, lines]) => lines > mostLines)
    .map(([file, lines]) => `${file} has ${lines} lines; at most ${mostLines} are allowed`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sentences = findings('.')
  for (const sentence of sentences) console.log(sentence)
  if (sentences.length > 0) process.exitCode = 1
}

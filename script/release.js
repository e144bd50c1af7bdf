// release.js TAG: prints what the changelog says of a release. Fails where the tag, the versions that the
// repository has and the changelog do not agree.
//
//   node script/release.js v0.3.0 > notes.md
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const packages = ['wasm_bindings', 'docs', 'web']
const dependents = ['docs', 'web', 'examples/browser', 'examples/node', 'examples/react']

/** The section of the changelog of the repository at `root`, and every reason against the tag. */
export function releaseOf(root, tag) {
  const notes = sectionOf(read(root, 'CHANGELOG.md'), tag.replace(/^v/, ''))
  const faults = Object.entries(versionsOf(root))
    .filter(([, version]) => `v${version}` !== tag)
    .map(([place, version]) => `${place}: has version ${version ?? 'none'}, and the tag is ${tag}`)
  if (notes === '') faults.push(`CHANGELOG.md: says nothing under a heading "## ${tag.slice(1)}"`)
  return { notes, faults }
}

/** The tag of the newest release in the changelog of the repository at `root`. */
export function newestTag(root) {
  const headings = [...read(root, 'CHANGELOG.md').matchAll(/^## \[?(\d[^\s\]]*)/gm)]
  return `v${headings[0]?.[1]}`
}

/** Every version of linkwork that the files of the repository at `root` state, by its place. */
function versionsOf(root) {
  const json = (file) => JSON.parse(read(root, file))
  const lock = json('package-lock.json')
  const versions = {
    'CMakeLists.txt': /project\(linkwork VERSION (\S+)/.exec(read(root, 'CMakeLists.txt'))?.[1],
    'tests/data/snapshots.json': json('tests/data/snapshots.json').version,
    'package.json': json('package.json').version,
    'package-lock.json': lock.version,
    'package-lock.json, packages[""]': lock.packages['']?.version
  }
  for (const folder of packages) {
    versions[`${folder}/package.json`] = json(`${folder}/package.json`).version
    versions[`package-lock.json, packages["${folder}"]`] = lock.packages[folder]?.version
  }
  const rangeIn = ({ dependencies } = {}) => dependencies?.linkwork?.replace(/^\^/, '')
  for (const folder of dependents) {
    const file = `${folder}/package.json`
    versions[`${file}, dependency linkwork`] = rangeIn(json(file))
  }
  for (const folder of dependents.filter((each) => packages.includes(each))) {
    const place = `package-lock.json, packages["${folder}"], dependency linkwork`
    versions[place] = rangeIn(lock.packages[folder])
  }
  return versions
}

const read = (root, file) => readFileSync(join(root, file), 'utf8')

/** The text under the heading of a version, which may have a date: "## 1.2.0 – 2026-01-31". */
function sectionOf(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m)
  const isWanted = (section) => section.split(/\s/, 1)[0].replace(/[[\]]/g, '') === version
  const [, ...lines] = sections.find(isWanted)?.split('\n') ?? []
  return lines.join('\n').trim()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { notes, faults } = releaseOf('.', process.argv[2] ?? 'none')
  for (const fault of faults) console.error(fault)
  console.log(notes)
  process.exitCode = faults.length === 0 ? 0 : 1
}

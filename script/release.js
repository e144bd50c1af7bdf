// release.js TAG: prints what the changelog says of a release. Fails where the tag, the versions that the
// repository has and the changelog do not agree.
//
//   node script/release.js v0.1.0 > notes.md
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The section of the changelog of the repository at `root`, and all that speaks against the tag. */
export function releaseOf(root, tag) {
  const read = (file) => readFileSync(join(root, file), 'utf8')
  const versions = {
    'package.json': JSON.parse(read('package.json')).version,
    'wasm_bindings/package.json': JSON.parse(read('wasm_bindings/package.json')).version,
    'CMakeLists.txt': /project\(linkwork VERSION (\S+)/.exec(read('CMakeLists.txt'))?.[1]
  }
  const notes = sectionOf(read('CHANGELOG.md'), tag.replace(/^v/, ''))
  const faults = Object.entries(versions)
    .filter(([, version]) => `v${version}` !== tag)
    .map(([file, version]) => `${file}: has version ${version}, and the tag is ${tag}`)
  if (notes === '') faults.push(`CHANGELOG.md: says nothing under a heading "## ${tag.slice(1)}"`)
  return { notes, faults }
}

/** What stands under the heading of a version, which may have a date: "## 1.2.0 – 2026-01-31". */
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

import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { newestTag, releaseOf } from '../../script/release.js'

const changelog = `# Changelog

## Unreleased

- What is to come.

## 1.2.0 – 2026-01-31

### Added

- Wings.

## [1.1.0]

- Legs.

## 1.1.0-beta.1

`

const version = '1.2.0'
const user = { version, dependencies: { linkwork: version } }
const example = { dependencies: { linkwork: `^${version}` } }
const packages = { '': { version }, wasm_bindings: { version }, docs: user, web: user }

/** The release of a repository of version 1.2.0, with such changes. */
function release(tag, changes = {}) {
  const root = mkdtempSync(join(tmpdir(), 'release-'))
  const files = {
    'package.json': { version },
    'package-lock.json': { version, packages },
    'wasm_bindings/package.json': { version },
    'docs/package.json': user,
    'web/package.json': user,
    'examples/browser/package.json': example,
    'examples/node/package.json': example,
    'examples/react/package.json': example,
    'tests/data/snapshots.json': { version },
    'CMakeLists.txt': 'project(linkwork VERSION 1.2.0 LANGUAGES CXX)',
    'CHANGELOG.md': changelog,
    ...changes
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const result = { ...releaseOf(root, tag), newest: newestTag(root) }
  rmSync(root, { recursive: true })
  return result
}

test('the section of a release is the text between its heading and the next', () => {
  const { notes, faults } = release('v1.2.0')
  assert.deepEqual({ notes, faults }, { notes: '### Added\n\n- Wings.', faults: [] })
  assert.equal(release('v1.1.0').notes, '- Legs.')
})

test('versions that are not the tag are named', () => {
  assert.equal(release('v1.1.0').faults.length, 18)
  for (const tag of ['1.2.0', 'v1.2', 'v1.2.0-beta.1']) {
    assert.match(release(tag).faults.join(), /has version 1\.2\.0, and the tag is/)
  }
  const faultsAfter = (changes) => release('v1.2.0', changes).faults
  const fault = (place, found = '1.2.1') => `${place}: has version ${found}, and the tag is v1.2.0`
  for (const file of ['package.json', 'wasm_bindings/package.json', 'tests/data/snapshots.json'])
    assert.deepEqual(faultsAfter({ [file]: { version: '1.2.1' } }), [fault(file)])
  assert.deepEqual(
    faultsAfter({ 'web/package.json': { version, dependencies: { linkwork: '1.2.1' } } }),
    [fault('web/package.json, dependency linkwork')]
  )
  assert.deepEqual(faultsAfter({ 'examples/node/package.json': { dependencies: {} } }), [
    fault('examples/node/package.json, dependency linkwork', 'none')
  ])
  const docs = { version, dependencies: { linkwork: '1.2.1' } }
  const lock = { version, packages: { ...packages, wasm_bindings: {}, docs } }
  assert.deepEqual(faultsAfter({ 'package-lock.json': lock }), [
    fault('package-lock.json, packages["wasm_bindings"]', 'none'),
    fault('package-lock.json, packages["docs"], dependency linkwork')
  ])
})

test('the newest release is the first heading with a version', () => {
  assert.equal(release('v1.2.0').newest, 'v1.2.0')
  const changes = {
    'CHANGELOG.md': '## Unreleased\n\n## [2.0.0-beta.1] – 2026-02-01\n\n## 1.2.0\n'
  }
  assert.equal(release('v1.2.0', changes).newest, 'v2.0.0-beta.1')
})

test('every version in this repository is that of the newest release in the changelog', () => {
  assert.deepEqual(releaseOf('.', newestTag('.')).faults, [])
})

test('every workspace and example that depends on linkwork is checked', () => {
  const json = (file) => JSON.parse(readFileSync(file, 'utf8'))
  const examples = readdirSync('examples').map((name) => `examples/${name}`)
  const dependents = [...json('package.json').workspaces, ...examples]
    .map((folder) => `${folder}/package.json`)
    .filter((file) => existsSync(file) && json(file).dependencies?.linkwork)
  const places = releaseOf('.', 'none').faults.map((fault) => fault.split(':', 1)[0])
  assert.deepEqual(
    places.filter((place) => /^\w.*package\.json, dependency linkwork$/.test(place)).sort(),
    dependents.map((file) => `${file}, dependency linkwork`).sort()
  )
})

test('a release of which the changelog says nothing is refused', () => {
  for (const text of ['# Changelog', changelog.replace('1.2.0', '1.2.0-beta.1')]) {
    const { faults } = release('v1.2.0', { 'CHANGELOG.md': text })
    assert.deepEqual(faults, ['CHANGELOG.md: says nothing under a heading "## 1.2.0"'])
  }
  assert.match(release('v1.1.0-beta.1').faults.join(), /says nothing/)
})

test('the workflow runs commands that there are', () => {
  const workflow = readFileSync('.github/workflows/release.yml', 'utf8')
  const commands = Array.from(workflow.matchAll(/\bscript\/[\w.-]+/g), ([command]) => command)
  assert.deepEqual([...new Set(commands)].sort(), [
    'script/release.js',
    'script/sbom.js',
    'script/test'
  ])
  for (const command of commands) assert.ok(existsSync(command), command)
})

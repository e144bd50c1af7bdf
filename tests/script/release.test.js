import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { releaseOf } from '../../script/release.js'

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

/** What is released of a repository of version 1.2.0, changed so. */
function release(tag, changes = {}) {
  const root = mkdtempSync(join(tmpdir(), 'release-'))
  const files = {
    'package.json': '{ "version": "1.2.0" }',
    'wasm_bindings/package.json': '{ "version": "1.2.0" }',
    'CMakeLists.txt': 'project(linkwork VERSION 1.2.0 LANGUAGES CXX)',
    'CHANGELOG.md': changelog,
    ...changes
  }
  mkdirSync(join(root, 'wasm_bindings'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  const result = releaseOf(root, tag)
  rmSync(root, { recursive: true })
  return result
}

test('the section of a release is what stands between its heading and the next', () => {
  assert.deepEqual(release('v1.2.0'), { notes: '### Added\n\n- Wings.', faults: [] })
  assert.equal(release('v1.1.0').notes, '- Legs.')
})

test('versions that are not the tag are named', () => {
  assert.equal(release('v1.1.0').faults.length, 3)
  for (const tag of ['1.2.0', 'v1.2', 'v1.2.0-beta.1']) {
    assert.match(release(tag).faults.join(), /has version 1\.2\.0, and the tag is/)
  }
  const { faults } = release('v1.2.0', { 'wasm_bindings/package.json': '{ "version": "1.2.1" }' })
  assert.deepEqual(faults, ['wasm_bindings/package.json: has version 1.2.1, and the tag is v1.2.0'])
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

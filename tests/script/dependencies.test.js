import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { findings } from '../../script/dependencies.js'

const entry = {
  version: '1.0.0',
  resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz',
  integrity: 'sha512-aaaa'
}
const manifest = JSON.parse(readFileSync('wasm_bindings/package.json', 'utf8'))

/** The findings with such a lock of a package, and such a change of ours. */
function foundIn(locked, changes = {}) {
  const root = mkdtempSync(join(tmpdir(), 'dependencies-'))
  mkdirSync(join(root, 'wasm_bindings'))
  const packages = { '': {}, 'node_modules/a': locked, 'node_modules/linkwork': { link: true } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  const ours = JSON.stringify({ ...manifest, ...changes })
  writeFileSync(join(root, 'wasm_bindings/package.json'), ours)
  const result = findings(root)
  rmSync(root, { recursive: true })
  return result
}

test('a package of the registry, with its hash and without scripts, is right', () => {
  assert.deepEqual(foundIn(entry), [])
})

test('what comes from elsewhere, lacks its hash or runs a script is named', () => {
  const elsewhere = foundIn({ ...entry, resolved: 'git+ssh://git@example.org/a.git' })
  assert.match(elsewhere[0], /^node_modules\/a: comes from git\+ssh:/)
  assert.match(foundIn({ ...entry, integrity: 'sha1-aaaa' })[0], /has no SHA-512 hash/)
  assert.match(foundIn({ ...entry, integrity: undefined })[0], /has no SHA-512 hash/)
  assert.match(
    foundIn({ ...entry, hasInstallScript: true })[0],
    /runs a script when it is installed/
  )
})

test('requirements of the published package are named', () => {
  for (const [changes, sentence] of [
    [{ dependencies: { 'left-pad': '1' } }, /depends on left-pad/],
    [{ peerDependencies: { react: '*' } }, /depends on react/],
    [{ peerDependenciesMeta: { ...manifest.peerDependenciesMeta, three: {} } }, /needs three/],
    [{ optionalDependencies: { fsevents: '2' } }, /depends on fsevents/],
    [{ scripts: { postinstall: 'node x.js' } }, /runs a script when it is installed: postinstall/],
    [{ publishConfig: {} }, /without provenance/]
  ]) {
    const found = foundIn(entry, changes)
    assert.equal(found.length, 1)
    assert.match(found[0], sentence)
  }
})

test('the dependencies are in order', () => {
  const sentences = findings('.')
  assert.ok(sentences.length === 0, sentences.join('\n'))
})

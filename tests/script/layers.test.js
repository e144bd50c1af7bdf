import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { findings } from '../../script/layers.js'

const architecture = 'docs/contributing/architecture.md'
const table = ['low', 'middle', 'high'].map((name) => `| \`cpp/lib/${name}/\` | text |`).join('\n')

/** Returns the violations in a repository of these files, with the directories low, middle and high. */
function foundIn(files) {
  const root = mkdtempSync(join(tmpdir(), 'layers-'))
  const repository = {
    [architecture]: table,
    'cpp/lib/low/a.hpp': '#include <vector>\n',
    'cpp/lib/middle/b.hpp': '#include "lib/low/a.hpp"\n',
    'cpp/lib/high/c.cpp': '#include "c.hpp"\n#include "lib/low/a.hpp"\n',
    'cpp/lib/high/c.hpp': '#include "lib/middle/b.hpp"\n',
    ...files
  }
  for (const [file, text] of Object.entries(repository)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const result = findings(root)
  rmSync(root, { recursive: true })
  return result
}

test('accepts a repository without violations', () => {
  assert.deepEqual(foundIn({}), [])
})

test('names the file, line and target of a dependency that points up', () => {
  const up = '#pragma once\n#include "lib/high/c.hpp"\n'
  assert.deepEqual(foundIn({ 'cpp/lib/low/d.cpp': up }), [
    'cpp/lib/low/d.cpp:2 uses "lib/high/c.hpp": cpp/lib/low/ must not depend on cpp/lib/high/'
  ])
  assert.equal(foundIn({ 'cpp/lib/low/d.cpp': '#include "../middle/b.hpp"\n' }).length, 1)
})

test('orders imports of the page as includes of the library, except those of tests', () => {
  const rows = ['model', 'modes'].map((name) => `| \`web/src/${name}/\` | text |\n`).join('')
  const foundBy = (text, file = 'a.ts') =>
    foundIn({
      [architecture]: `${table}\n\n${rows}`,
      'web/src/modes/b.ts': "import './b.css'\n",
      'web/src/modes/b.css': '',
      [`web/src/model/c.ts`]: '',
      [`web/src/model/${file}`]: `// text\n${text}\n`
    })
  assert.deepEqual(foundBy("import type { C } from './c.ts'"), [])
  assert.deepEqual(foundBy("import type { B } from '../modes/b.ts'"), [
    'web/src/model/a.ts:2 uses "../modes/b.ts": web/src/model/ must not depend on web/src/modes/'
  ])
  for (const use of ["export * from '../modes/b.ts'", "await import('../modes/b.ts')"])
    assert.equal(foundBy(use).length, 1)
  assert.equal(foundBy("new Worker(new URL('../modes/b.ts', import.meta.url))").length, 1)
  assert.deepEqual(foundBy("import '../modes/b.ts'", 'a.test.ts'), [])
})

test('finds two directories that include each other', () => {
  const back = '#include "lib/middle/b.hpp"\n'
  const [up, cycle] = foundIn({ 'cpp/lib/low/a.hpp': back })
  assert.match(up, /low\/a\.hpp:1 .* must not depend/)
  assert.match(cycle, /each other: cpp\/lib\/middle\/b\.hpp → cpp\/lib\/low\/a\.hpp → cpp/)
})

test('finds files of one directory that include each other', () => {
  const found = foundIn({
    'cpp/lib/low/d.hpp': '#include "e.hpp"\n',
    'cpp/lib/low/e.hpp': '#include "lib/low/d.hpp"\n'
  })
  assert.deepEqual(found, [
    'files use each other: cpp/lib/low/d.hpp → cpp/lib/low/e.hpp → cpp/lib/low/d.hpp'
  ])
})

test('counts a folder to the directory around it unless it has a row', () => {
  const files = {
    'cpp/lib/low/inner/d.hpp': '#include "lib/low/a.hpp"\n',
    'cpp/lib/low/e.cpp': '#include "lib/low/inner/d.hpp"\n'
  }
  assert.deepEqual(foundIn(files), [])
  const row = '| `cpp/lib/low/inner/` | text |'
  const found = foundIn({ ...files, [architecture]: `${table}\n${row}\n` })
  assert.match(
    found[0],
    /low\/e\.cpp:1 .* cpp\/lib\/low\/ must not depend on cpp\/lib\/low\/inner\//
  )
  assert.equal(found.length, 1)
})

test('requires every directory in the table, once', () => {
  assert.match(foundIn({ 'cpp/lib/attic/x.cpp': '' })[0], /cpp\/lib\/attic\/ has sources/)
  const more = (name) => ({ [architecture]: `${table}\n| \`cpp/lib/${name}/\` | text |\n` })
  assert.match(foundIn(more('cellar'))[0], /cpp\/lib\/cellar\/, which has no sources/)
  assert.match(foundIn(more('low'))[0], /cpp\/lib\/low\/ twice/)
})

test('finds calls of functions whose last bits differ between systems, except emitted ones', () => {
  const found = (line) => foundIn({ 'cpp/lib/low/d.cpp': `\n${line}\n` })
  assert.deepEqual(found('const double s = std::sin(x);'), [
    'cpp/lib/low/d.cpp:2 calls std::sin: ' +
      'use the function of linkwork/elementary.hpp, which is the same on every system'
  ])
  assert.match(found('  using std::sqrt, std::atan2;')[0], /using std::sqrt, std::atan2: /)
  assert.match(found('map(x, std::exp)')[0], /std::exp: /)
  assert.deepEqual(found('std::search(a); std::sqrt(x); return "std::sin";'), [])
})

test('this repository has no violations', () => {
  const sentences = findings('.')
  assert.ok(sentences.length === 0, sentences.join('\n'))
})

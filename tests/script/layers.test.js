import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { findings } from '../../script/layers.js'

const map = ['low', 'middle', 'high'].map((room) => `| \`cpp/house/${room}/\` | who |`).join('\n')

/** What is found in a repository of these files, with a map of the rooms low, middle and high. */
function foundIn(files) {
  const root = mkdtempSync(join(tmpdir(), 'layers-'))
  const house = {
    'CONTRIBUTING.md': map,
    'cpp/house/low/a.hpp': '#include <vector>\n',
    'cpp/house/middle/b.hpp': '#include "house/low/a.hpp"\n',
    'cpp/house/high/c.cpp': '#include "c.hpp"\n#include "house/low/a.hpp"\n',
    'cpp/house/high/c.hpp': '#include "house/middle/b.hpp"\n',
    ...files
  }
  for (const [file, text] of Object.entries(house)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const result = findings(root)
  rmSync(root, { recursive: true })
  return result
}

test('a house in order has nothing to mend', () => {
  assert.deepEqual(foundIn({}), [])
})

test('an arrow that points up is named with its file, line and include', () => {
  const up = '#pragma once\n#include "house/high/c.hpp"\n'
  assert.deepEqual(foundIn({ 'cpp/house/low/d.cpp': up }), [
    'cpp/house/low/d.cpp:2 includes "house/high/c.hpp": cpp/house/high/ is above cpp/house/low/'
  ])
  assert.equal(foundIn({ 'cpp/house/low/d.cpp': '#include "../middle/b.hpp"\n' }).length, 1)
})

test('two rooms that include each other are found', () => {
  const back = '#include "house/middle/b.hpp"\n'
  const [up, circle] = foundIn({ 'cpp/house/low/a.hpp': back })
  assert.match(up, /low\/a\.hpp:1 .* above/)
  assert.match(circle, /each other: cpp\/house\/middle\/b\.hpp → cpp\/house\/low\/a\.hpp → cpp/)
})

test('files of one room that include each other are found', () => {
  const found = foundIn({
    'cpp/house/low/d.hpp': '#include "e.hpp"\n',
    'cpp/house/low/e.hpp': '#include "house/low/d.hpp"\n'
  })
  assert.deepEqual(found, [
    'files include each other: cpp/house/low/d.hpp → cpp/house/low/e.hpp → cpp/house/low/d.hpp'
  ])
})

test('a folder inside a room is part of it unless it has a row', () => {
  const files = {
    'cpp/house/low/inner/d.hpp': '#include "house/low/a.hpp"\n',
    'cpp/house/low/e.cpp': '#include "house/low/inner/d.hpp"\n'
  }
  assert.deepEqual(foundIn(files), [])
  const row = '| `cpp/house/low/inner/` | who |'
  const found = foundIn({ ...files, 'CONTRIBUTING.md': `${map}\n${row}\n` })
  assert.match(found[0], /low\/e\.cpp:1 .* cpp\/house\/low\/inner\/ is above cpp\/house\/low\//)
  assert.equal(found.length, 1)
})

test('the map lists the rooms there are, once each', () => {
  assert.match(foundIn({ 'cpp/house/attic/x.cpp': '' })[0], /cpp\/house\/attic\/ has sources/)
  const more = (room) => ({ 'CONTRIBUTING.md': `${map}\n| \`cpp/house/${room}/\` | who |\n` })
  assert.match(foundIn(more('cellar'))[0], /cpp\/house\/cellar\/, which has no sources/)
  assert.match(foundIn(more('low'))[0], /cpp\/house\/low\/ twice/)
})

test('files of more than 400 lines are found, tests and data left out', () => {
  const text = 'a\n'.repeat(401)
  assert.deepEqual(foundIn({ 'web/src/page.ts': text, 'tests/long.ts': text }), [
    'web/src/page.ts has 401 lines; at most 400 are allowed'
  ])
  assert.deepEqual(foundIn({ 'web/src/page.ts': 'a\n'.repeat(400) }), [])
})

test('functions whose last bits differ between systems are found, those that are emitted not', () => {
  const found = (line) => foundIn({ 'cpp/house/low/d.cpp': `\n${line}\n` })
  assert.deepEqual(found('const double s = std::sin(x);'), [
    'cpp/house/low/d.cpp:2 calls std::sin: linkwork/elementary.hpp has one that is the same everywhere'
  ])
  assert.match(found('  using std::sqrt, std::atan2;')[0], /using std::sqrt, std::atan2: /)
  assert.match(found('map(x, std::exp)')[0], /std::exp: /)
  assert.deepEqual(found('std::search(a); std::sqrt(x); return "std::sin";'), [])
})

test('the house is in order', () => {
  const sentences = findings('.')
  assert.ok(sentences.length === 0, sentences.join('\n'))
})

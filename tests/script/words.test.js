import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { findings } from '../../script/words.js'

const list = {
  unswept: ['later'],
  excluded: ['results'],
  words: [
    { old: 'anew', new: 'again' },
    { old: 'push of', new: 'contact force' },
    { old: 'hinges?', new: 'revolute joint', in: ['identifiers'] }
  ]
}

/** Returns the listed words in a repository of these files. */
function foundIn(files) {
  const root = mkdtempSync(join(tmpdir(), 'words-'))
  execFileSync('git', ['init', '-q'], { cwd: root })
  const repository = { 'script/words.json': JSON.stringify(list), ...files }
  for (const [file, text] of Object.entries(repository)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const result = findings(root)
  rmSync(root, { recursive: true })
  return result
}

test('names the file, the line, the word and the term to use', () => {
  assert.deepEqual(foundIn({ 'a.cpp': '\n// Begins anew.\n' }), [
    'a.cpp:2 says "anew": use "again"'
  ])
})

test('finds words in comments, strings, identifiers and Markdown', () => {
  const texts = ['/* x\n anew */', '"anew"', 'R"(\nanew)"', 'int anew;', "'it\\'s anew'", '`anew`']
  for (const text of texts) assert.equal(foundIn({ 'a.cpp': text, 'b.ts': text }).length, 2, text)
  assert.deepEqual(foundIn({ 'a.md': 'Anew.\n\n```js\nanew\n```\n' }).length, 2)
  assert.deepEqual(foundIn({ 'a.json': '"anew"' }), [])
})

test('splits names into words and matches whole words only', () => {
  for (const name of ['pushOf', 'push_of', 'lastPushOf_', 'PUSH_OF', 'the push of'])
    assert.equal(foundIn({ 'a.hpp': `// ${name}` }).length, 1, name)
  for (const name of ['push_back(of)', 'pushOffset', 'renewed manew'])
    assert.deepEqual(foundIn({ 'a.hpp': `// ${name}` }), [], name)
})

test('applies a word to the kinds of text that it lists', () => {
  assert.equal(foundIn({ 'a.ts': 'const hingeAxis = 1' }).length, 1)
  assert.deepEqual(
    foundIn({ 'a.ts': "const type = 'hinge' // a hinge, 1'000\n", 'b.md': '`hinge`' }),
    []
  )
})

test('skips folders that are unswept or excluded, and files that git ignores', () => {
  const text = '// anew'
  const files = {
    '.gitignore': 'build/',
    'build/a.ts': text,
    'later/a.ts': text,
    'results/a.ts': text
  }
  assert.deepEqual(foundIn(files), [])
  assert.equal(foundIn({ ...files, 'lateral/a.ts': text }).length, 1)
})

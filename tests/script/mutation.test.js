import assert from 'node:assert/strict'
import test from 'node:test'
import { mutantsOf, sampleOf, withMutants } from '../mutation/mutants.mjs'
import { tokensOf } from '../mutation/tokens.mjs'

const body = (text) => `namespace a {\nint f(int n) {\n  ${text}\n}\n}\n`

/** The lines that mutants of a function with this body have. */
const linesOf = (text) => mutantsOf('a.hpp', body(text)).map(({ to }) => to)

/** A source with this body and all its mutants in it, one by one. */
const written = (text) =>
  mutantsOf('a.hpp', body(text)).map((mutant) => {
    const lines = withMutants(body(text), [{ ...mutant, number: 7 }]).split('\n')
    return lines.slice(4, -3).join('\n').trim()
  })

test('tokens leave out comments, texts and directives, and know the brackets of templates', () => {
  const tokens = tokensOf('#include <a>\n// b + c\na<b + 1>("+", x /* - */ < y); // d\n')
  const texts = tokens.filter(({ kind }) => kind !== 'text').map(({ text }) => text)
  assert.equal(texts.join(' '), 'a < b + 1 > ( , x < y ) ;')
  const inTemplate = tokens.filter(({ isInTemplate }) => isInTemplate)
  assert.equal(inTemplate.map(({ text }) => text).join(' '), '< b + 1 >')
})

test('operators, numbers, signs, components and indices are mistaken for their neighbors', () => {
  assert.deepEqual(linesOf('a = b * c;'), ['a = b / c;'])
  assert.deepEqual(linesOf('a += b;'), ['a -= b;', ';'])
  assert.deepEqual(linesOf('if (a <= b) c();'), ['if (a < b) c();'])
  assert.deepEqual(linesOf('a = b[0] + 0.5;'), [
    'a = b[1] + 0.5;',
    'a = b[0] - 0.5;',
    'a = b[0] + (2 * 0.5);'
  ])
  assert.deepEqual(linesOf('a = -b.x;'), ['a = b.x;', 'a = -b.y;'])
  assert.deepEqual(linesOf('a(X, cross(b, c));'), ['a(Y, cross(b, c));', 'a(X, cross(c, b));'])
})

test('what is no code of a function, or belongs to a type, stays', () => {
  assert.deepEqual(linesOf('static constexpr int a = 1 + 2;'), [])
  assert.deepEqual(linesOf('if constexpr (n == 1) f();'), [])
  assert.deepEqual(linesOf('const S* a = f<n + 1>(b);'), [])
  const compiled = 'constexpr int f(int n) {\n  if (n) {\n    n += 2;\n  }\n}\n'
  assert.deepEqual(mutantsOf('a.hpp', compiled), [])
  assert.equal(mutantsOf('a.hpp', compiled.replace('constexpr', 'inline')).length, 3)
  assert.deepEqual(mutantsOf('a.hpp', 'struct A {\n  int a = 1;\n  A() : b(2) {}\n};\n'), [])
})

test('statements, answers, values and heads choose separately', () => {
  assert.deepEqual(written('if (n) a -= b;\n  else f();'), [
    'if (n) { if (mutantIs(7)) { a += b; } else { a -= b; } }\n  else f();',
    'if (n) { if (mutantIs(7)) { ; } else { a -= b; } }\n  else f();'
  ])
  assert.deepEqual(written('return a * b;'), ['{ if (mutantIs(7)) return a / b; return a * b; }'])
  assert.deepEqual(written('const S a = f(), b = a * c;'), [
    'const S a = f(), b = (mutantIs(7) ? S(a / c) : S(a * c));'
  ])
  assert.deepEqual(written('const auto f = [&](int i) { return i < n; };'), [
    'const auto f = [&](int i) { { if (mutantIs(7)) return i <= n; return i < n; } };'
  ])
  assert.deepEqual(written('const S a[2] = {b, c * d};'), [
    'const S a[2] = {b, (mutantIs(7) ? (c / d) : (c * d))};'
  ])
  assert.equal(written('for (int i = 0; i < n; i += m) f(i);').length, 3)
})

test('a sample is no longer the same only where its own lines change', () => {
  const sum = (names) => body(names.map((name) => `${name} += ${name}${name} * n;`).join('\n  '))
  const [few, more] = [sum(['a', 'b', 'c']), `// More.\n${sum(['a', 'b', 'c'])}`]
  const ofMutants = (source) =>
    sampleOf(mutantsOf('a.hpp', source)).map(({ from, to }) => [from, to])
  assert.equal(ofMutants(few).length, 2)
  assert.deepEqual(ofMutants(few), ofMutants(more))
})

test('lines stay where they are, and mutants with comments on one of them', () => {
  const source = body('a = b +  // why\n      c;')
  const [mutant] = mutantsOf('a.hpp', source)
  const lines = withMutants(source, [{ ...mutant, number: 7 }]).split('\n')
  assert.equal(lines.length, source.split('\n').length + 2)
  assert.equal(lines[4].trim(), '{ if (mutantIs(7)) { a = b - c; } else { a = b +  // why')
})

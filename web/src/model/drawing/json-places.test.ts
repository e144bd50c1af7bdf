import schema from 'linkwork/mechanism.schema.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { optionsAt } from '../../modes/build/completion.ts'
import { lenientValue, rangeOf, sourceOf, withValue } from './json-places.ts'
import type { Schema } from './schema.ts'

const root = schema as unknown as Schema
const text = `{ "linkwork": 1,
  "bodies": [{ "name": "crank", "mass": 1 }, { "name": "rod", "mass": 2 }],
  "joints": [{ "name": "pin", "axis": [0, 1, 0] }] }`

/** Returns the completions at the cursor, which a bar in the text marks. */
function offered(marked: string, typed = ''): string[] {
  const at = marked.indexOf('|')
  const source = sourceOf(marked.replace('|', typed))
  return optionsAt(root, source, at, at + typed.length).map(({ label }) => JSON.parse(label))
}

it('finds what a path leads to, as far as it leads', () => {
  const at = (...path: (string | number)[]) => {
    const range = rangeOf(sourceOf(text), path)
    return range && text.slice(range.from, range.to)
  }
  expect(at('bodies', 1, 'mass')).toBe('"mass": 2')
  expect(at('joints', 0, 'axis', 1)).toBe('1')
  expect(at('bodies', 1, 'inertia')).toBe('{ "name": "rod", "mass": 2 }')
  expect(at('loops')).toBeUndefined()
})

it('reads what can be read of a broken text', () => {
  const broken = text.replace('"mass": 2 }', '"mass": }').replace('] }', ']')
  expect(lenientValue(sourceOf(broken))).toMatchObject({ bodies: [{ mass: 1 }, { name: 'rod' }] })
})

it('puts values in their places', () => {
  const changed = withValue(text, ['bodies', 0, 'mass'], 3.5)
  expect(JSON.parse(changed)).toMatchObject({ bodies: [{ mass: 3.5 }, { mass: 2 }] })
  const added = withValue(text, ['joints', 0, 'damping'], 0.1)
  expect(JSON.parse(added)).toMatchObject({ joints: [{ axis: [0, 1, 0], damping: 0.1 }] })
  expect(JSON.parse(withValue('{}', ['name'], 'x'))).toEqual({ name: 'x' })
})

it('offers keys that are not there yet', () => {
  const keys = offered('{ "bodies": [{ "name": "a", | }] }')
  expect(keys).toEqual(['mass', 'centerOfMass', 'inertia', 'shapes'])
  expect(offered('{ "bodies": [{ "name": "a", | }] }', '"ma')).toContain('mass')
  expect(offered('{ | }')).toContain('couplings')
})

it('offers values and names', () => {
  expect(offered('{ "joints": [{ "type": | }] }')).toContain('prismatic')
  expect(offered('{ "joints": [{ "type": | }] }', '"pri"')).toContain('prismatic')
  const joints = text.replace('"name": "pin",', '"name": "pin", "parent": |,')
  expect(offered(joints)).toEqual(['world', 'crank', 'rod'])
  const state = text.replace(/ }$/, ', "initialState": { "q": { | } } }')
  expect(offered(state)).toEqual(['pin'])
})

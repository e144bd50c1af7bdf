import schema from 'linkwork/mechanism.schema.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { describe, membersAt, type Schema, valuesAt } from './schema.ts'

const root = schema as unknown as Schema
const keys = (path: (string | number)[], document: unknown = {}) =>
  membersAt(root, path, document).map(({ key }) => key)

it('has the keys of every level, required ones first', () => {
  expect(keys([]).slice(0, 3).sort()).toEqual(['bodies', 'joints', 'linkwork'])
  expect(keys(['bodies', 0])).toEqual(['name', 'mass', 'centerOfMass', 'inertia', 'shapes'])
  expect(keys(['joints', 0])).toContain('damping')
  expect(keys(['joints', 0])).not.toContain('length')
  expect(keys(['loops', 0])).not.toContain('damping')
  expect(keys(['joints', 2, 'limits'])).toEqual(['lower', 'upper', 'restitution'])
})

it('the type that is written decides among alternatives', () => {
  const box = { bodies: [{ shapes: [{ type: 'box' }, { type: 'sphere' }] }] }
  expect(keys(['bodies', 0, 'shapes', 0], box)).toContain('rounding')
  expect(keys(['bodies', 0, 'shapes', 1], box)).not.toContain('rounding')
})

it('has the values of enumerations, and describes places', () => {
  const types = valuesAt(root, ['joints', 0, 'type'], {}).map(({ value }) => value)
  expect(types).toEqual(expect.arrayContaining(['revolute', 'prismatic', 'free']))
  expect(describe(root, ['bodies', 0, 'mass'], {})).toMatch(/^Mass \[kg\]/)
  expect(membersAt(root, ['joints', 0], {}).find(({ key }) => key === 'axis')?.value).toEqual([
    0, 0, 1
  ])
})

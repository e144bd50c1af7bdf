import { chain, fourBar, load, miniCheetah } from 'linkwork'
import { expect, it } from 'vitest'
import { excerpt } from './source.ts'
import { carried, eigen, ground } from './spatial.ts'
import { parentsOf, passNames, placeOf, walkOf } from './walk.ts'

const linkwork = await load()
const turn = { q: [0.3, -0.5, 0.9, 0.2], v: [1, -2, 3, 0.5] }

it('a body moves with its parent, and about its own joint', () => {
  const model = linkwork.model(chain({ links: 4 }))
  const { bodies } = model.recursion(turn)
  const poses = model.poses(turn).slice()
  for (const [i, { velocity }] of bodies.entries()) {
    const parent = bodies[i - 1]?.velocity ?? new Float64Array(6)
    const still = carried(poses, i - 1, i, parent)
    const own = Array.from(velocity, (value, k) => value - (still[k] ?? 0))
    // Its joint turns about y through its origin.
    expect(own.map((value) => Math.abs(value))).toEqual(
      [0, Math.abs(turn.v[i] ?? 0), 0, 0, 0, 0].map((value) => expect.closeTo(value, 12))
    )
  }
})

it('eigenvalues and vectors give the matrix back', () => {
  const matrix = [
    [4, 1, -2],
    [1, 3, 0.5],
    [-2, 0.5, 5]
  ]
  const { values, vectors } = eigen(matrix)
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const sum = values.reduce(
        (all, value, k) => all + value * (vectors[i]?.[k] ?? 0) * (vectors[j]?.[k] ?? 0),
        0
      )
      expect(sum).toBeCloseTo(matrix[i]?.[j] ?? 0, 10)
    }
})

it.each([chain({ links: 5 }), fourBar(), miniCheetah()])(
  'the walk visits every body after its parent forward, and every cluster before it backward',
  (source) => {
    const model = linkwork.model(source)
    const passes = model.recursion()
    const parents = parentsOf(model.mechanism)
    const walk = walkOf(passes, parents)
    for (const pass of ['velocities', 'accelerations']) {
      const seen = new Set([ground])
      for (const { bodies } of walk.filter((step) => step.pass === pass)) {
        expect(seen.has(parents[bodies[0] ?? 0] ?? ground)).toBe(true)
        for (const body of bodies) seen.add(body)
      }
      expect(seen.size).toBe(1 + model.bodies.length)
    }
    const handed = new Set<number>()
    for (const { cluster, parent } of walk.filter((step) => step.pass === 'inertias')) {
      handed.add(cluster)
      if (parent !== ground) expect(handed.has(passes.bodies[parent]?.cluster ?? -1)).toBe(false)
    }
    expect(handed.size).toBe(passes.clusters.length)
    for (const [at, { pass }] of walk.entries())
      for (const body of parents.keys()) {
        const place = walk[placeOf(walk, at, body) ?? -1]
        expect(place?.pass).toBe(pass)
        expect(place?.bodies).toContain(body)
      }
    expect(placeOf(walk, 0, ground)).toBeUndefined()
  }
)

it.each([...passNames, 'cluster'] as const)('the lines of %s are in the source', (name) => {
  const { file, line, code } = excerpt(name)
  expect(file).toMatch(/^cpp\/linkwork\/dynamics\//)
  expect(line).toBeGreaterThan(10)
  expect(code.split('\n').length).toBeLessThan(40)
  expect(code).toMatch(/twistToChild|subtractDyad/)
})

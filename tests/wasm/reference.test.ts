import { load, type Mechanism, type State } from 'linkwork'
import { describe, expect, it } from 'vitest'
import { filesOf, readText } from '../data/read.js'

interface Expected {
  readonly a: Record<string, number[]>
  readonly kinetic: number
  readonly potential: number
  readonly condition: number
  readonly bodies?: Record<string, Record<'position' | 'rotation' | 'twist', number[]>>
  readonly degreesOfFreedom?: number
}

interface Case {
  readonly state: State
  readonly expected: Expected
}

const linkwork = await load()

/** The cases of a file, in either of the two forms the folder has. */
function casesOf(file: string): { mechanism: Mechanism; cases: Case[] } {
  const { mechanism, cases, state, expected } = JSON.parse(readText(file))
  const robot = cases?.map((each: Expected & { state: State }) => ({
    state: each.state,
    expected: each
  }))
  return { mechanism, cases: robot ?? [{ state, expected }] }
}

/** Largest difference, over the largest of the expected numbers or 1. */
function relativeError(found: number[], expected: number[]): number {
  expect(found).toHaveLength(expected.length)
  const scale = Math.max(1, ...expected.map(Math.abs))
  return (
    Math.max(0, ...expected.map((value, i) => Math.abs((found[i] ?? Number.NaN) - value))) / scale
  )
}

const flat = (values: Record<string, number[]>, names: string[]) =>
  names.flatMap((name) => values[name] ?? [])

for (const [set, size] of [
  ['reference/robots', 23],
  ['reference/random', 80]
] as const) {
  describe(`reference numbers, ${set}`, () => {
    it.each(filesOf(set, size))('%s', (name) => {
      const { mechanism, cases } = casesOf(`${set}/${name}`)
      for (const { state, expected } of cases) {
        // Errors grow with the condition of the mass matrix.
        const tolerance = 1e-11 * Math.max(1, expected.condition / 1e4)
        const { a } = linkwork.forwardDynamics(mechanism, state)
        const joints = Object.keys(expected.a)
        expect(relativeError(flat(a, joints), flat(expected.a, joints))).toBeLessThan(tolerance)
        const energy = linkwork.energy(mechanism, state)
        expect(relativeError([energy.kinetic], [expected.kinetic])).toBeLessThan(tolerance)
        expect(relativeError([energy.potential], [expected.potential])).toBeLessThan(tolerance)
        expectBodies(linkwork.kinematics(mechanism, state).bodies, expected.bodies ?? {})
        if (expected.degreesOfFreedom !== undefined) {
          const { degreesOfFreedom } = linkwork.info(mechanism, state)
          expect(degreesOfFreedom).toBe(expected.degreesOfFreedom)
        }
      }
    })
  })
}

function expectBodies(
  found: ReturnType<typeof linkwork.kinematics>['bodies'],
  expected: NonNullable<Expected['bodies']>
): void {
  for (const [name, { position, rotation, twist }] of Object.entries(expected)) {
    const body = found[name]
    if (!body) throw new Error(`no body "${name}"`)
    expect(relativeError([...body.position], position)).toBeLessThan(1e-11)
    expect(relativeError([...body.twist], twist)).toBeLessThan(1e-11)
    // q and −q are the same rotation.
    const cosine = rotation.reduce((sum, value, i) => sum + value * (body.rotation[i] ?? 0), 0)
    const signed = rotation.map((value) => value * Math.sign(cosine))
    expect(relativeError([...body.rotation], signed)).toBeLessThan(1e-11)
  }
}

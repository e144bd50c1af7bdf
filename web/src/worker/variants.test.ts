import { differentialLeg, fourBar, gearedArm, gearedLeg, load, sixBar } from 'linkwork'
import { expect, it } from 'vitest'
import { rotorsOf, variantOf, variantRefusal } from './variants.ts'

const linkwork = await load()

it('a reflected rotor adds N² I to the mass matrix at its joint and nothing elsewhere', () => {
  const ratio = 7
  const mechanism = linkwork.mechanism(gearedArm({ joints: 3, ratio }))
  const matrix = (name: 'reflected' | 'rotorless') => {
    const { mechanism: variant, stateOf } = variantOf(mechanism, name)
    const model = linkwork.model(variant)
    const { q } = stateOf(mechanism.initialState ?? {})
    const actuated = ['joint1', 'joint2', 'joint3']
    return [...model.massMatrix({ q }, { actuated }).matrix]
  }
  const [reflected, rotorless] = [matrix('reflected'), matrix('rotorless')]
  // About the axis of the catalogue's rotors, -y.
  const inertia = mechanism.bodies.find(({ name }) => name === 'rotor1')?.inertia?.[1] ?? 0
  expect(inertia).toBeGreaterThan(0)
  reflected.forEach((value, at) => {
    const added = at % 4 === 0 ? ratio ** 2 * inertia : 0
    expect(value - (rotorless[at] ?? Number.NaN)).toBeCloseTo(added, 12)
  })
})

it('every variant weighs what the mechanism weighs', () => {
  const weigh = ({ bodies }: { readonly bodies: readonly { readonly mass: number }[] }) =>
    bodies.reduce((sum, { mass }) => sum + mass, 0)
  for (const [source, names] of [
    [gearedLeg({}), ['reflected', 'rotorless', 'soft']],
    [sixBar({}), ['soft']]
  ] as const) {
    const mechanism = linkwork.mechanism(source)
    for (const name of names)
      expect(weigh(variantOf(mechanism, name).mechanism)).toBeCloseTo(weigh(mechanism), 12)
  }
})

it('each pin that is soft adds two freedoms', () => {
  for (const source of [fourBar({}), sixBar({}), gearedLeg({})]) {
    const mechanism = linkwork.mechanism(source)
    const { mechanism: soft } = variantOf(mechanism, 'soft')
    const added = 2 * (mechanism.loops?.length ?? 0)
    const freedoms = linkwork.info(mechanism).degreesOfFreedom
    expect(linkwork.info(soft).degreesOfFreedom).toBe(freedoms + added)
  }
})

it('finds rotors, of differentials too, and says what has none', () => {
  const leg = linkwork.mechanism(differentialLeg({}))
  expect(rotorsOf(leg).size).toBe(5)
  expect(variantRefusal(leg, 'soft')).toBe('Its loops are no pins')
  const bar = linkwork.mechanism(fourBar({}))
  expect(variantRefusal(bar, 'reflected')).toBe('It has no rotors')
  expect(variantRefusal(bar, 'same')).toBeUndefined()
  expect(() => variantOf(bar, 'rotorless')).toThrow('It has no rotors')
})

import { chain, fourBar, gearedLeg, load, rollingDisc } from 'linkwork'
import { expect, it } from 'vitest'
import { checkAt } from './accelerations.ts'
import { TorqueModels } from './torques.ts'

const linkwork = await load()

async function stateOf(source: Parameters<typeof linkwork.mechanism>[0], steps = 100) {
  const mechanism = linkwork.mechanism(source)
  const simulation = linkwork.simulate(mechanism)
  simulation.step(steps)
  const { q, v } = simulation
  const a = simulation.dynamics.forwardDynamics().slice()
  const compiled = await linkwork.simulate(mechanism, { compile: true })
  const methods = { model: linkwork.model(mechanism), compiled }
  return { mechanism, q: q.slice(), v: v.slice(), a, methods }
}

it.each([
  ['a chain', chain({ links: 8 })],
  ['a four-bar', fourBar({})],
  ['a geared leg', gearedLeg({})]
])('all methods for the accelerations of %s agree, the worst first', async (_name, source) => {
  const { methods, ...state } = await stateOf(source)
  const { against, rows } = checkAt(linkwork, methods, state)
  expect(against).toBe('articulated-body')
  expect(rows.map(({ method }) => method).sort()).toEqual([
    ...['compiled', 'composite-body', 'general-joint', 'lagrange-dense', 'lagrange-sparse'],
    ...['multipliers', 'projection', 'there-and-back']
  ])
  const differences = rows.map(({ difference }) => difference)
  expect(differences).toEqual([...differences].sort((a, b) => b - a))
  expect(differences[0]).toBeLessThan(1e-9)
  for (const { joint, value, expected } of rows) {
    expect(state.mechanism.joints.map(({ name }) => name)).toContain(joint)
    expect(value).toBeCloseTo(expected, 6)
  }
})

it('a method with wrong results comes first', async () => {
  const { methods, ...state } = await stateOf(chain({ links: 4 }))
  const wrong = linkwork.simulate(chain({ links: 4, gravity: 9 }))
  const { rows } = checkAt(linkwork, { ...methods, compiled: wrong }, state)
  expect(rows[0]).toMatchObject({ method: 'compiled' })
  expect(rows[0]?.difference).toBeGreaterThan(1e-3)
})

it('what rolls has its multipliers, and there and back', async () => {
  const mechanism = linkwork.mechanism(rollingDisc({}))
  const model = linkwork.model(mechanism)
  const { against, rows } = checkAt(
    linkwork,
    { model, compiled: undefined },
    { mechanism, ...model.start }
  )
  expect(against).toBe('multipliers')
  expect(rows.map(({ method }) => method)).toEqual(['there-and-back'])
})

it('free swinging needs no torque, but by the simpler models it would', async () => {
  const { a, ...state } = await stateOf(gearedLeg({ hipAngle: 0.7, kneeAngle: 0.9 }), 400)
  const rows = new TorqueModels(linkwork, state.mechanism).at(state, a)
  expect(rows.map(({ joint }) => joint)).toEqual(['hipYaw', 'hipRoll', 'hipPitch', 'knee', 'crank'])
  const largest = (name: 'exact' | 'reflected' | 'rotorless') =>
    Math.max(...rows.map((row) => Math.abs(row[name])))
  expect(largest('exact')).toBeLessThan(1e-9)
  expect(largest('reflected')).toBeGreaterThan(0.1)
  expect(largest('rotorless')).toBeGreaterThan(2 * largest('reflected'))
})

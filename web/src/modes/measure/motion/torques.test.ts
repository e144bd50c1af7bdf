import { differentialLeg, fourBar, gearedArm, gearedLeg, load, minitaur } from 'linkwork'
import { expect, it } from 'vitest'
import { drivenJoints, moveThrough } from './torques.ts'

const linkwork = await load()

/** Key poses about the start in which every independent joint stands elsewhere. */
function posesOf(source: Parameters<typeof linkwork.model>[0]) {
  const mechanism = linkwork.mechanism(source)
  using model = linkwork.model(mechanism)
  using simulation = model.simulate()
  const names = drivenJoints(model)
  const keys = [0, 0.12, -0.08, 0.05].map((by, time) => {
    const at = names.map((name, i) => {
      const start = model.start.q[model.joint(name).q] ?? 0
      return [name, start + by * Math.cos(i)]
    })
    simulation.assemble({ q: Object.fromEntries(at) })
    return { time, q: [...simulation.q] }
  })
  return { mechanism, keys }
}

it.each([
  ['a four-bar', fourBar()],
  ['an arm with rotors', gearedArm()],
  ['a leg with gears and a linkage', gearedLeg()],
  ['a leg with differentials', differentialLeg()]
])('motors do the work that the energy of %s grows by', (_, source) => {
  const { mechanism, keys } = posesOf(source)
  const moved = moveThrough(linkwork, mechanism, keys)
  using model = linkwork.model(mechanism)
  const energies = moved.q.map((q) => model.energy({ q }).potential)
  let work = 0
  for (let i = 1; i < moved.times.length; i++)
    work += 0.01 * ((moved.power[i] ?? 0) + (moved.power[i - 1] ?? 0))
  const [first = 0] = energies
  const most = Math.max(...energies.map((energy) => Math.abs(energy - first)))
  // It rests at both ends; the rule of trapezoids leaves out terms of the second order.
  expect(moved.times).toHaveLength(151)
  expect(Math.abs((energies.at(-1) ?? 0) - first - work)).toBeLessThan(5e-3 * most)
})

it('drives cranks and joints rather than couplers and rotors', () => {
  const drivenOf = (source: Parameters<typeof linkwork.model>[0]) => {
    using model = linkwork.model(source)
    return drivenJoints(model)
  }
  expect(drivenOf(fourBar())).toEqual(['crank'])
  expect(drivenOf(gearedLeg())).toEqual(['hipYaw', 'hipRoll', 'hipPitch', 'knee', 'ankle'])
})

it('bears the weight at rest', () => {
  const { mechanism, keys } = posesOf(fourBar())
  const still = [0, 1].map((time) => ({ time, q: keys[0]?.q ?? [] }))
  const { forces } = moveThrough(linkwork, mechanism, still)
  const { joints, bodies } = mechanism
  const weight = 9.81 * bodies.reduce((sum, { mass = 0 }) => sum + mass, 0)
  const borne = joints.map(({ parent }, i) =>
    parent === 'world' ? (forces[0]?.[3 * i + 2] ?? 0) : 0
  )
  expect(borne.reduce((sum, force) => sum + force, 0)).toBeCloseTo(weight, 9)
})

it('says which joint no motor can hold', () => {
  const mechanism = linkwork.mechanism(minitaur({ base: 'hanging' }))
  const keys = [0, 1].map((time) => ({ time, q: [] }))
  expect(() => moveThrough(linkwork, mechanism, keys)).toThrow(/no motor can hold the joint/)
})

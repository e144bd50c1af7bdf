import {
  differentialLeg,
  fourBar,
  gearedArm,
  gearedLeg,
  load,
  miniCheetah,
  surfaceBoard
} from 'linkwork'
import { expect, it } from 'vitest'
import { outsideOf } from './torque-table.ts'
import { drivenJoints, moveThrough } from './torques.ts'

const linkwork = await load()

/** Key poses near the start in which every independent joint is displaced. */
function posesOf(source: Parameters<typeof linkwork.model>[0]) {
  const mechanism = linkwork.mechanism(source)
  using model = linkwork.model(mechanism)
  using simulation = model.simulate()
  const names = drivenJoints(model).filter((name) => model.joint(name).positions === 1)
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

/** A robot that turns and rises while its legs move, as key poses. */
function flightOf(source: Parameters<typeof linkwork.model>[0]) {
  const { mechanism, keys } = posesOf(source)
  const tilt = [0, 0.3, -0.2, 0.1]
  const poses = keys.map(({ time, q }, i) => {
    const half = (tilt[i] ?? 0) / 2
    // About an axis of its own at every pose; −q is the same rotation.
    const turn = [Math.sin(half) * Math.cos(i), Math.sin(half) * Math.sin(i), 0, Math.cos(half)]
    const sign = i === 2 ? -1 : 1
    return {
      time,
      q: [0.1 * i, -0.05 * i, 0.5 + 0.1 * i, ...turn.map((part) => sign * part), ...q.slice(7)]
    }
  })
  return { mechanism, keys: poses }
}

it('a base that no motor holds is held from outside, by Newton’s law', () => {
  const { mechanism, keys } = flightOf(miniCheetah({ base: 'floating' }))
  const moved = moveThrough(linkwork, mechanism, keys)
  using model = linkwork.model(mechanism)
  expect(moved.held.map(({ joint }) => joint)).toEqual([mechanism.joints[0]?.name])
  expect(moved.joints).not.toContain(mechanism.joints[0]?.name)
  expect(outsideOf(moved).map(({ unit, most }) => [unit, most])).toEqual([
    ['N', Math.max(...(moved.held[0]?.force ?? []))],
    ['N m', Math.max(...(moved.held[0]?.moment ?? []))]
  ])
  // At rest all of the weight is held.
  const mass = mechanism.bodies.reduce((sum, { mass = 0 }) => sum + mass, 0)
  const still = moveThrough(
    linkwork,
    mechanism,
    [0, 1].map((time) => ({ time, q: keys[0]?.q ?? [] }))
  )
  expect(still.held[0]?.force[0]).toBeCloseTo(9.81 * mass, 9)
  // Newton's law of the whole: F = m (c̈ − g), c̈ by differences between the rows.
  const center = (row: number) => model.centerOfMass({ q: moved.q[row] }).position
  for (const row of [20, 75, 130]) {
    const [before, here, after] = [row - 1, row, row + 1].map((each) => [...center(each)])
    const force = [0, 0, 9.81].map(
      (up, k) =>
        mass * (up + ((after?.[k] ?? 0) - 2 * (here?.[k] ?? 0) + (before?.[k] ?? 0)) / 0.02 ** 2)
    )
    const found = moved.held[0]?.force[row] ?? Number.NaN
    expect(Math.abs(found - Math.hypot(...force)) / found).toBeLessThan(1e-3) // of the second order
  }
})

it('says which joint no motor can hold', () => {
  const mechanism = linkwork.mechanism(surfaceBoard({}))
  const keys = [0, 1].map((time) => ({ time, q: [] }))
  expect(() => moveThrough(linkwork, mechanism, keys)).toThrow(/no motor can hold the joint/)
})
